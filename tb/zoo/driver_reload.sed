# A program is loaded again for every step.
# file: host/driver/tile_driver.cpp
# run: host
# test: StepExecutor.FeedsGiveTheSameMaps
# unit: driver
# report: driver, tile: the core holds the program
s/const bool load = loaded_program_ != step.program;/const bool load = loaded_program_ != -1;/
