# A completed descriptor runs again.
# file: rtl/nve_dma_fetch.sv
# run: dma
# test: DmaErrors/1.StaleDescriptor
# report: channel 0 register 4
s/cmplt_q <= rdata_i\[SgWidth-1\] \&\& !list_q;/cmplt_q <= 1'b0;/
