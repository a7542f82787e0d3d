# Halted is shown a cycle later.
# file: rtl/nve_dma_chan.sv
# run: slower
# test: AtLeastStatus/*.IdleAndHaltedFollowTheLastResponse
# report: behind the response
s/if (!rs_q \&\& drained_i \&\& !halted_q)/if (!rs_q \&\& drained_i \&\& !halted_q \&\& $past(drained_i))/
