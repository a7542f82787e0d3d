# The interrupt comes one packet late.
# file: rtl/nve_dma_chan.sv
# run: dma
# test: DmaRules/1.ThresholdCountsPackets
# report: b.read(kMm2s, kSr) >> 16 & 0xff
s/packet_done \&\& count_q <= 8'd1}/packet_done \&\& count_q == 8'd0}/
