# The channel that was served last goes first.
# file: rtl/nve_dma_fetch.sv
# run: slower
# test: DmaFetch/*.Interval
# report: 0x8000
s/eligible\[!ch_q\] ? !ch_q : ch_q;/eligible[ch_q] ? ch_q : !ch_q;/
