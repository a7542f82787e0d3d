# The same of the mover, whose fetches have no such cycle.
# file: rtl/nve_dma_fetch.sv
# run: slower
# test: DmaFetch/1.Interval:AtLeast/2.FetchWaitsForNoWriteBack
# report: [i - 1].cycle
s/(GapCycles == 0) ? StIdle : StGap;/StGap;/
