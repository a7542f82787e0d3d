# Status words go to the descriptors of the other channel.
# file: rtl/nve_dma_update.sv
# run: dma
# test: DmaRules/1.RandomTraffic
# unit: update
# report: update: status of S2MM
s/<= pick ? head\[EntryW +: EntryW\] : head\[EntryW-1:0\];/<= pick ? head[EntryW-1:0] : head[EntryW +: EntryW];/
