# A status of S2MM waits for the words of the next burst.
# file: rtl/nve_dma_update.sv
# run: slower
# test: AtLeast/*.WriteBackWaitsForNoWords
# report: write_ends
s/head_valid != '0 \&\& !hold_i;/head_valid != '0 \&\& !hold_i \&\& !(pick \&\& nve_dma.u_s2mm.busy_q);/
