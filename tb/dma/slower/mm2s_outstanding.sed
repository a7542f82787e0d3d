# One read fewer is under way.
# file: rtl/nve_dma_mm2s.sv
# run: slower
# test: AtLeastData/*.ShortReadsAreUnderWay
# report: reads
s/active_q \&\& !mark_q \&\& room \&\& burst_ready;/active_q \&\& !mark_q \&\& room \&\& 32'(burst_level) + 32'd1 < 32'(Outstanding);/
