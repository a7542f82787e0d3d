# `wr even` does not wait for the word behind the one it takes.
# file: nve_separate.sv
# needs: Split
# run: random
# first: stall
s/valid_o = has_next;/valid_o = word_valid_i;/
