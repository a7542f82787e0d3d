# TLAST stands on the word after the last one of a packet.
# file: nve_core.sv
# run: cosim
# first: packet
s/packet_words != '0 && packet_next == packet_words/packet_words != '0 \&\& packet_q == packet_words/
