# One word fewer of S2MM finds room.
# file: rtl/nve_fifo.sv
# run: slower
# test: AtLeastData/*.WordsTakenFindRoom
# report: kWriteWords
s/level_q != LevelW'(Depth);/level_q < LevelW'(Depth - ((Width == 36 || Width == 72) ? 1 : 0));/
