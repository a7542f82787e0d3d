# Reads cross pages of 4 KB.
# file: rtl/nve_dma_mm2s.sv
# run: dma
# test: DmaRules/1.FourKilobyteBoundary
# unit: MM2S
# report: MM2S: a read ends with its page
s/if (page_beats < PageW'(MaxBurst)) burst/if (page_beats < PageW'(MaxBurst - 8)) burst/
