# Port B reads the word port A writes in the same cycle, not the one before.
# file: nve_ram_2rw.sv
# run: random
# first: read_b_data
s/b_rdata_q <= mem\[b_addr_i\];/b_rdata_q <= (a_en_i \&\& a_we_i \&\& a_addr_i == b_addr_i) ? a_wdata_i : mem[b_addr_i];/
