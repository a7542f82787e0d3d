# One cycle more behind a packet.
# file: rtl/nve_dma_mm2s.sv
# run: slower
# test: DmaPace/*.PacketsThatAreWaitedForKeepTheirDistance
# report: next
s/gap_q <= GapW'(PktGap);/gap_q <= GapW'(PktGap + 1);/
