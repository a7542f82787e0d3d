// SPDX-License-Identifier: Apache-2.0
// Properties of nve_ram_2rw_wide: any one word, followed from either port's write of several to either
// port's read. A cycle that writes does not read.
`include "formal.svh"

module ram_2rw_wide_props #(
  parameter  int unsigned Width = 4,
  parameter  int unsigned Depth = 16,
  parameter  int unsigned Parts = 4,
  localparam int unsigned AddrW = $clog2(Depth),
  localparam int unsigned PartW = $clog2(Parts)
) (
  input logic                   clk_i,
  input logic                   rst_ni,
  input logic                   re_i,
  input logic [Parts-1:0]       a_we_i,
  input logic [AddrW-1:0]       a_addr_i,
  input logic [Parts*Width-1:0] a_wdata_i,
  input logic [Parts-1:0]       b_we_i,
  input logic [AddrW-1:0]       b_addr_i,
  input logic [Parts*Width-1:0] b_wdata_i
);

  (* anyconst *) logic [AddrW-1:0] watched;
  logic [Width-1:0]       a_rdata, b_rdata;
  logic [Depth*Width-1:0] words;

  nve_ram_2rw_wide #(
    .Width(Width),
    .Depth(Depth),
    .Parts(Parts)
  ) dut (
    .clk_i     (clk_i),
    .re_i      (re_i),
    .a_we_i    (a_we_i),
    .a_addr_i  (a_addr_i),
    .a_wdata_i (a_wdata_i),
    .a_rdata_o (a_rdata),
    .b_we_i    (b_we_i),
    .b_addr_i  (b_addr_i),
    .b_wdata_i (b_wdata_i),
    .b_rdata_o (b_rdata)
  );

  `FORMAL_RESET
  `GIVEN_IF(NoDoubleWrite, a_we_i != '0 && b_we_i != '0,
            a_addr_i[AddrW-1:PartW] != b_addr_i[AddrW-1:PartW])

  logic [PartW-1:0] part;
  logic             a_write, b_write, read;
  assign part    = watched[PartW-1:0];
  assign a_write = a_we_i[part] && a_addr_i[AddrW-1:PartW] == watched[AddrW-1:PartW];
  assign b_write = b_we_i[part] && b_addr_i[AddrW-1:PartW] == watched[AddrW-1:PartW];
  assign read    = re_i && a_we_i == '0 && b_we_i == '0;

  logic [Width-1:0] word_q = '0;
  logic [Width-1:0] a_read_q, b_read_q, a_before_q, b_before_q;
  logic             a_known_q = 1'b0, b_known_q = 1'b0, held_q = 1'b0;
  always_ff @(posedge clk_i) begin
    if (a_write) word_q <= a_wdata_i[part*Width +: Width];
    if (b_write) word_q <= b_wdata_i[part*Width +: Width];
    if (read) begin
      a_known_q <= a_addr_i == watched;
      b_known_q <= b_addr_i == watched;
      a_read_q  <= word_q;
      b_read_q  <= word_q;
    end
    held_q     <= !read;
    a_before_q <= a_rdata;
    b_before_q <= b_rdata;
  end

  `PROVE(WordStored, words[watched*Width +: Width] == word_q)
  `PROVE(PortAGivesWord, !a_known_q || a_rdata == a_read_q)
  `PROVE(PortBGivesWord, !b_known_q || b_rdata == b_read_q)
  `PROVE(WritesLeaveOutputs, !held_q || (a_rdata == a_before_q && b_rdata == b_before_q))

  `REACH(ReadBehindBothWrites, a_known_q && !b_known_q && held_q && a_rdata == Width'(5) &&
                               b_rdata == Width'(9))

endmodule
