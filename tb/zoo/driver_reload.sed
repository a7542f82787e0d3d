# A program is loaded again for every step.
# file: program/start_load.cpp
# run: host
# test: StepExecutor.FeedsGiveTheSameMaps
# unit: driver
# report: driver, tile: the core holds the program
s/return HoldsProgram(program) ?/return HoldsProgram(program + 1) ?/
