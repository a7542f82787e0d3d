# A completed descriptor runs again.
# file: rtl/nve_dma_fetch.sv
# run: dma
# test: DmaErrors/1.StaleDescriptor
# unit: fetch
# report: fetch: a completed descriptor of MM2S
s/cmplt_q <= rdata_i\[SgWidth-1\] \&\& !list_q;/cmplt_q <= 1'b0;/
