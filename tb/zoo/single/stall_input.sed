# Suppressed stream writes wait for words too.
# file: nve_ctrl.sv
# run: random
# first: stall
s/if (mema_wr_i && !no_stream_write_o && !in_valid_i) begin/if (mema_wr_i \&\& !in_valid_i) begin/
