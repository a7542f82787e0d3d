# One cycle more from TAILDESC to the fetch.
# file: rtl/nve_dma_fetch.sv
# run: slower
# test: AtLeast/*.FetchFollowsTail
# report: tail_to_ar
s/<= HoldW'(HoldCycles);/<= HoldW'(HoldCycles + 1);/
