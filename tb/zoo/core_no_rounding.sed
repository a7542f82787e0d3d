# Results are cut instead of rounded.
# file: rtl/nve_mac_lane.sv
# run: core
# unit: VMAC
# report: stage1
s/rounded_q <= accu_q + round_i;/rounded_q <= accu_q;/
