# The update value of a column forgets the stride.
# file: compiler/buffer/allocation.cpp
# run: host
# test: Allocation.RotatingAddressesFollowTheColumns
# report: slot.offset + update
s/slot.update = column \/ allocation.stride_x \* allocation.Inc();/slot.update = column * allocation.Inc();/
