# Reads ask for one beat too many.
# file: rtl/nve_dma_mm2s.sv
# run: dma
# test: DmaRules/1.FourKilobyteBoundary
# unit: MM2S
# report: u_mm2s.UsedInRange
s/assign arlen_o    = 8'(burst) - 8'd1;/assign arlen_o    = 8'(burst);/
