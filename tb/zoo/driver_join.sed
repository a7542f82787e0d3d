# Blocks with a gap between them are joined.
# file: host/driver/dma_descriptors.cpp
# run: host
# test: JoinAndSplit.JoinsAdjacentBlocksAndCutsAtTheLimit
# unit: driver
# report: driver, blocks: joined if nothing is between them
s/result.back().address + result.back().bytes == block.address) {/result.back().address + result.back().bytes <= block.address) {/
