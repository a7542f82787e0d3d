# The update value wraps one step late: the old value is compared with the toggle value.
# file: nve_agu.sv
# run: cosim
# first: agu_mema
s/mode_i != '0 && sum == toggle/mode_i != '0 \&\& update_i == toggle/
