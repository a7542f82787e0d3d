# One cycle more from command to read; in the mover to the command, too.
# file: tb/dma/slower/nve_dma_delay.sv
# run: slower
# test: AtLeast/*.ReadFollowsDescriptor
# report: command_to_ar
s/late = 1'b0;/late = MaxTokens == 4 \&\& Delay != 9;/
