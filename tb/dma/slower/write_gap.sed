# One cycle more between two writes.
# file: rtl/nve_dma_s2mm.sv
# run: slower
# test: AtLeastData/0.WritesKeepTheirGap:Calibration.WriteBurstGap
# report: gap
s/BurstGapW'(BurstGap - 1);/BurstGapW'(BurstGap);/
