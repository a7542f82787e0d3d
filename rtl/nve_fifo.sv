// SPDX-License-Identifier: Apache-2.0
// Synchronous first-word-fall-through FIFO of any depth >= 1. push_ready_o and pop_valid_o depend
// on registers only; a word pushed in cycle t can be popped from t+1 on; push and pop may happen in
// the same cycle whenever 0 < level < Depth. clear_i empties it.
`include "nve_assert.svh"

module nve_fifo #(
  parameter  int unsigned Width  = 32,
  parameter  int unsigned Depth  = 4,
  localparam int unsigned LevelW = $clog2(Depth + 1),
  localparam int unsigned PtrW   = (Depth > 1) ? $clog2(Depth) : 1
) (
  input  logic              clk_i,
  input  logic              rst_ni,
  input  logic              clear_i,
  // Push side
  input  logic              push_valid_i,
  output logic              push_ready_o,
  input  logic [Width-1:0]  push_data_i,
  // Pop side
  output logic              pop_valid_o,
  input  logic              pop_ready_i,
  output logic [Width-1:0]  pop_data_o,
  output logic [LevelW-1:0] level_o,
  // Where the next word will lie and where the oldest one lies: with level_o, for a probe, all registers
  output logic [2*PtrW-1:0] places_o
);

  if (Width < 1 || Depth < 1) begin : gen_bad
    $error("nve_fifo: Width and Depth must be at least 1");
  end

  logic [Width-1:0]  mem [0:Depth-1];
  logic [PtrW-1:0]   wr_q, rd_q;
  logic [LevelW-1:0] level_q;
  logic              push, pop;

  assign push_ready_o = level_q != LevelW'(Depth);
  assign pop_valid_o  = level_q != '0;
  assign pop_data_o   = mem[rd_q];
  assign level_o      = level_q;
  assign places_o     = {wr_q, rd_q};
  assign push         = push_valid_i && push_ready_o;
  assign pop          = pop_ready_i && pop_valid_o;

  // The storage has no reset, so that it can become a RAM.
  always_ff @(posedge clk_i) begin
    if (push) mem[wr_q] <= push_data_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wr_q    <= '0;
      rd_q    <= '0;
      level_q <= '0;
    end else if (clear_i) begin
      wr_q    <= '0;
      rd_q    <= '0;
      level_q <= '0;
    end else begin
      // Explicit wrap: the depth need not be a power of two.
      if (push) wr_q <= (wr_q == PtrW'(Depth - 1)) ? '0 : wr_q + 1'b1;
      if (pop) rd_q <= (rd_q == PtrW'(Depth - 1)) ? '0 : rd_q + 1'b1;
      if (push && !pop) level_q <= level_q + 1'b1;
      if (pop && !push) level_q <= level_q - 1'b1;
    end
  end

  `ASSERT(LevelInRange, level_q != '0, level_q <= LevelW'(Depth))

endmodule
