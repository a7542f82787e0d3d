# CURDESC is writable before the channel is Halted.
# file: rtl/nve_dma_chan.sv
# run: dma
# test: DmaStop/1.CurdescIsWritableFromHaltedOn
# unit: MM2S
# report: MM2S: CURDESC is written before Halted
s/if (wr_cur_i \&\& halted_q) cur_q/if (wr_cur_i \&\& (halted_q || !rs_q)) cur_q/
