# Also descriptors within a packet are followed by a gap.
# file: rtl/nve_dma_mm2s.sv
# run: slower
# test: AtLeastData/*.DescriptorsOfAPacketHaveNoGap
# report: gap
s/if (gap_q != '0) gap_q/if (gap_q != '0 || stream_take \&\& head_end) gap_q/
