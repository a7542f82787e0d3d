# One cycle more from descriptor to command (vendor's profile).
# file: tb/dma/slower/nve_dma_delay.sv
# run: slower
# test: AtLeast/0.R*FollowsDescriptor:AtLeast/1.R*FollowsDescriptor
# report: sg_pipe
s/late = 1'b0;/late = MaxTokens == 4 \&\& Delay == 9;/
