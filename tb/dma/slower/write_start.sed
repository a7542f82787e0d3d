# Writes start one cycle later.
# file: tb/dma/slower/nve_dma_delay.sv
# run: slower
# test: AtLeastData/*.WriteFollowsItsWords
# report: write_start
s/late = 1'b0;/late = MaxTokens == 17;/
