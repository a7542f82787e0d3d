// SPDX-License-Identifier: Apache-2.0
// Memory with two ports that each read or write one word per cycle, read latency one cycle, never
// reset. An enabled port shows the old word on its rdata, also when it writes, and holds it until it is
// enabled again; a read of a word that the other port writes in the same cycle returns the old word.
// The two ports must not write one word in the same cycle.
// Simulation starts with zeros, as isa.md section 2 asks of both models.
`include "nve_assert.svh"

module nve_ram_2rw #(
  parameter  int unsigned Width = 64,
  parameter  int unsigned Depth = 1024,
  localparam int unsigned AddrW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  logic             clk_i,
  // Port A
  input  logic             a_en_i,
  input  logic             a_we_i,
  input  logic [AddrW-1:0] a_addr_i,
  input  logic [Width-1:0] a_wdata_i,
  output logic [Width-1:0] a_rdata_o,
  // Port B
  input  logic             b_en_i,
  input  logic             b_we_i,
  input  logic [AddrW-1:0] b_addr_i,
  input  logic [Width-1:0] b_wdata_i,
  output logic [Width-1:0] b_rdata_o
);

  logic [Width-1:0] mem [0:Depth-1];
  logic [Width-1:0] a_rdata_q, b_rdata_q;

  initial begin
    for (int unsigned i = 0; i < Depth; i++) mem[i] = '0;
  end

  // One process per port and read before write: the form that maps onto a true dual-port block RAM
  // without logic around it.
  always_ff @(posedge clk_i) begin
    if (a_en_i) begin
      if (a_we_i) mem[a_addr_i] <= a_wdata_i;
      a_rdata_q <= mem[a_addr_i];
    end
  end

  always_ff @(posedge clk_i) begin
    if (b_en_i) begin
      if (b_we_i) mem[b_addr_i] <= b_wdata_i;
      b_rdata_q <= mem[b_addr_i];
    end
  end

  assign a_rdata_o = a_rdata_q;
  assign b_rdata_o = b_rdata_q;

  `ASSERT_IF(NoDoubleWrite, a_en_i && a_we_i && b_en_i && b_we_i, a_addr_i != b_addr_i, clk_i, 1'b0)

endmodule
