# One cycle more between two commands of S2MM.
# file: rtl/nve_dma_cmdq.sv
# run: slower
# test: AtLeast/*.WaitingBuffersKeepTheCommandInterval
# report: interval
s/WaitW'(CmdInterval - 1);/WaitW'(CmdInterval - 1) + WaitW'(nve_dma.gen_channel[1].u_cmdq.take);/
