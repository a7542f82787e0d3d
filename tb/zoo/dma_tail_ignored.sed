# The value that TAILDESC has is ignored until the response of its status is there.
# file: rtl/nve_dma.sv
# run: dma
# test: DmaTail/1.RingOfOneAtEveryWriteLatency
# unit: MM2S
# report: MM2S packet 1
s/!moved\[c\] || update_owed\[c\]/!drained[c]/
