# A fetch waits for room in the queues of both channels.
# file: rtl/nve_dma_fetch.sv
# run: slower
# test: AtLeast/*.FetchWaitsForNoRoomOfTheOtherChannel
# report: reads
s/hold_q\[c\*HoldW +: HoldW\] == '0;/hold_q[c*HoldW +: HoldW] == '0 \&\& queue_ready_i == 2'b11;/
