# The golden model never restarts the packet counter at TLAST.
# file: model/golden/core.cpp
# run: core
# unit: streams
# report: packet
s/if (last) probe.packet = 0;/if (last \&\& packet_words == 1) probe.packet = 0;/
