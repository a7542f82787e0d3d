# A cycle between two writes that follow each other without.
# file: rtl/nve_dma_s2mm.sv
# run: slower
# test: AtLeastData/1.WritesKeepTheirGap:AtLeastData/2.WritesKeepTheirGap
# report: gap
s/(BurstGap == 0) ? (!busy_q || w_end)/(BurstGap == 0) ? (!busy_q)/
