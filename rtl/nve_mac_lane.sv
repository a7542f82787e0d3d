// SPDX-License-Identifier: Apache-2.0
// One MAC lane (thesis 3.1, isa.md sections 3 and 6): accumulator and the three stages that turn a
// finished sum into an activation table address. One adder serves mac and set rb: mac adds
// rw[0] * x to the accumulator, set rb adds 0 to the aligned bias, so that multiplier and adder are
// one multiply-add. A sum handed over in advancing cycle t stands on result_o from t+3 on.
module nve_mac_lane (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      clear_i,
  input  logic                                      advance_i,
  // Operation and operands, the same for all lanes but the pixel
  input  logic                                      mac_i,
  input  logic                                      setrb_i,
  input  logic signed [nve_pkg::WeightBits-1:0]     weight_i,
  input  logic [nve_pkg::PixelBits-1:0]             pixel_i,
  input  logic signed [nve_pkg::AccumulatorBits-1:0] bias_i,
  // Table address: rounding term of the first stage; shift of the second, and whether it has a new sum
  input  logic signed [nve_pkg::AccumulatorBits:0]  round_i,
  input  logic [$clog2(nve_pkg::MaxActShift+1)-1:0] shift_i,
  input  logic                                      valid1_i,
  output logic [nve_pkg::AccumulatorBits-1:0]       accu_o,
  output logic [nve_pkg::ActIndexBits-1:0]          result_o,
  // For the probe: the sum of the last set rb, as a table address, and the one before it reaches result_o
  output logic [nve_pkg::ActIndexBits-1:0]          stage1_o,
  output logic [nve_pkg::ActIndexBits-1:0]          stage2_o
);

  localparam int unsigned AccuW  = nve_pkg::AccumulatorBits;
  localparam int unsigned IndexW = nve_pkg::ActIndexBits;

  logic signed [nve_pkg::PixelBits:0] pixel;
  logic signed [AccuW-1:0]            product, addend, accu_q, accu_d;
  // One bit more than the accumulator: the rounded sum does not wrap.
  logic signed [AccuW:0]              rounded_q, shifted;
  logic                               fits;
  logic [IndexW-1:0]                  address, address_q, result_q;

  // Pixels are unsigned: the sign bit is 0.
  assign pixel   = {1'b0, mac_i ? pixel_i : {nve_pkg::PixelBits{1'b0}}};
  assign product = AccuW'(weight_i * pixel);
  assign addend  = setrb_i ? bias_i : accu_q;
  assign accu_d  = addend + product;

  // Saturation to the index range; adding half the table size is an inversion of the sign bit.
  assign shifted = rounded_q >>> shift_i;
  assign fits    = shifted[AccuW:IndexW-1] == '0 || shifted[AccuW:IndexW-1] == '1;
  assign address = fits ? {!shifted[IndexW-1], shifted[IndexW-2:0]} : {IndexW{!shifted[AccuW]}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      accu_q    <= '0;
      rounded_q <= '0;
      address_q <= '0;
      result_q  <= '0;
    end else if (clear_i) begin
      accu_q    <= '0;
      rounded_q <= '0;
      address_q <= '0;
      result_q  <= '0;
    end else if (advance_i) begin
      accu_q <= accu_d;
      if (setrb_i) rounded_q <= accu_q + round_i;
      if (valid1_i) address_q <= address;
      result_q <= address_q;
    end
  end

  assign accu_o   = accu_q;
  assign result_o = result_q;
  assign stage1_o = valid1_i ? address : '0;
  assign stage2_o = address_q;

endmodule
