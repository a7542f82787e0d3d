# One descriptor fewer is prefetched.
# file: rtl/nve_fifo.sv
# run: slower
# test: AtLeast/*.DescriptorsArePrefetched
# report: kDescriptorQueue
s/level_q != LevelW'(Depth);/level_q < LevelW'(Depth - ((Depth == 4 \&\& (Width == 73 || Width == 85 || Width == 183)) ? 1 : 0));/
