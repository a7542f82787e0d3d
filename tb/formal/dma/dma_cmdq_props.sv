// SPDX-License-Identifier: Apache-2.0
// Proof of nve_dma_cmdq: every descriptor becomes one command, unchanged and in order, SgPipe cycles
// after it entered at the earliest, CmdInterval cycles after the command before. One descriptor,
// picked freely, is followed through the queue.
`include "formal.svh"

module dma_cmdq_props #(
  parameter int unsigned Width       = 6,
  parameter int unsigned Depth       = 3,
  parameter int unsigned SgPipe      = 2,
  parameter int unsigned CmdInterval = 4
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             clear_i,
  input logic             desc_valid_i,
  input logic [Width-1:0] desc_i,
  input logic             cmd_ready_i,
  input logic             pick_i
);

  localparam int unsigned CountW = $clog2(Depth + 2);
  localparam int unsigned AgeW   = $clog2(SgPipe + 2);
  localparam int unsigned PauseW = $clog2(CmdInterval + 2);

  `FORMAL_RESET

  logic             desc_ready, cmd_valid, empty, push, take, follow;
  logic [Width-1:0] cmd;

  nve_dma_cmdq #(
    .Width      (Width),
    .Depth      (Depth),
    .SgPipe     (SgPipe),
    .CmdInterval(CmdInterval)
  ) dut (
    .clk_i,
    .rst_ni,
    .clear_i,
    .desc_valid_i,
    .desc_ready_o(desc_ready),
    .desc_i,
    .cmd_valid_o (cmd_valid),
    .cmd_ready_i,
    .cmd_o       (cmd),
    .empty_o     (empty)
  );

  logic              followed_q, stall_q;
  logic [CountW-1:0] held_q, front_q;
  logic [AgeW-1:0]   age_q;
  logic [PauseW-1:0] pause_q;
  logic [Width-1:0]  desc_q, cmd_q;

  assign push   = desc_valid_i && desc_ready;
  assign take   = cmd_valid && cmd_ready_i;
  assign follow = pick_i && push && !followed_q;

  // pause: cycles in which no command may come after the last one.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      followed_q <= 1'b0;
      stall_q    <= 1'b0;
      held_q     <= '0;
      front_q    <= '0;
      age_q      <= '0;
      pause_q    <= '0;
      desc_q     <= '0;
      cmd_q      <= '0;
    end else if (clear_i) begin
      followed_q <= 1'b0;
      stall_q    <= 1'b0;
      held_q     <= '0;
      pause_q    <= '0;
    end else begin
      stall_q <= cmd_valid && !cmd_ready_i;
      cmd_q   <= cmd;
      held_q  <= held_q + CountW'(push) - CountW'(take);
      if (take) pause_q <= PauseW'(CmdInterval - 1);
      else if (pause_q != '0) pause_q <= pause_q - 1'b1;
      if (follow) begin
        followed_q <= 1'b1;
        front_q    <= held_q - CountW'(take);
        age_q      <= AgeW'(1);
        desc_q     <= desc_i;
      end else if (followed_q) begin
        if (take && front_q == '0) followed_q <= 1'b0;
        if (take) front_q <= front_q - 1'b1;
        if (age_q != AgeW'(SgPipe)) age_q <= age_q + 1'b1;
      end
    end
  end

  `PROVE(NoCommandFromNothing, !cmd_valid || held_q != '0)
  `PROVE(EmptyIsEmpty, empty == (held_q == '0))
  `PROVE(RoomIsOffered, desc_ready == (held_q != CountW'(Depth)))
  `PROVE(CommandIsTheDescriptor, !(followed_q && front_q == '0 && cmd_valid) || cmd == desc_q)
  `PROVE(NotBeforeSgPipe, !(followed_q && front_q == '0 && cmd_valid) || age_q == AgeW'(SgPipe))
  `PROVE(NotCloserThanInterval, pause_q == '0 || !cmd_valid)
  `PROVE(NotLater, !(followed_q && age_q == AgeW'(SgPipe) && pause_q == '0) || cmd_valid)
  `PROVE(CommandStays, !stall_q || (cmd_valid && cmd == cmd_q))
  `REACH(LastOfAFullQueue, followed_q && take && front_q == '0 && held_q == CountW'(1) && stall_q)
  `REACH(QueueFull, held_q == CountW'(Depth) && cmd_valid)

endmodule
