# A repeated part of one instruction sees the update values of the pass before last.
# file: nve_ibuf.sv
# run: random
# first: agu_mema
s/bypass_q      <= update_i && update_addr_i == fetch_addr_i;/bypass_q      <= 1'b0;/
