# SLVERR of a fetch is reported as DECERR too.
# file: rtl/nve_dma_fetch.sv
# run: dma
# test: DmaErrors/1.DescriptorFetchResponse
# report: b.read(ch, kSr) & (kAllErrors
s/dec_q <= dec_q || rresp_i == 2'b11;/dec_q <= dec_q || rresp_i[1];/
