# The value written to TAILDESC is compared up to bit 27.
# file: rtl/nve_dma_chan.sv
# run: dma
# test: DmaTail/1.EveryBitOfAnAddressCounts
# unit: MM2S
# report: fetches of MM2S, another bit 28 of a value written
s/wr_data_i\[31:6\] == tail_q;/wr_data_i[27:6] == tail_q[21:0];/
