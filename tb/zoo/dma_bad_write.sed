# A bad response to a write is taken for a good one.
# file: rtl/nve_dma_s2mm.sv
# run: dma
# test: DmaErrors/1.DataResponse
# unit: S2MM
# report: S2MM: DMASR is 
s/assign bad_resp  = resp_take \&\& resp\[1\];/assign bad_resp  = resp_take \&\& resp[1] \&\& resp[0];/
