# Rounding adds a whole unit of the result instead of half of one.
# file: nve_vmac.sv
# run: cosim
# first: stage1
s/assign round = ((AccuW + 1)'(1) << act_shift_i) >> 1;/assign round = ((AccuW + 1)'(1) << act_shift_i) >> 0;/
