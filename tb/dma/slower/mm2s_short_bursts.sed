# Reads have half the beats.
# file: rtl/nve_dma_mm2s.sv
# run: slower
# test: AtLeastData/*.LongReadsAreUnderWay
# report: D10
s/    burst = BurstW'(MaxBurst);/    burst = BurstW'(MaxBurst \/ 2);/
