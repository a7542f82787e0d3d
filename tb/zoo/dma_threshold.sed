# The interrupt comes one packet late.
# file: rtl/nve_dma_chan.sv
# run: dma
# test: DmaRules/1.ThresholdCountsPackets
# unit: MM2S
# report: MM2S: an interrupt restarts the count
s/packet_done \&\& count_q <= 8'd1}/packet_done \&\& count_q == 8'd0}/
