# Port B shows its word when port A has read.
# file: rtl/nve_lbuf.sv
# run: core
# unit: MEMB
# report: port_b
s/if (b_read_q) b_out_q <= b_rdata;/if (a_read_q) b_out_q <= b_rdata;/
