# One cycle more between two commands.
# file: rtl/nve_dma_cmdq.sv
# run: slower
# test: AtLeast/*.WaitingDescriptorsKeepTheCommandInterval
# report: interval
s/WaitW'(CmdInterval - 1);/WaitW'(CmdInterval);/
