# Lists come in bursts of half the length.
# file: rtl/nve_dma_rows.sv
# run: slower
# test: MoverRate.ListLoad
# report: cycles
s/room  = 5'd16 - {1'b0, addr_q\[6:3\]};/room  = 5'd8 - {2'b0, addr_q[5:3]};/
