# Addresses forget the update value.
# file: rtl/nve_agu.sv
# run: core
# unit: MEMA
# report: write_a_address
s/assign address_o = offset_i + update_i;/assign address_o = offset_i + (mode_i == '0 ? update_i : '0);/
