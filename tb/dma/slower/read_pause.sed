# A cycle between the reads of two commands.
# file: rtl/nve_dma_mm2s.sv
# run: slower
# test: AtLeast/*.WaitingDescriptorsKeepTheCommandInterval
# report: [i - 1].cycle
s/(!active_q || splitter_done);/(!active_q);/
