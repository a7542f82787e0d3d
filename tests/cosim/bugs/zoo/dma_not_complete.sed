# The status written back lacks Cmplt.
# file: rtl/nve_dma_update.sv
# run: dma
# test: DmaErrors/1.ZeroLength
# report: b.status(this->kBase + 64) & (kCmplt | kByteMask)
s/assign wdata_o     = status_q;/assign wdata_o     = status_q \& 32'h7fff_ffff;/
