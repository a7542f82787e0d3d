# `lo` and `hi` are swapped.
# file: rtl/nve_act.sv
# run: core
# unit: ACT
# report: act_out
s/half_i ? result_i\[HalfW +: HalfW\] : result_i\[0 +: HalfW\]/half_i ? result_i[0 +: HalfW] : result_i[HalfW +: HalfW]/
