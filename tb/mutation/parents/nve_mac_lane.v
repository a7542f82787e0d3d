// SPDX-License-Identifier: Apache-2.0
// A lane with what nve_vmac shares between all of them: one operation at a time, the rounding term of the
// shift that goes with a sum, and the valid bit that follows `set rb`. The bias is any number.
module nve_mac_lane_parent (clk_i, rst_ni, clear_i, advance_i, op_i, act_shift_i, weight_i, pixel_i, bias_i,
  mutsel, accu_o, result_o);
  input clk_i;
  input rst_ni;
  input clear_i;
  input advance_i;
  input [1:0] op_i;
  input [4:0] act_shift_i;
  input [15:0] weight_i;
  input [7:0] pixel_i;
  input [31:0] bias_i;
  input [11:0] mutsel;
  output [31:0] accu_o;
  output [9:0] result_o;
  wire setrb = op_i == 2'd1;
  wire [32:0] round = (33'd1 << act_shift_i) >> 1;
  reg valid1 = 1'b0;
  reg [4:0] shift = 5'd0;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      valid1 <= 1'b0;
      shift  <= 5'd0;
    end else if (advance_i) begin
      valid1 <= setrb;
      if (setrb) shift <= act_shift_i;
    end
  end
  nve_mac_lane u_lane (.clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .advance_i(advance_i),
    .mac_i(op_i == 2'd2), .setrb_i(setrb), .weight_i(weight_i), .pixel_i(pixel_i), .bias_i(bias_i),
    .round_i(round), .shift_i(shift), .valid1_i(valid1), .accu_o(accu_o),
    .result_o(result_o), .mutsel(mutsel));
endmodule
