// SPDX-License-Identifier: Apache-2.0
// VMAC slot: all lanes in lockstep, and what they share (isa.md section 6): the aligned bias, the
// rounding term, and the valid bit of the result pipeline's first stage. The shift of a sum travels
// with it, so that a setting changed between two programs does not reach sums of the first.
module nve_vmac (
  input  logic                                              clk_i,
  input  logic                                              rst_ni,
  input  logic                                              clear_i,
  input  logic                                              advance_i,
  input  logic [1:0]                                        op_i,
  // Settings
  input  logic [$clog2(nve_pkg::MaxBiasShift+1)-1:0]        bias_shift_i,
  input  logic [$clog2(nve_pkg::MaxActShift+1)-1:0]         act_shift_i,
  // Operands: rw[0] and one pixel per lane
  input  logic [nve_pkg::WeightBits-1:0]                    weight_i,
  input  logic [nve_pkg::Lanes*nve_pkg::PixelBits-1:0]      pixels_i,
  // Lane 0 in the low bits
  output logic [nve_pkg::Lanes*nve_pkg::AccumulatorBits-1:0] accu_o,
  output logic [nve_pkg::Lanes*nve_pkg::ActIndexBits-1:0]   result_o,
  // For the probe: the stages between the two, and whether the first has a new sum
  output logic                                              stage1_set_o,
  output logic [nve_pkg::Lanes*nve_pkg::ActIndexBits-1:0]   stage1_o,
  output logic [nve_pkg::Lanes*nve_pkg::ActIndexBits-1:0]   stage2_o
);

  localparam int unsigned AccuW  = nve_pkg::AccumulatorBits;
  localparam int unsigned PixelW = nve_pkg::PixelBits;
  localparam int unsigned IndexW = nve_pkg::ActIndexBits;
  localparam int unsigned ShiftW = $clog2(nve_pkg::MaxActShift + 1);

  logic                                  mac, setrb;
  logic signed [nve_pkg::WeightBits-1:0] weight;
  logic signed [AccuW-1:0]               weight_extended, bias;
  logic signed [AccuW:0]                 round;
  logic [ShiftW-1:0]                     shift_q;
  logic                                  valid1_q;

  assign mac    = op_i == nve_pkg::VmacOpMac;
  assign setrb  = op_i == nve_pkg::VmacOpSetrb;
  assign weight = weight_i;

  assign weight_extended = AccuW'(weight);
  assign bias            = weight_extended <<< bias_shift_i;

  // 2^(shift-1), and 0 for shift 0.
  assign round = ((AccuW + 1)'(1) << act_shift_i) >> 1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid1_q <= 1'b0;
      shift_q  <= '0;
    end else if (clear_i) begin
      valid1_q <= 1'b0;
      shift_q  <= '0;
    end else if (advance_i) begin
      valid1_q <= setrb;
      if (setrb) shift_q <= act_shift_i;
    end
  end

  assign stage1_set_o = valid1_q;

  for (genvar l = 0; l < nve_pkg::Lanes; l++) begin : gen_lane
    nve_mac_lane u_lane (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .clear_i   (clear_i),
      .advance_i (advance_i),
      .mac_i     (mac),
      .setrb_i   (setrb),
      .weight_i  (weight),
      .pixel_i   (pixels_i[l*PixelW +: PixelW]),
      .bias_i    (bias),
      .round_i   (round),
      .shift_i   (shift_q),
      .valid1_i  (valid1_q),
      .accu_o    (accu_o[l*AccuW +: AccuW]),
      .result_o  (result_o[l*IndexW +: IndexW]),
      .stage1_o  (stage1_o[l*IndexW +: IndexW]),
      .stage2_o  (stage2_o[l*IndexW +: IndexW])
    );
  end

endmodule
