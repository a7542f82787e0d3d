# One word fewer finds room.
# file: rtl/nve_dma_mm2s.sv
# run: slower
# test: AtLeastData/*.WordsReadFindRoom
# report: read_words
s/<= (LevelW + 1)'(Depth);/<= (LevelW + 1)'(Depth - 1);/
