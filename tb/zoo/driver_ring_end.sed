# The last descriptor does not point to the first.
# file: host/driver/dma_descriptors.cpp
# run: host
# test: DescriptorRing.WritesWhatTheHardwareReads
# unit: driver
# report: driver, descriptors: the ring is closed
s/static_cast<uint32_t>(is_last ? base_ : base_ + (i + 1) \* kDescriptorBytes);/static_cast<uint32_t>(base_ + (i + 1) * kDescriptorBytes);/
