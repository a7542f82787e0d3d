// SPDX-License-Identifier: Apache-2.0
// nve_dma_delay of the congested builds: that of rtl/, here called nve_dma_delay_plain, whose tokens
// seem younger than they are when its congestor says so. What leaves the FIFO beside it waits for
// the token, while the FIFO still says that it has a word, which some of them must (drained_o).
module nve_dma_delay #(
  parameter int unsigned Delay     = 1,
  parameter int unsigned MaxTokens = 4
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  input  logic in_i,
  input  logic take_i,
  output logic avail_o
);

  logic avail, hold, unused_push, unused_lose;

  nve_congestor u_congestor (
    .clk_i,
    .room_i     (1'b1),
    .pushed_i   (in_i),
    .word_i     (avail),
    .popped_i   (take_i),
    .hold_push_o(unused_push),
    .hold_pop_o (hold),
    .lose_o     (unused_lose)
  );

  assign avail_o = avail && !hold;

  nve_dma_delay_plain #(
    .Delay    (Delay),
    .MaxTokens(MaxTokens)
  ) u_plain (
    .clk_i,
    .rst_ni,
    .clear_i,
    .in_i,
    .take_i,
    .avail_o(avail)
  );

endmodule
