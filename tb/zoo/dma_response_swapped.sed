# SLVERR of a fetch is reported as DECERR too.
# file: rtl/nve_dma_fetch.sv
# run: dma
# test: DmaErrors/1.DescriptorFetchResponse
# unit: fetch
# report: fetch: a bad answer to a read of MM2S
s/dec_q <= dec_q || rresp_i == 2'b11;/dec_q <= dec_q || rresp_i[1];/
