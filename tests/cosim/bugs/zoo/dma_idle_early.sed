# Idle is shown before the last status is written.
# file: rtl/nve_dma_chan.sv
# run: dma
# test: DmaRules/1.StartSequence
# report: b.read(kMm2s, kCur)
s/if (work_q \&\& paused_i \&\& drained_i) begin/if (work_q \&\& paused_i) begin/
