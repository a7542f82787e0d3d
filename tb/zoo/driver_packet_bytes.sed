# PACKET_WORDS counts bytes.
# file: host/driver/tile_driver.cpp
# run: host
# test: StepExecutor.SetsRunsAndPacketLength
# unit: driver
# report: driver, tile: PACKET_WORDS
s/settings\[\"PACKET_WORDS\"\] = static_cast<uint32_t>(output_bytes \/ arch::kWordBytes);/settings[\"PACKET_WORDS\"] = static_cast<uint32_t>(output_bytes);/
