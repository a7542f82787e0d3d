# Reads end at 2 KB too.
# file: rtl/nve_dma_mm2s.sv
# run: slower
# test: DmaRules/0.RandomTraffic:DmaRules/1.RandomTraffic:DmaRules/3.RandomTraffic
# report: D10
s/PageW'(13'd4096 - {1'b0, addr_q\[11:0\]} >> ByteW)/PageW'(13'd2048 - {2'b0, addr_q[10:0]} >> ByteW)/
