// SPDX-License-Identifier: Apache-2.0
// nve_fifo of the congested builds: that of rtl/, here called nve_fifo_plain, whose push side pretends
// to be full and whose pop side pretends to be empty when its congestor says so. level_o and
// places_o stay those of the words that are there.
module nve_fifo #(
  parameter  int unsigned Width  = 32,
  parameter  int unsigned Depth  = 4,
  localparam int unsigned LevelW = $clog2(Depth + 1),
  localparam int unsigned PtrW   = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clear_i,
  input  logic              push_valid_i,
  output logic              push_ready_o,
  input  logic [Width-1:0]  push_data_i,
  output logic              pop_valid_o,
  input  logic              pop_ready_i,
  output logic [Width-1:0]  pop_data_o,
  output logic [LevelW-1:0] level_o,
  output logic [2*PtrW-1:0] places_o
);

  logic room, word, hold_push, hold_pop, lose;

  nve_congestor u_congestor (
    .clk_i,
    .room_i     (room),
    .pushed_i   (push_valid_i && push_ready_o),
    .word_i     (word),
    .popped_i   (pop_ready_i && pop_valid_o),
    .hold_push_o(hold_push),
    .hold_pop_o (hold_pop),
    .lose_o     (lose)
  );

  assign push_ready_o = room && !hold_push;
  assign pop_valid_o  = word && !hold_pop;

  nve_fifo_plain #(
    .Width(Width),
    .Depth(Depth)
  ) u_plain (
    .clk_i,
    .rst_ni,
    .clear_i,
    .push_valid_i(push_valid_i && !hold_push && !lose),
    .push_ready_o(room),
    .push_data_i,
    .pop_valid_o (word),
    .pop_ready_i (pop_ready_i && !hold_pop),
    .pop_data_o,
    .level_o,
    .places_o
  );

endmodule
