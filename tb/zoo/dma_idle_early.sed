# Idle is shown before the last status is written.
# file: rtl/nve_dma_chan.sv
# run: dma
# test: DmaRules/1.StartSequence
# unit: MM2S
# report: MM2S: Idle comes behind the last status
s/if (work_q \&\& paused_i \&\& drained_i) begin/if (work_q \&\& paused_i) begin/
