# Pixels from 128 on are taken as negative.
# file: rtl/nve_mac_lane.sv
# run: core
# unit: VMAC
# report: accu
s/assign pixel   = {1'b0, mac_i ?/assign pixel   = {mac_i \&\& pixel_i[nve_pkg::PixelBits-1], mac_i ?/
