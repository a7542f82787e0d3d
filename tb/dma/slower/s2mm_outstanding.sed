# One write fewer is under way.
# file: rtl/nve_dma_s2mm.sv
# run: slower
# test: AtLeastData/*.WritesAreUnderWay
# report: writes
s/assign w_free  = \(.*\);/assign w_free  = (\1) \&\& 32'(out_level) + 32'd1 < 32'(Outstanding);/
