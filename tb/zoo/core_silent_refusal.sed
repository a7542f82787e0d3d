# A refused START is not answered as such.
# file: rtl/nve_regs.sv
# run: core
# unit: registers
# report: reg_werror
s/assign werror_o      = write_q \&\& refused;/assign werror_o      = write_q \&\& malformed;/
