# The status written back lacks Cmplt.
# file: rtl/nve_dma_update.sv
# run: dma
# test: DmaErrors/1.ZeroLength
# unit: update
# report: update: status of a descriptor of MM2S that has ended well
s/assign wdata_o     = status_q;/assign wdata_o     = status_q \& 32'h7fff_ffff;/
