// SPDX-License-Identifier: Apache-2.0
// Properties of nve_fifo (isa.md section 9). One word, whichever the solver chooses, is followed through
// the FIFO: it leaves when as many words have left as were inside when it came, unchanged. What holds for a
// freely chosen word holds for all, so nothing is lost, doubled or reordered.
`include "formal.svh"

module fifo_props #(
  parameter  int unsigned Width  = 4,
  parameter  int unsigned Depth  = 5,
  localparam int unsigned LevelW = $clog2(Depth + 1),
  localparam int unsigned PtrW   = (Depth > 1) ? $clog2(Depth) : 1
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             clear_i,
  input logic             push_valid_i,
  input logic [Width-1:0] push_data_i,
  input logic             pop_ready_i
);

  logic              push_ready, pop_valid, push, pop;
  logic [Width-1:0]  pop_data;
  logic [LevelW-1:0] level;
  logic [PtrW-1:0]   write_pointer, read_pointer;
  logic [2*PtrW-1:0] places;
  logic [Depth*Width-1:0] words;

  nve_fifo #(
    .Width(Width),
    .Depth(Depth)
  ) dut (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .clear_i      (clear_i),
    .push_valid_i (push_valid_i),
    .push_ready_o (push_ready),
    .push_data_i  (push_data_i),
    .pop_valid_o  (pop_valid),
    .pop_ready_i  (pop_ready_i),
    .pop_data_o   (pop_data),
    .level_o      (level),
    .places_o     (places)
  );

  `FORMAL_RESET

  assign push = push_valid_i && push_ready;
  assign pop  = pop_valid && pop_ready_i;

  // One of the words that enter is the followed one, at any time the solver likes.
  (* anyseq *) logic choose;
  logic              seen_q, left_q;
  logic [LevelW-1:0] ahead_q;
  logic [Width-1:0]  word_q;
  logic [LevelW-1:0] count_q;
  logic [PtrW-1:0]   enter_q, leave_q;

  logic              enters, leaves;
  assign enters = push && choose && !seen_q;
  // The followed word is at the head when nothing is ahead of it.
  assign leaves = pop && seen_q && !left_q && ahead_q == '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      seen_q  <= 1'b0;
      left_q  <= 1'b0;
      ahead_q <= '0;
      word_q  <= '0;
      count_q <= '0;
      enter_q <= '0;
      leave_q <= '0;
    end else begin
      count_q <= count_q + LevelW'(push) - LevelW'(pop);
      if (push) enter_q <= (enter_q == PtrW'(Depth - 1)) ? '0 : enter_q + 1'b1;
      if (pop) leave_q <= (leave_q == PtrW'(Depth - 1)) ? '0 : leave_q + 1'b1;
      if (enters) begin
        seen_q  <= 1'b1;
        word_q  <= push_data_i;
        ahead_q <= count_q - LevelW'(pop);
      end else if (seen_q && !left_q && pop && ahead_q != '0) begin
        ahead_q <= ahead_q - 1'b1;
      end
      if (leaves) left_q <= 1'b1;
    end
  end

  // The cycle before: a word offered and not taken.
  logic             held_q;
  logic [Width-1:0] held_data_q;
  logic             empty_reset_q;
  always_ff @(posedge clk_i) begin
    held_q        <= rst_ni && !clear_i && pop_valid && !pop_ready_i;
    held_data_q   <= pop_data;
    empty_reset_q <= !rst_ni || clear_i;
  end

  `PROVE(LevelIsWordsInside, level == count_q)
  `PROVE(LevelInRange, level <= LevelW'(Depth))
  `PROVE(ReadyUnlessFull, push_ready == (level != LevelW'(Depth)))
  `PROVE(ValidUnlessEmpty, pop_valid == (level != '0))
  `PROVE(OrderKept, !leaves || pop_data == word_q)
  `PROVE(NotLost, !seen_q || left_q || pop_valid)
  `PROVE(PlaceInside, !seen_q || left_q || ahead_q < level)
  `PROVE(OfferStays, !held_q || (pop_valid && pop_data == held_data_q))
  `PROVE(PlacesShown, places == {enter_q, leave_q})
  `PROVE(ClearEmpties, !empty_reset_q || level == '0)

  // The storage from inside: what the induction needs
  logic [PtrW:0]    end_sum, place_sum, place;
  logic [Width-1:0] stored;
  assign end_sum   = (PtrW + 1)'(read_pointer) + (PtrW + 1)'(level);
  assign place_sum = (PtrW + 1)'(read_pointer) + (PtrW + 1)'(ahead_q);
  assign place     = (place_sum >= (PtrW + 1)'(Depth)) ? place_sum - (PtrW + 1)'(Depth) : place_sum;
  assign stored    = words[place*Width +: Width];
  `PROVE(PointersInRange, read_pointer <= PtrW'(Depth - 1) && write_pointer <= PtrW'(Depth - 1))
  `PROVE(PointersMatchLevel,
         (PtrW + 1)'(write_pointer) ==
         ((end_sum >= (PtrW + 1)'(Depth)) ? end_sum - (PtrW + 1)'(Depth) : end_sum))
  `PROVE(StoredWordKept, !seen_q || left_q || stored == word_q)

  `REACH(Full, level == LevelW'(Depth))
  `REACH(FollowedWordLeavesFull, leaves && level == LevelW'(Depth))
  `REACH(EmptiedAgain, left_q && level == '0)

endmodule
