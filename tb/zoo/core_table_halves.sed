# The halves of a word of the activation table are swapped.
# file: rtl/nve_core.sv
# run: core
# unit: ACT
# report: act_out
s/\.table_pixels_i (in_word)/.table_pixels_i ({in_word[31:0], in_word[63:32]})/
