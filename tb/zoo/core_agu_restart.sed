# The update value wraps to the step instead of 0.
# file: rtl/nve_agu.sv
# run: core
# unit: MEMA
# report: agu_mema
s/(mode_i != '0 \&\& sum == toggle) ? '0 : sum/(mode_i != '0 \&\& sum == toggle) ? inc : sum/
