# TLAST does not end an output descriptor.
# file: rtl/nve_dma_s2mm.sv
# run: dma
# test: DmaRules/1.ReceiveLongAndShortPackets
# report: b.status(0x1080)
s/assign desc_end   = fills \&\& last_q || tlast_i;/assign desc_end   = fills \&\& last_q;/
