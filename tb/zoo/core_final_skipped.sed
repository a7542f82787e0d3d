# A final part of one instruction is left out.
# file: rtl/nve_ctrl.sv
# run: core
# unit: control
# report: state
s/if (pc_next < program_size_i) begin/if (pc_next + 1'b1 < program_size_i) begin/
