# A write-back waits for the fetch.
# file: rtl/nve_dma.sv
# run: slower
# test: AtLeast/*.WriteBackWaitsForNoFetch
# report: writes
s/\.hold_i      (clear_d),/.hold_i      (clear_d || fetch_busy != '0),/
