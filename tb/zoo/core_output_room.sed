# The output stall comes when the FIFO is over its end.
# file: rtl/nve_ctrl.sv
# run: core
# unit: control
# report: stall
s/out_next >= (LevelW + 1)'(nve_pkg::OutputFifoWords)) begin/out_next >= (LevelW + 1)'(nve_pkg::OutputFifoWords + 1)) begin/
