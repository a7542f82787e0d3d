// SPDX-License-Identifier: Apache-2.0
// Properties of nve_separate beside the input FIFO as the core builds them (isa.md section 6, MEMA, column
// separation): W is the oldest word of the FIFO, N the one behind it.
`include "formal.svh"

module separate_props #(
  localparam int unsigned WordW  = nve_pkg::WordBits,
  localparam int unsigned HalfW  = WordW / 2,
  localparam int unsigned PixelW = nve_pkg::PixelBits,
  localparam int unsigned LevelW = nve_pkg::InputLevelBits,
  localparam int unsigned Depth  = nve_pkg::InputFifoWords,
  localparam int unsigned PtrW   = $clog2(Depth)
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             clear_i,
  input logic             tvalid_i,
  input logic [WordW-1:0] tdata_i,
  input logic             load_i,
  input logic             write_i,
  input logic [1:0]       part_i
);

  logic              ready, word_valid, valid;
  logic [WordW-1:0]  word, data;
  logic [LevelW-1:0] level;
  logic [PtrW-1:0]   enter, leave;
  logic [HalfW-1:0]  odd;
  // From inside
  logic [Depth*WordW-1:0]     words;
  logic [Depth*HalfW-1:0]     evens;

  nve_fifo #(
    .Width(WordW),
    .Depth(Depth)
  ) u_in_fifo (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .clear_i      (clear_i),
    .push_valid_i (tvalid_i),
    .push_ready_o (ready),
    .push_data_i  (tdata_i),
    .pop_valid_o  (word_valid),
    .pop_ready_i  (load_i || write_i),
    .pop_data_o   (word),
    .level_o      (level),
    .places_o     ({enter, leave})
  );

  nve_separate dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .clear_i      (clear_i),
    .push_i       (tvalid_i && ready),
    .push_word_i  (tdata_i),
    .enter_i      (enter),
    .word_i       (word),
    .word_valid_i (word_valid),
    .leave_i      (leave),
    .level_i      (level),
    .part_i       (part_i),
    .write_i      (write_i),
    .valid_o      (valid),
    .data_o       (data),
    .odd_o        (odd)
  );

  `FORMAL_RESET
  `GIVEN(WriteOnlyWhenValid, !write_i || valid)

  // Word i behind the oldest, i = 0 the oldest
  logic [WordW-1:0] oldest, behind;
  logic [PtrW:0]    place;
  assign place  = (PtrW + 1)'(leave) + 1'b1;
  assign oldest = words[leave*WordW +: WordW];
  assign behind = words[((place == (PtrW + 1)'(Depth)) ? '0 : place)*WordW +: WordW];

  logic             seen_q, reset_q, even_q;
  logic [WordW-1:0] oldest_q;
  logic [HalfW-1:0] before_q;
  always_ff @(posedge clk_i) begin
    seen_q   <= rst_ni && !clear_i;
    reset_q  <= !rst_ni || clear_i;
    even_q   <= write_i && part_i == 2'd1;
    oldest_q <= oldest;
    before_q <= odd;
  end
  logic seen;
  assign seen = formal_started && seen_q;

  `PROVE(EvenNeedsTwoWords, part_i != 2'd1 || valid == (level > LevelW'(1)))
  `PROVE(OthersNeedOneWord, part_i == 2'd1 || valid == (level != '0))
  `PROVE(PlainPassesWord, part_i != 2'd0 || !valid || data == oldest)
  logic [nve_pkg::WordPixels/2-1:0] even_ok, odd_ok, both_ok, kept_ok;
  for (genvar k = 0; k < nve_pkg::WordPixels / 2; k++) begin : gen_pixel
    logic [PixelW-1:0] low, high, w_even, w_odd, n_even;
    assign low    = data[k*PixelW +: PixelW];
    assign high   = data[(k+4)*PixelW +: PixelW];
    assign w_even = oldest[2*k*PixelW +: PixelW];
    assign w_odd  = oldest[(2*k+1)*PixelW +: PixelW];
    assign n_even = behind[2*k*PixelW +: PixelW];
    assign even_ok[k] = low == w_even && high == n_even;
    assign odd_ok[k]  = low == odd[k*PixelW +: PixelW] && high == w_odd;
    assign both_ok[k] = low == w_even && high == w_odd;
    assign kept_ok[k] = odd[k*PixelW +: PixelW] == oldest_q[(2*k+1)*PixelW +: PixelW];
  end
  `PROVE(EvenWritesEvenPixels, part_i != 2'd1 || !valid || (&even_ok))
  `PROVE(OddWritesOddPixels, part_i != 2'd2 || !valid || (&odd_ok))
  `PROVE(BothWritesHalfAndHalf, part_i != 2'd3 || !valid || (&both_ok))
  `PROVE(EvenKeepsOddPixels, !(seen && even_q) || (&kept_ok))
  `PROVE(OddHoldsOtherwise, !(seen && !even_q) || odd == before_q)
  `PROVE(ClearedByReset, !(formal_started && reset_q) || odd == '0)

  // The second storage has the even pixels of every word inside: what the induction needs.
  `PROVE(LevelInRange, level <= LevelW'(Depth))
  logic [PtrW+1:0] end_sum;
  assign end_sum = (PtrW + 2)'(leave) + (PtrW + 2)'(level);
  `PROVE(PlacesMatchLevel, (PtrW + 2)'(enter) == end_sum % (PtrW + 2)'(Depth))
  logic [Depth-1:0] mirror_ok;
  for (genvar i = 0; i < Depth; i++) begin : gen_behind
    logic [PtrW+1:0]  at;
    logic [WordW-1:0] whole;
    logic [HalfW-1:0] half, expected;
    assign at    = ((PtrW + 2)'(leave) + (PtrW + 2)'(i)) % (PtrW + 2)'(Depth);
    assign whole = words[at*WordW +: WordW];
    assign half  = evens[at*HalfW +: HalfW];
    for (genvar k = 0; k < nve_pkg::WordPixels / 2; k++) begin : gen_even
      assign expected[k*PixelW +: PixelW] = whole[2*k*PixelW +: PixelW];
    end
    assign mirror_ok[i] = LevelW'(i) >= level || half == expected;
  end
  `PROVE(EvensMirror, &mirror_ok)

  `REACH(OddAfterEven, write_i && part_i == 2'd2 && seen && odd != '0 && before_q == '0 && data != '0)
  `REACH(FullAndWaiting, level == LevelW'(Depth) && part_i == 2'd1 && write_i)

endmodule
