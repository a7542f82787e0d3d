# The repeated part begins one instruction late.
# file: rtl/nve_ctrl.sv
# run: core
# unit: control
# report: state
s/if (pc_next == CountW'(repeat_first_i)) state_d/if (CountW'(pc_q) == CountW'(repeat_first_i)) state_d/
