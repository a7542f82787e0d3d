# Stream writes go on for one pass too many.
# file: nve_ctrl.sv
# run: cosim
# first: write_a
s/in_repeat && pass_q >= PassW'(iterations_i)/in_repeat \&\& pass_q > PassW'(iterations_i)/
