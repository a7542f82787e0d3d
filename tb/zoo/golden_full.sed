# The FIFOs of the golden model are full one word early.
# file: model/golden/fifo.hpp
# run: core
# unit: streams
# report: s_tready
s/return level_ == kDepth;/return level_ == kDepth - 1;/
