# All FIFOs are full one word early.
# file: nve_fifo.sv
# run: cosim
# first: s_tready
s/assign push_ready_o = level_q != LevelW'(Depth);/assign push_ready_o = level_q != LevelW'(Depth - 1);/
