# A result comes one cycle early, around its last register.
# file: nve_mac_lane.sv
# run: cosim
# first: result
s/result_q <= address_q;/if (valid1_i) result_q <= address;/
