// SPDX-License-Identifier: Apache-2.0
// Memory with two ports that write wider than they read: in a cycle without a write both may read one
// word each; each may write any of Parts neighbouring words, the first a multiple of Parts. Read latency
// one cycle, never reset. A port's rdata holds until the next read; a write leaves it alone. The two
// ports must not write the same words in one cycle.
// Since no cycle both reads and writes, a block RAM does this without logic around it.
// Simulation starts with zeros, as isa.md section 2 asks of both models.
`include "nve_assert.svh"

module nve_ram_2rw_wide #(
  parameter  int unsigned Width = 8,
  parameter  int unsigned Depth = 1024,
  parameter  int unsigned Parts = 4,
  localparam int unsigned AddrW = $clog2(Depth),
  localparam int unsigned PartW = $clog2(Parts)
) (
  input  logic                   clk_i,
  // Both ports read
  input  logic                   re_i,
  // Port A; a write takes no notice of the low bits of the address
  input  logic [Parts-1:0]       a_we_i,
  input  logic [AddrW-1:0]       a_addr_i,
  input  logic [Parts*Width-1:0] a_wdata_i,
  output logic [Width-1:0]       a_rdata_o,
  // Port B
  input  logic [Parts-1:0]       b_we_i,
  input  logic [AddrW-1:0]       b_addr_i,
  input  logic [Parts*Width-1:0] b_wdata_i,
  output logic [Width-1:0]       b_rdata_o
);

  if (Parts < 2 || Parts != 2 ** PartW || Depth != 2 ** AddrW || Depth < 2 * Parts) begin : gen_bad
    $error("nve_ram_2rw_wide: Parts and Depth must be powers of two, Depth at least 2 * Parts");
  end

  logic [Width-1:0] mem [0:Depth-1];
  logic [Width-1:0] a_rdata_q, b_rdata_q;
  logic             write;

  initial begin
    for (int unsigned i = 0; i < Depth; i++) mem[i] = '0;
  end

  assign write = a_we_i != '0 || b_we_i != '0;

  always_ff @(posedge clk_i) begin
    for (int unsigned k = 0; k < Parts; k++) begin
      if (a_we_i[k]) mem[{a_addr_i[AddrW-1:PartW], PartW'(k)}] <= a_wdata_i[k*Width +: Width];
    end
    if (re_i && !write) a_rdata_q <= mem[a_addr_i];
  end

  always_ff @(posedge clk_i) begin
    for (int unsigned k = 0; k < Parts; k++) begin
      if (b_we_i[k]) mem[{b_addr_i[AddrW-1:PartW], PartW'(k)}] <= b_wdata_i[k*Width +: Width];
    end
    if (re_i && !write) b_rdata_q <= mem[b_addr_i];
  end

  assign a_rdata_o = a_rdata_q;
  assign b_rdata_o = b_rdata_q;

  `ASSERT_IF(NoReadWithWrite, write, !re_i, clk_i, 1'b0)
  `ASSERT_IF(NoDoubleWrite, a_we_i != '0 && b_we_i != '0,
             a_addr_i[AddrW-1:PartW] != b_addr_i[AddrW-1:PartW], clk_i, 1'b0)

endmodule
