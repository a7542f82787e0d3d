# A completed descriptor runs again if either channel is cyclic.
# file: rtl/nve_dma_fetch.sv
# run: dma
# test: DmaFlow/1.CyclicIsOfOneChannel
# unit: fetch
# report: fetch: a completed descriptor of MM2S beside a cyclic channel
s/!cyclic_i\[ch_q\] \&\&/(cyclic_i == '0) \&\&/
