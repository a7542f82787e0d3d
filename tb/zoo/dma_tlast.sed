# The input packet has no TLAST.
# file: rtl/nve_dma_mm2s.sv
# run: dma
# test: DmaRules/1.PacketOverDescriptors
# unit: MM2S
# report: MM2S: TLAST ends a packet
s/assign tlast_o  = head_last;/assign tlast_o  = 1'b0;/
