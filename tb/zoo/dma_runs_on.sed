# An error does not stop the channel.
# file: rtl/nve_dma_chan.sv
# run: dma
# test: DmaErrors/1.ZeroLength
# unit: MM2S
# report: MM2S: DMASR is 
s/if (stop_i) begin/if (stop_i \&\& err_q == '0 \&\& wr_cr_i) begin/
