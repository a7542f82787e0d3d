# The machine advances in an output stall.
# file: rtl/nve_ctrl.sv
# run: core
# unit: control
# report: agu_write
s/assign advance_o = running \&\& stall == nve_pkg::StallNone;/assign advance_o = running \&\& stall != nve_pkg::StallInput;/
