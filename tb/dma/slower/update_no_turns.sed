# Statuses of the channel that was served last go first.
# file: rtl/nve_dma_update.sv
# run: slower
# test: AtLeast/*.WaitingStatusesFollowEachOther
# report: writes
s/head_valid\[!ch_q\] ? !ch_q : ch_q;/head_valid[ch_q] ? ch_q : !ch_q;/
