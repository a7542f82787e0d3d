// SPDX-License-Identifier: Apache-2.0
// Proof of nve_dma_delay: a token can be taken exactly from Delay cycles after it entered, in order.
// One token, picked freely, is followed: how many are in front of it, and its age.
`include "formal.svh"

module dma_delay_props #(
  parameter int unsigned Delay     = 3,
  parameter int unsigned MaxTokens = 3
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,
  input logic in_i,
  input logic take_i,
  input logic pick_i
);

  localparam int unsigned CountW = $clog2(MaxTokens + Delay + 1);
  localparam int unsigned CntW   = $clog2(MaxTokens + 1);
  localparam int unsigned AgeW   = $clog2(Delay + 2);

  `FORMAL_RESET

  logic avail_o, follow;

  nve_dma_delay #(
    .Delay    (Delay),
    .MaxTokens(MaxTokens)
  ) dut (
    .clk_i,
    .rst_ni,
    .clear_i,
    .in_i,
    .take_i,
    .avail_o
  );

  logic              followed_q;
  logic [CountW-1:0] tokens_q, front_q;
  logic [AgeW-1:0]   age_q;

  assign follow = pick_i && in_i && !followed_q;

  // The neighbours, a FIFO of MaxTokens entries beside it, as the unit's own two ASSERTs have them: tokens
  // that are not mature yet may be more. Both names, the unit's own, are connected by the manifest.
  logic            mature;
  logic [CntW-1:0] count_q;

  `GIVEN_IF(TakeOnlyAvailable, take_i && !clear_i, avail_o)
  `GIVEN_IF(NoTokenOverflow, mature && !take_i && !clear_i, count_q != CntW'(MaxTokens))

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      followed_q <= 1'b0;
      tokens_q   <= '0;
      front_q    <= '0;
      age_q      <= '0;
    end else if (clear_i) begin
      followed_q <= 1'b0;
      tokens_q   <= '0;
    end else begin
      tokens_q <= tokens_q + CountW'(in_i) - CountW'(take_i);
      if (follow) begin
        followed_q <= 1'b1;
        front_q    <= tokens_q - CountW'(take_i);
        age_q      <= AgeW'(1);
      end else if (followed_q) begin
        if (take_i && front_q == '0) followed_q <= 1'b0;
        if (take_i) front_q <= front_q - 1'b1;
        if (age_q != AgeW'(Delay)) age_q <= age_q + 1'b1;
      end
    end
  end

  `PROVE(NothingFromNothing, tokens_q != '0 || !avail_o)
  `PROVE(NotEarly, !followed_q || front_q != '0 || age_q == AgeW'(Delay) || !avail_o)
  `PROVE(NotLate, !followed_q || age_q != AgeW'(Delay) || avail_o)
  `REACH(LastOfAFullRow, followed_q && take_i && front_q == CountW'(MaxTokens - 1))
  `REACH(TakenAtOnce, followed_q && take_i && front_q == '0 && tokens_q == CountW'(1))

endmodule
