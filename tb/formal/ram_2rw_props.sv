// SPDX-License-Identifier: Apache-2.0
// Properties of nve_ram_2rw: any one word, followed from either port's write to either port's read.
`include "formal.svh"

module ram_2rw_props #(
  parameter  int unsigned Width = 4,
  parameter  int unsigned Depth = 8,
  localparam int unsigned AddrW = $clog2(Depth)
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             a_en_i,
  input logic             a_we_i,
  input logic [AddrW-1:0] a_addr_i,
  input logic [Width-1:0] a_wdata_i,
  input logic             b_en_i,
  input logic             b_we_i,
  input logic [AddrW-1:0] b_addr_i,
  input logic [Width-1:0] b_wdata_i
);

  (* anyconst *) logic [AddrW-1:0] watched;
  logic [Width-1:0]       a_rdata, b_rdata;
  logic [Depth*Width-1:0] words;

  nve_ram_2rw #(
    .Width(Width),
    .Depth(Depth)
  ) dut (
    .clk_i     (clk_i),
    .a_en_i    (a_en_i),
    .a_we_i    (a_we_i),
    .a_addr_i  (a_addr_i),
    .a_wdata_i (a_wdata_i),
    .a_rdata_o (a_rdata),
    .b_en_i    (b_en_i),
    .b_we_i    (b_we_i),
    .b_addr_i  (b_addr_i),
    .b_wdata_i (b_wdata_i),
    .b_rdata_o (b_rdata)
  );

  `FORMAL_RESET

  logic a_write, b_write;
  assign a_write = a_en_i && a_we_i;
  assign b_write = b_en_i && b_we_i;

  `GIVEN_IF(NoDoubleWrite, a_en_i && a_we_i && b_en_i && b_we_i, a_addr_i != b_addr_i)

  logic [Width-1:0] word_q = '0;
  logic [Width-1:0] a_read_q, b_read_q, a_before_q, b_before_q;
  logic             a_known_q = 1'b0, b_known_q = 1'b0, a_held_q = 1'b0, b_held_q = 1'b0;
  always_ff @(posedge clk_i) begin
    if (a_write && a_addr_i == watched) word_q <= a_wdata_i;
    if (b_write && b_addr_i == watched) word_q <= b_wdata_i;
    if (a_en_i) begin
      a_known_q <= a_addr_i == watched;
      a_read_q  <= word_q;
    end
    if (b_en_i) begin
      b_known_q <= b_addr_i == watched;
      b_read_q  <= word_q;
    end
    a_held_q   <= !a_en_i;
    b_held_q   <= !b_en_i;
    a_before_q <= a_rdata;
    b_before_q <= b_rdata;
  end

  `PROVE(WordStored, words[watched*Width +: Width] == word_q)
  `PROVE(PortAGivesOldWord, !a_known_q || a_rdata == a_read_q)
  `PROVE(PortBGivesOldWord, !b_known_q || b_rdata == b_read_q)
  `PROVE(PortAHolds, !a_held_q || a_rdata == a_before_q)
  `PROVE(PortBHolds, !b_held_q || b_rdata == b_before_q)

  `REACH(BothReadWatched, a_known_q && b_known_q && a_rdata == Width'(5) && b_rdata == Width'(9))

endmodule
