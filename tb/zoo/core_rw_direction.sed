# The weights shift in the wrong direction.
# file: rtl/nve_wreg.sv
# run: core
# unit: WREG
# report: rw
s/rw_d = rw_q >> nve_pkg::WeightBits;/rw_d = rw_q << nve_pkg::WeightBits;/
