# A cycle without TREADY between two buffers.
# file: rtl/nve_dma_s2mm.sv
# run: slower
# test: DmaPace/*.NoPauseBetweenBuffersThatAreWaitedFor
# report: kWords
s/(!active_q || beat \&\& buffer_end \&\& !overflow);/(!active_q);/
