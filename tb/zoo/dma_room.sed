# Reads are asked for without room for their data.
# file: rtl/nve_dma_mm2s.sv
# run: dma
# test: DmaRules/1.RandomTraffic
# unit: MM2S
# report: u_mm2s.UsedInRange
s/assign room       = {1'b0, used_q} + (LevelW + 1)'(burst) <= (LevelW + 1)'(Depth);/assign room       = used_q <= LevelW'(Depth);/
