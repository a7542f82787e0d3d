# One cycle more between two fetches (vendor's profile).
# file: rtl/nve_dma_fetch.sv
# run: slower
# test: DmaFetch/0.Interval:AtLeast/*.FetchWaitsForNoWriteBack-AtLeast/2.*
# report: [i - 1].cycle
s/GapW'(GapCycles - 1);/GapW'(GapCycles);/
