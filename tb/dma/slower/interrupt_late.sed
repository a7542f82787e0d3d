# The interrupt line rises a cycle later.
# file: rtl/nve_dma_chan.sv
# run: slower
# test: AtLeastStatus/*.InterruptFollowsTheLastResponse
# report: response
s/introut_q <= |(irq_q \& irq_en_q);/introut_q <= $past(|(irq_q \& irq_en_q));/
