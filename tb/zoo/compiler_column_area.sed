# Columns of a map lie on top of each other.
# file: compiler/buffer/allocation.cpp
# run: host
# test: Allocation.FixedAddressesFollowTheRotation
# unit: allocation
# report: allocation: the word of a later pass
s/slot.offset = allocation.AreaOf(ref.input) + ref.column \* allocation.words_per_column + ref.word;/slot.offset = allocation.AreaOf(ref.input) + ref.column + ref.word;/
