// SPDX-License-Identifier: Apache-2.0
// Properties of the way from a finished sum to its table address, nve_vmac with one lane (isa.md sections 3
// and 6): index = clamp((accu + r) >> ACT_SHIFT), three advancing cycles after set rb. The sum itself is
// left to the solver.
`include "formal.svh"

module result_props #(
  localparam int unsigned AccuW   = nve_pkg::AccumulatorBits,
  localparam int unsigned WeightW = nve_pkg::WeightBits,
  localparam int unsigned PixelW  = nve_pkg::PixelBits,
  localparam int unsigned IndexW  = nve_pkg::ActIndexBits,
  localparam int unsigned BiasW   = $clog2(nve_pkg::MaxBiasShift + 1),
  localparam int unsigned ShiftW  = $clog2(nve_pkg::MaxActShift + 1)
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               clear_i,
  input logic               advance_i,
  input logic [1:0]         op_i,
  input logic [BiasW-1:0]   bias_shift_i,
  input logic [ShiftW-1:0]  act_shift_i,
  input logic [WeightW-1:0] weight_i,
  input logic [PixelW-1:0]  pixel_i
);

  logic [AccuW-1:0]  accu;
  logic [IndexW-1:0] result;
  // From inside
  logic              valid1;
  logic [IndexW-1:0] address, address_held;

  nve_vmac dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .clear_i      (clear_i),
    .advance_i    (advance_i),
    .op_i         (op_i),
    .bias_shift_i (bias_shift_i),
    .act_shift_i  (act_shift_i),
    .weight_i     (weight_i),
    .pixels_i     (pixel_i),
    .accu_o       (accu),
    .result_o     (result),
    .stage1_set_o (),
    .stage1_o     (),
    .stage2_o     ()
  );

  `FORMAL_RESET

  // Two bits more than the accumulator; the last bit that the shift drops is the half that rounds up.
  logic signed [AccuW+1:0] sum, shifted;
  logic signed [AccuW+1:0] low, high;
  logic [IndexW-1:0]       expected;
  assign sum     = {{2{accu[AccuW-1]}}, accu};
  assign low     = -((AccuW + 2)'(1) << (IndexW - 1));
  assign high    = ((AccuW + 2)'(1) << (IndexW - 1)) - (AccuW + 2)'(1);
  always_comb begin
    shifted = sum;
    if (act_shift_i != '0) begin
      shifted = sum >>> (act_shift_i - 1'b1);
      shifted = (shifted + (AccuW + 2)'(1)) >>> 1;
    end
    if (shifted < low) expected = '0;
    else if (shifted > high) expected = {IndexW{1'b1}};
    else expected = shifted[IndexW-1:0] + (IndexW'(1) << (IndexW - 1));
  end

  // The page's pipeline registers
  logic [IndexW-1:0] p1_q, p2_q, result_q;
  logic              still_q;
  logic [IndexW-1:0] before_q;
  always_ff @(posedge clk_i) begin
    still_q  <= rst_ni && !clear_i && !advance_i;
    before_q <= result;
    if (!rst_ni || clear_i) begin
      p1_q     <= '0;
      p2_q     <= '0;
      result_q <= '0;
    end else if (advance_i) begin
      if (op_i == 2'd1) p1_q <= expected;
      p2_q     <= p1_q;
      result_q <= p2_q;
    end
  end

  `PROVE(ResultIsTableAddress, result == result_q)
  `PROVE(StallHolds, !(formal_started && still_q) || result == before_q)
  // Inside the pipeline: what the induction needs
  `PROVE(FirstStage, valid1 ? address == p1_q : p2_q == p1_q)
  `PROVE(SecondStage, address_held == p2_q)

  `REACH(SaturatesHigh,
         formal_started && accu[AccuW-1:AccuW-2] == 2'b01 && result == {IndexW{1'b1}})
  `REACH(SaturatesLow, formal_started && accu[AccuW-1] && result == '0 && result_q != p2_q)
  `REACH(RoundsUp, op_i == 2'd1 && advance_i && act_shift_i == ShiftW'(3) && accu == AccuW'(4) &&
                   expected == (IndexW'(1) << (IndexW - 1)) + 1'b1)

endmodule
