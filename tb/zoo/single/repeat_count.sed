# The repeated part runs one pass too many.
# file: nve_ctrl.sv
# run: cosim
# first: state
s/else if (pass_next < passes) begin/else if (pass_next <= passes) begin/
