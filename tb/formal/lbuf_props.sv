// SPDX-License-Identifier: Apache-2.0
// Properties of nve_lbuf (isa.md section 5): any one word is followed; of each port, a read register and an
// output as the page defines them, known while they hold the followed word or the 0 of a reset.
`include "formal.svh"

module lbuf_props #(
  localparam int unsigned WordW = nve_pkg::WordBits,
  localparam int unsigned AddrW = nve_pkg::LocalAddressBits
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             clear_i,
  input logic             advance_i,
  input logic             a_rd_i,
  input logic             a_wr_i,
  input logic [AddrW-1:0] a_addr_i,
  input logic [WordW-1:0] a_wdata_i,
  input logic             b_rd_i,
  input logic             b_wr_i,
  input logic [AddrW-1:0] b_addr_i,
  input logic [WordW-1:0] b_wdata_i
);

  (* anyconst *) logic [AddrW-1:0] watched;
  logic [WordW-1:0] a_out, b_out;
  // From inside
  logic                                a_read, b_read, b_kept;
  logic [WordW-1:0]                    a_rdata, b_rdata;
  logic [nve_pkg::LocalWords*WordW-1:0] words;

  nve_lbuf dut (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .clear_i   (clear_i),
    .advance_i (advance_i),
    .a_rd_i    (a_rd_i),
    .a_wr_i    (a_wr_i),
    .a_addr_i  (a_addr_i),
    .a_wdata_i (a_wdata_i),
    .a_out_o   (a_out),
    .a_read_o  (),
    .a_word_o  (),
    .b_rd_i    (b_rd_i),
    .b_wr_i    (b_wr_i),
    .b_addr_i  (b_addr_i),
    .b_wdata_i (b_wdata_i),
    .b_out_o   (b_out),
    .b_read_o  (),
    .b_word_o  ()
  );

  `FORMAL_RESET
  `GIVEN(OnePortOneAction, !(a_rd_i && a_wr_i) && !(b_rd_i && b_wr_i))
  `GIVEN_IF(OnlyWhenAdvancing, a_rd_i || a_wr_i || b_rd_i || b_wr_i, advance_i)

  // The followed word: port A wins
  logic [WordW-1:0] word_q = '0;
  always_ff @(posedge clk_i) begin
    if (a_wr_i && a_addr_i == watched) word_q <= a_wdata_i;
    else if (b_wr_i && b_addr_i == watched) word_q <= b_wdata_i;
  end

  logic [WordW-1:0] a_reg_q, b_reg_q, a_out_q, b_out_q;
  logic             a_reg_known_q, b_reg_known_q, a_out_known_q, b_out_known_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      a_reg_q       <= '0;
      b_reg_q       <= '0;
      a_out_q       <= '0;
      b_out_q       <= '0;
      a_reg_known_q <= 1'b1;
      b_reg_known_q <= 1'b1;
      a_out_known_q <= 1'b1;
      b_out_known_q <= 1'b1;
    end else if (advance_i) begin
      a_out_q       <= a_reg_q;
      b_out_q       <= b_reg_q;
      a_out_known_q <= a_reg_known_q;
      b_out_known_q <= b_reg_known_q;
      if (a_rd_i) begin
        a_reg_q       <= word_q;
        a_reg_known_q <= a_addr_i == watched;
      end
      if (b_rd_i) begin
        b_reg_q       <= word_q;
        b_reg_known_q <= b_addr_i == watched;
      end
    end
  end

  logic             still_q;
  logic [WordW-1:0] a_before_q, b_before_q;
  always_ff @(posedge clk_i) begin
    still_q    <= rst_ni && !clear_i && !advance_i;
    a_before_q <= a_out;
    b_before_q <= b_out;
  end

  `PROVE(PortAShowsRead, !a_out_known_q || a_out == a_out_q)
  `PROVE(PortBShowsRead, !b_out_known_q || b_out == b_out_q)
  `PROVE(PortAHoldsInStall, !still_q || a_out == a_before_q)
  `PROVE(PortBHoldsInStall, !still_q || b_out == b_before_q)
  `PROVE(WordStored, words[watched*WordW +: WordW] == word_q)
  `PROVE(NoDoubleWrite, !(a_wr_i && b_kept && a_addr_i == b_addr_i))
  // The read register between the two: what the induction needs
  `PROVE(PortAReadRegister, a_read ? (!a_reg_known_q || a_rdata == a_reg_q)
                                   : (a_out_known_q == a_reg_known_q && a_out_q == a_reg_q))
  `PROVE(PortBReadRegister, b_read ? (!b_reg_known_q || b_rdata == b_reg_q)
                                   : (b_out_known_q == b_reg_known_q && b_out_q == b_reg_q))

  `REACH(BothPortsShowIt, a_out_known_q && b_out_known_q && a_out == b_out && a_out == WordW'(7) && a_read)
  `REACH(BothWriteIt, a_wr_i && b_wr_i && a_addr_i == watched && b_addr_i == watched)

endmodule
