# The golden model never restarts the packet counter at TLAST.
# file: model/golden/core.cpp
# run: core
# report: m_tlast
s/if (last) reg.packet_count = 0;/if (last \&\& packet_words == 1) reg.packet_count = 0;/
