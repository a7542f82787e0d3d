// SPDX-License-Identifier: Apache-2.0
// WREG slot: the coefficients rw[0..RwEntries-1] (isa.md section 6); rw[0] is in the low bits.
// set loads all of them from port A's output, sh moves them down by one and fills with 0.
module nve_wreg (
  input  logic                                              clk_i,
  input  logic                                              rst_ni,
  input  logic                                              clear_i,
  input  logic                                              advance_i,
  input  logic [1:0]                                        op_i,
  input  logic [nve_pkg::WordBits-1:0]                      port_a_i,
  output logic [nve_pkg::RwEntries*nve_pkg::WeightBits-1:0] rw_o
);

  localparam int unsigned RwW = nve_pkg::RwEntries * nve_pkg::WeightBits;

  logic [RwW-1:0] rw_q, rw_d;

  always_comb begin
    unique case (op_i)
      nve_pkg::WregOpSet: rw_d = port_a_i[RwW-1:0];
      nve_pkg::WregOpSh:  rw_d = rw_q >> nve_pkg::WeightBits;
      default:            rw_d = rw_q;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rw_q <= '0;
    else if (clear_i) rw_q <= '0;
    else if (advance_i) rw_q <= rw_d;
  end

  assign rw_o = rw_q;

endmodule
