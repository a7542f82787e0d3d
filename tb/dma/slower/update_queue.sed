# One status fewer waits.
# file: rtl/nve_fifo.sv
# run: slower
# test: AtLeast/*.Statuses*WaitInTheirQueue
# report: kUpdateQueue
s/level_q != LevelW'(Depth);/level_q < LevelW'(Depth - ((Depth == 4 \&\& Width == 59) ? 1 : 0));/
