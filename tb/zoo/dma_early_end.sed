# TLAST does not end an output descriptor.
# file: rtl/nve_dma_s2mm.sv
# run: dma
# test: DmaRules/1.ReceiveLongAndShortPackets
# unit: S2MM
# report: S2MM: a packet ends its descriptor
s/assign desc_end   = fills \&\& last_q || tlast_i;/assign desc_end   = fills \&\& last_q;/
