# The write pointer of a FIFO wraps one word early.
# file: rtl/nve_fifo.sv
# run: core
# unit: streams
# report: in_enter
s/if (push) wr_q <= (wr_q == PtrW'(Depth - 1)) ?/if (push) wr_q <= (wr_q == PtrW'(Depth - 2)) ?/
