# Writes end at 2 KB too.
# file: rtl/nve_dma_s2mm.sv
# run: slower
# test: DmaRules/0.RandomTraffic:DmaRules/1.RandomTraffic:DmaRules/3.RandomTraffic
# report: D10
s/!keyhole_i \&\& addr_next\[11:0\] == '0;/!keyhole_i \&\& addr_next[10:0] == '0;/
