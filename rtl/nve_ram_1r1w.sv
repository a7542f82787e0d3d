// SPDX-License-Identifier: Apache-2.0
// Memory with one write and one read port, read latency one cycle, never reset.
// rdata_o holds while re_i is 0. A read of the word written in the same cycle returns the old word.
// Simulation starts with zeros, as isa.md section 2 asks of both models.
module nve_ram_1r1w #(
  parameter  int unsigned Width = 64,
  parameter  int unsigned Depth = 512,
  localparam int unsigned AddrW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  logic             clk_i,
  // Write port
  input  logic             we_i,
  input  logic [AddrW-1:0] waddr_i,
  input  logic [Width-1:0] wdata_i,
  // Read port
  input  logic             re_i,
  input  logic [AddrW-1:0] raddr_i,
  output logic [Width-1:0] rdata_o
);

  logic [Width-1:0] mem [0:Depth-1];
  logic [Width-1:0] rdata_q;

  initial begin
    for (int unsigned i = 0; i < Depth; i++) mem[i] = '0;
  end

  always_ff @(posedge clk_i) begin
    if (we_i) mem[waddr_i] <= wdata_i;
    if (re_i) rdata_q <= mem[raddr_i];
  end

  assign rdata_o = rdata_q;

endmodule
