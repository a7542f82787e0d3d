# A TAILDESC that moves holds up the next fetch.
# file: rtl/nve_dma_fetch.sv
# run: slower
# test: AtLeast/*.MovedTailDelaysNoFetch
# report: interval
s/else if (hold_q\[c\*HoldW +: HoldW\] != '0) begin/else if (hold_q[c*HoldW +: HoldW] != '0 || tail_start_i[c]) begin/
