# Idle is shown a cycle later.
# file: rtl/nve_dma_chan.sv
# run: slower
# test: AtLeastStatus/*.IdleAndHaltedFollowTheLastResponse
# report: behind the response
s/if (work_q \&\& paused_i \&\& drained_i) begin/if (work_q \&\& paused_i \&\& drained_i \&\& $past(drained_i)) begin/
