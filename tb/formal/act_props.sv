// SPDX-License-Identifier: Apache-2.0
// Properties of nve_act (isa.md sections 6, 8 and 10): any one entry of the table, followed from its write,
// by itself or as a pixel of a word, to the pixels looked up. A pixel of the output is known while it shows
// the followed entry.
`include "formal.svh"

module act_props #(
  localparam int unsigned IndexW = nve_pkg::ActIndexBits,
  localparam int unsigned PixelW = nve_pkg::PixelBits,
  localparam int unsigned PartW  = 2,
  localparam int unsigned Half   = nve_pkg::ActLanes
) (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic                             clear_i,
  input logic                             table_we_i,
  input logic                             table_word_i,
  input logic [IndexW-1:0]                table_addr_i,
  input logic [PixelW-1:0]                table_entry_i,
  input logic [nve_pkg::WordBits-1:0]     table_pixels_i,
  input logic                             act_i,
  input logic                             half_i,
  input logic                             send_i,
  input logic [nve_pkg::Lanes*IndexW-1:0] result_i
);

  (* anyconst *) logic [IndexW-1:0] watched;
  logic [nve_pkg::WordBits-1:0] act_out;
  logic                         push;
  // From inside: the words of the four copies, and that a look-up was made since the reset
  logic [nve_pkg::ActEntries*PixelW-1:0] words0, words1, words2, words3;
  logic                                  seen;

  nve_act dut (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .clear_i        (clear_i),
    .table_we_i     (table_we_i),
    .table_word_i   (table_word_i),
    .table_addr_i   (table_addr_i),
    .table_entry_i  (table_entry_i),
    .table_pixels_i (table_pixels_i),
    .act_i          (act_i),
    .half_i         (half_i),
    .send_i         (send_i),
    .result_i       (result_i),
    .act_out_o      (act_out),
    .push_o         (push)
  );

  `FORMAL_RESET
  `GIVEN_IF(NoTableWriteWhileLookingUp, table_we_i, !act_i)
  `GIVEN_IF(WordAtItsPlace, table_we_i && table_word_i, table_addr_i[PartW:0] == '0)

  // Entry 8 w + k is pixel k of the word that begins with entry 8 w.
  logic [PixelW-1:0] entry_q = '0;
  logic              by_word_q = 1'b0;
  logic [2:0]        pixel;
  assign pixel = watched[2:0];
  always_ff @(posedge clk_i) begin
    if (table_we_i && !table_word_i && table_addr_i == watched) begin
      entry_q   <= table_entry_i;
      by_word_q <= 1'b0;
    end
    if (table_we_i && table_word_i && table_addr_i[IndexW-1:3] == watched[IndexW-1:3]) begin
      entry_q   <= table_pixels_i[pixel*PixelW +: PixelW];
      by_word_q <= 1'b1;
    end
  end

  logic                         no_reset_q, reset_q, push_q, still_q, looked_q;
  logic [nve_pkg::WordBits-1:0] before_q;
  always_ff @(posedge clk_i) begin
    no_reset_q <= rst_ni && !clear_i;
    reset_q    <= !rst_ni || clear_i;
    push_q     <= rst_ni && !clear_i && act_i && send_i;
    still_q    <= rst_ni && !clear_i && !act_i;
    before_q   <= act_out;
    if (!rst_ni || clear_i) looked_q <= 1'b0;
    else if (act_i) looked_q <= 1'b1;
  end

  logic [Half-1:0] pixel_ok, known_ok;
  for (genvar k = 0; k < Half; k++) begin : gen_pixel
    logic              known_q;
    logic [PixelW-1:0] pixel_q;
    logic [IndexW-1:0] index;
    assign index = half_i ? result_i[(Half+k)*IndexW +: IndexW] : result_i[k*IndexW +: IndexW];
    always_ff @(posedge clk_i) begin
      if (!rst_ni || clear_i) known_q <= 1'b0;
      else if (act_i) known_q <= index == watched;
      if (act_i) pixel_q <= entry_q;
    end
    assign pixel_ok[k] = !known_q || act_out[k*PixelW +: PixelW] == pixel_q;
    assign known_ok[k] = !known_q || seen;
  end

  `PROVE(PixelIsTableEntry, &pixel_ok)
  `PROVE(KnownOnlyIfLookedUp, &known_ok)
  `PROVE(PushAfterSentAct, push == (formal_started && push_q))
  `PROVE(OutputHoldsWithoutAct, !(formal_started && still_q) || act_out == before_q)
  `PROVE(OutputZeroUntilAct, looked_q || act_out == '0)
  `PROVE(LookUpSeen, looked_q == seen)
  `PROVE(CopiesHoldEntry,
         words0[watched*PixelW +: PixelW] == entry_q && words1[watched*PixelW +: PixelW] == entry_q &&
         words2[watched*PixelW +: PixelW] == entry_q && words3[watched*PixelW +: PixelW] == entry_q)

  `REACH(UpperHalfPushed, push &&
         act_out[0 +: PixelW] == PixelW'(8'h5A) && act_out[7*PixelW +: PixelW] == PixelW'(8'h5A))
  `REACH(PixelOfAWordLookedUp, push && by_word_q && pixel == 3'd6 && entry_q == PixelW'(8'hC3) &&
         act_out[0 +: PixelW] == PixelW'(8'hC3))

endmodule
