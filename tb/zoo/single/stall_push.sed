# The output stall forgets the word that is on its way into the FIFO.
# file: nve_ctrl.sv
# run: random
# first: stall
s/assign out_next  = {1'b0, out_level_i} + (LevelW + 1)'(out_push_i);/assign out_next  = {1'b0, out_level_i};/
