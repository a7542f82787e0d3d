# The address of the last descriptor is compared up to bit 30.
# file: rtl/nve_dma_fetch.sv
# run: dma
# test: DmaTail/1.EveryBitOfAnAddressCounts
# unit: fetch
# report: fetches of MM2S, another bit 31 of the last address
s/addr_q == tail_i\[c\*26 +: 26\];/addr_q[24:0] == tail_i[c*26 +: 25];/
