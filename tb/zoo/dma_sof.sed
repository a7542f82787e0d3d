# RXSOF stands in every descriptor.
# file: rtl/nve_dma_s2mm.sv
# run: dma
# test: DmaRules/1.ReceiveLongAndShortPackets
# unit: S2MM
# report: S2MM: RXSOF stands where a packet begins
s/assign sof        = first_q ? !packet_q : sof_q;/assign sof        = first_q || sof_q;/
