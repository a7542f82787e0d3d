// SPDX-License-Identifier: Apache-2.0
// Properties of the accumulator of a MAC lane, nve_vmac with one lane (isa.md section 6, VMAC): mac adds
// the exact product, set rb loads the aligned bias, everything else holds. With PartialProducts the product
// of the property is a sum, one term per bit of the pixel; at full width, where no solver gets through
// that, it is a multiplication too.
`include "formal.svh"

module mac_props #(
  parameter  bit          PartialProducts = 1'b1,
  localparam int unsigned AccuW   = nve_pkg::AccumulatorBits,
  localparam int unsigned WeightW = nve_pkg::WeightBits,
  localparam int unsigned PixelW  = nve_pkg::PixelBits,
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

  logic [AccuW-1:0]                 accu;
  logic [nve_pkg::ActIndexBits-1:0] result;

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

  // What the operations of this cycle are worth
  logic [AccuW-1:0]  weight, bias;
  logic [PixelW-1:0] pixel;
  assign weight = {{(AccuW-WeightW){weight_i[WeightW-1]}}, weight_i};
  assign bias   = weight << bias_shift_i;
  assign pixel  = (op_i == 2'd2) ? pixel_i : '0;

  logic signed [AccuW-1:0] product;
  if (PartialProducts) begin : gen_partial
    always_comb begin
      product = '0;
      for (int unsigned k = 0; k < PixelW; k++) begin
        if (pixel[k]) product = product + (weight << k);
      end
    end
  end else begin : gen_whole
    assign product = $signed(weight_i) * $signed({1'b0, pixel});
  end

  logic             seen_q, reset_q, advance_q;
  logic [1:0]       op_q;
  logic [AccuW-1:0] accu_q, product_q, bias_q;
  always_ff @(posedge clk_i) begin
    seen_q    <= rst_ni && !clear_i;
    reset_q   <= !rst_ni || clear_i;
    advance_q <= advance_i;
    op_q      <= op_i;
    accu_q    <= accu;
    product_q <= product;
    bias_q    <= bias;
  end

  logic moved;
  assign moved = formal_started && seen_q && advance_q;

  `PROVE(MacAddsProduct, !(moved && op_q == 2'd2) || accu == AccuW'(accu_q + product_q))
  `PROVE(SetRbLoadsBias, !(moved && op_q == 2'd1) || accu == bias_q)
  `PROVE(OtherCodesHold, !(moved && (op_q == 2'd0 || op_q == 2'd3)) || accu == accu_q)
  `PROVE(StallHolds, !(formal_started && seen_q && !advance_q) || accu == accu_q)
  `PROVE(ClearedByReset, !(formal_started && reset_q) || accu == '0)

  `REACH(NegativeSum, moved && op_q == 2'd2 && accu[AccuW-1] && !accu_q[AccuW-1] && accu_q != '0)

endmodule
