# Words that `hold` keeps are sent nevertheless.
# file: rtl/nve_act.sv
# run: core
# unit: ACT
# report: act_push
s/push_q <= act_i \&\& send_i;/push_q <= act_i;/
