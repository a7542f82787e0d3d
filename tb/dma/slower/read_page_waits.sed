# The first burst of a page waits for the reads before it.
# file: rtl/nve_dma_mm2s.sv
# run: slower
# test: AtLeastData/*.ReadsFollowEachOtherAcrossPages
# report: reads
s/active_q \&\& !mark_q \&\& room \&\& burst_ready;/active_q \&\& !mark_q \&\& room \&\& burst_ready \&\& (addr_q[11:0] != '0 || !burst_valid);/
