# The beat on offer changes while it waits.
# file: rtl/nve_fifo.sv
# run: core
# unit: streams
# report: in_word
s/assign pop_data_o   = mem\[rd_q\];/assign pop_data_o   = mem[level_q > LevelW'(Depth - 2) ? wr_q : rd_q];/
