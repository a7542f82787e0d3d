# The first burst of a page waits for the responses before it.
# file: rtl/nve_dma_s2mm.sv
# run: slower
# test: AtLeastData/*.WritesKeepTheirGap
# report: at[i]
s/assign aw_free = !awvalid_q || awready_i;/assign aw_free = (!awvalid_q || awready_i) \&\& (rec_addr[11:0] != '0 || !out_valid);/
