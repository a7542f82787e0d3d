# RXSOF stands in every descriptor.
# file: rtl/nve_dma_s2mm.sv
# run: dma
# test: DmaRules/1.ReceiveLongAndShortPackets
# report: b.status(0x1040)
s/assign sof        = first_q ? !packet_q : sof_q;/assign sof        = first_q || sof_q;/
