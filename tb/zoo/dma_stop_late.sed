# A stop lets MM2S read its descriptor to the end.
# file: rtl/nve_dma_mm2s.sv
# run: dma
# test: DmaStop/1.SendEndsAtTheNextBurst
# unit: MM2S
# report: MM2S: reads behind a stop
s/assign halt = stop_i || err_q;/assign halt = err_q;/
