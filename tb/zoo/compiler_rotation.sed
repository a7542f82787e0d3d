# The update value of a column forgets the stride.
# file: compiler/buffer/allocation.cpp
# run: host
# test: Allocation.RotatingAddressesFollowTheColumns
# unit: allocation
# report: allocation: the column is where it was written
s/slot.update = column \/ allocation.stride_x \* allocation.Inc();/slot.update = column * allocation.Inc();/
