# A fetch waits for the write-backs of its channel.
# file: rtl/nve_dma_fetch.sv
# run: slower
# test: AtLeast/*.FetchWaitsForNoWriteBack
# report: FetchTime
s/hold_q\[c\*HoldW +: HoldW\] == '0;/hold_q[c*HoldW +: HoldW] == '0 \&\& !nve_dma.update_busy[c];/
