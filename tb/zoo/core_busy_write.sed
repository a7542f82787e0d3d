# Settings can be written while the core is busy.
# file: rtl/nve_regs.sv
# run: core
# unit: registers
# report: reg_rdata
s/assign busy    = state_i != nve_pkg::StateIdle;/assign busy    = state_i == nve_pkg::StateLoad;/
