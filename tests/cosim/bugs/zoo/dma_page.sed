# Reads cross pages of 4 KB.
# file: rtl/nve_dma_mm2s.sv
# run: dma
# test: DmaRules/1.FourKilobyteBoundary
# report: b.mm2s.reads[0].len + 1
s/if (page_beats < PageW'(MaxBurst)) burst/if (page_beats < PageW'(MaxBurst - 8)) burst/
