# Rotated updates are used in the first pass already.
# file: rtl/nve_ctrl.sv
# run: core
# unit: MEMB
# report: agu_memb
s/assign rotating_o        = in_repeat \&\& pass_q != '0;/assign rotating_o        = in_repeat;/
