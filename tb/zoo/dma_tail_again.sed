# The value that TAILDESC has is a new run although its descriptor is not finished.
# file: rtl/nve_dma_chan.sv
# run: dma
# test: DmaTail/1.RepeatedValueHoldsAPacketBack
# unit: S2MM
# report: fetches behind TAILDESC of S2MM
s/wr_tail_i \&\& rs_q \&\& !tail_known/wr_tail_i \&\& rs_q/
