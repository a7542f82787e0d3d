# Blocks with a gap between them are joined.
# file: program/moves.cpp
# run: host
# test: JoinAndSplit.JoinsAdjacentBlocksAndCutsAtTheLimit
# unit: program
# report: program, moves: joined if nothing is between them
s/result.back().address + result.back().bytes == block.address) {/result.back().address + result.back().bytes <= block.address) {/
