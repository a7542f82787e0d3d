// SPDX-License-Identifier: Apache-2.0
// Memory with one read-or-write port and one read port, read latency one cycle, never reset.
// A port's rdata holds until that port reads again; a write leaves it alone.
module nve_ram_1rw1r #(
  parameter  int unsigned Width = 8,
  parameter  int unsigned Depth = 1024,
  localparam int unsigned AddrW = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  logic             clk_i,
  // Port A, read or write
  input  logic             a_en_i,
  input  logic             a_we_i,
  input  logic [AddrW-1:0] a_addr_i,
  input  logic [Width-1:0] a_wdata_i,
  output logic [Width-1:0] a_rdata_o,
  // Port B, read
  input  logic             b_en_i,
  input  logic [AddrW-1:0] b_addr_i,
  output logic [Width-1:0] b_rdata_o
);

  nve_ram_2rw #(
    .Width(Width),
    .Depth(Depth),
    .HoldA(1'b1)
  ) u_ram (
    .clk_i     (clk_i),
    .a_en_i    (a_en_i),
    .a_we_i    (a_we_i),
    .a_addr_i  (a_addr_i),
    .a_wdata_i (a_wdata_i),
    .a_rdata_o (a_rdata_o),
    .b_en_i    (b_en_i),
    .b_we_i    (1'b0),
    .b_addr_i  (b_addr_i),
    .b_wdata_i ('0),
    .b_rdata_o (b_rdata_o)
  );

endmodule
