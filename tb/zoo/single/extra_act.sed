# Activation outputs are suppressed for one pass too many.
# file: nve_ctrl.sv
# run: cosim
# first: act_push
s/in_repeat && pass_q < PassW'(extra_i)/in_repeat \&\& pass_q <= PassW'(extra_i)/
