# One run too many.
# file: rtl/nve_ctrl.sv
# run: core
# unit: control
# report: state
s/if (run_next < {1'b0, runs_i}) begin/if (run_next <= {1'b0, runs_i}) begin/
