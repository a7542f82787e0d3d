# The last word of the activation table is taken for an instruction.
# file: rtl/nve_ctrl.sv
# run: core
# unit: control
# report: state
s/load_count_q == CountW'(TableWords - 1)/load_count_q == CountW'(TableWords - 2)/
