// SPDX-License-Identifier: Apache-2.0
// Properties of nve_ram_1r1w: any one word, followed from write to read.
`include "formal.svh"

module ram_1r1w_props #(
  parameter  int unsigned Width = 4,
  parameter  int unsigned Depth = 8,
  localparam int unsigned AddrW = $clog2(Depth)
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             we_i,
  input logic [AddrW-1:0] waddr_i,
  input logic [Width-1:0] wdata_i,
  input logic             re_i,
  input logic [AddrW-1:0] raddr_i
);

  (* anyconst *) logic [AddrW-1:0] watched;
  logic [Width-1:0]       rdata;
  logic [Depth*Width-1:0] words;

  nve_ram_1r1w #(
    .Width(Width),
    .Depth(Depth)
  ) dut (
    .clk_i   (clk_i),
    .we_i    (we_i),
    .waddr_i (waddr_i),
    .wdata_i (wdata_i),
    .re_i    (re_i),
    .raddr_i (raddr_i),
    .rdata_o (rdata)
  );

  `FORMAL_RESET

  logic [Width-1:0] word_q = '0;
  logic [Width-1:0] read_q, before_q;
  logic             known_q = 1'b0, held_q = 1'b0, collision_q = 1'b0;
  always_ff @(posedge clk_i) begin
    if (we_i && waddr_i == watched) word_q <= wdata_i;
    if (re_i) begin
      known_q     <= raddr_i == watched;
      read_q      <= word_q;
      collision_q <= we_i && waddr_i == raddr_i && wdata_i != word_q;
    end
    held_q   <= !re_i;
    before_q <= rdata;
  end

  `PROVE(WordStored, words[watched*Width +: Width] == word_q)
  `PROVE(ReadGivesOldWord, !known_q || rdata == read_q)
  `PROVE(OutputHolds, !held_q || rdata == before_q)

  `REACH(ReadInCollision, known_q && collision_q && rdata == Width'(5))

endmodule
