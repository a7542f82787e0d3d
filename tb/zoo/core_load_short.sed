# The last instruction is not loaded.
# file: rtl/nve_ctrl.sv
# run: core
# unit: control
# report: state
s/assign loaded    = load_count_q == program_size_i;/assign loaded    = load_count_q + 1'b1 >= program_size_i;/
