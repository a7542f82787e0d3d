# The test for saturation forgets a bit.
# file: rtl/nve_mac_lane.sv
# run: core
# unit: VMAC
# report: stage1
s/assign fits    = shifted\[AccuW:IndexW-1\] == '0 ||/assign fits    = shifted[AccuW:IndexW] == '0 ||/
