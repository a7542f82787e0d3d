# Words come to the stream one cycle later.
# file: tb/dma/slower/nve_dma_delay.sv
# run: slower
# test: AtLeast/*.ReadFollowsDescriptor
# report: store_and_forward
s/late = 1'b0;/late = MaxTokens == 128;/
