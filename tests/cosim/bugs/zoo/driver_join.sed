# Blocks with a gap between them are joined.
# file: host/driver/dma_descriptors.cpp
# run: host
# test: JoinAndSplit.JoinsAdjacentBlocksAndCutsAtTheLimit
# report: Flat(JoinAndSplit(blocks))
s/result.back().address + result.back().bytes == block.address) {/result.back().address + result.back().bytes <= block.address) {/
