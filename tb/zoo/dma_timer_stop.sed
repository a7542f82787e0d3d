# The delay timer goes on behind a stop.
# file: rtl/nve_dma_chan.sv
# run: dma
# test: DmaStop/1.EndsTheDelayTimer
# unit: MM2S
# report: MM2S: delay interrupt for a packet before a stop
s/clear_i || !rs_q || sof_i || eof_i/clear_i || sof_i || eof_i/
