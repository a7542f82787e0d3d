// SPDX-License-Identifier: Apache-2.0
// Proof of nve_dma_update: every finished descriptor is written back once, whole, in the order of its
// channel, one write at a time, and reported once, with the response's error, when the response is
// there. One status of either channel, picked freely, is followed through the queue.
`include "formal.svh"

module dma_update_props #(
  parameter int unsigned QueueDepth = 2
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         clear_i,
  input logic         hold_i,
  input logic [1:0]   stat_valid_i,
  input logic [117:0] stat_i,
  input logic         awready_i,
  input logic         wready_i,
  input logic [1:0]   bresp_i,
  input logic         bvalid_i,
  input logic         pick_i,
  input logic         channel_i
);

  localparam int unsigned CountW = $clog2(QueueDepth + 3);

  `FORMAL_RESET

  logic [1:0]  stat_ready, done, owed, busy;
  logic        done_eof, idle, awvalid, wvalid, bready;
  logic [25:0] done_desc;
  logic [5:0]  done_err;
  logic [31:0] awaddr, wdata;

  nve_dma_update #(
    .QueueDepth(QueueDepth)
  ) dut (
    .clk_i,
    .rst_ni,
    .clear_i,
    .hold_i,
    .stat_valid_i,
    .stat_ready_o(stat_ready),
    .stat_i,
    .done_o      (done),
    .done_eof_o  (done_eof),
    .done_desc_o (done_desc),
    .done_err_o  (done_err),
    .owed_o      (owed),
    .busy_o      (busy),
    .axi_idle_o  (idle),
    .awaddr_o    (awaddr),
    .awvalid_o   (awvalid),
    .awready_i,
    .wdata_o     (wdata),
    .wvalid_o    (wvalid),
    .wready_i,
    .bresp_i,
    .bvalid_i,
    .bready_o    (bready)
  );

  // The followed channel: entries accepted and not reported; those in front of the picked one.
  logic              channel_q, followed_q, push, follow, head, report;
  logic [CountW-1:0] held_q, front_q;
  logic [58:0]       entry, entry_q;
  // The write under way: channel halves of it that the port has not taken yet.
  logic              open_q, aw_done_q, w_done_q, handed_q, aw_take, w_take, b_take, opens;
  logic              aw_stall_q, w_stall_q, was_hold_q, clear_q, was_idle_q;
  logic [31:0]       awaddr_q, wdata_q;

  assign aw_take = awvalid && awready_i;
  assign w_take  = wvalid && wready_i;
  assign b_take  = bvalid_i && bready;
  assign opens   = !idle && was_idle_q;
  assign push    = stat_valid_i[channel_q] && stat_ready[channel_q];
  assign entry   = channel_q ? stat_i[117:59] : stat_i[58:0];
  assign follow  = pick_i && push && !followed_q;
  assign report  = done[channel_q];
  assign head    = followed_q && front_q == '0;

  // The memory answers a write once, after its address and its data; no clear while one is open.
  `GIVEN(ResponseOnlyWhenExpected, !bvalid_i || (aw_done_q && w_done_q))
  `GIVEN(ClearWhenIdle, !clear_i || idle)

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      channel_q  <= channel_i;
      followed_q <= 1'b0;
      held_q     <= '0;
      front_q    <= '0;
      entry_q    <= '0;
      aw_done_q  <= 1'b0;
      w_done_q   <= 1'b0;
      handed_q   <= 1'b0;
      aw_stall_q <= 1'b0;
      w_stall_q  <= 1'b0;
      was_hold_q <= 1'b0;
      was_idle_q <= 1'b1;
      clear_q    <= 1'b0;
      awaddr_q   <= '0;
      wdata_q    <= '0;
    end else begin
      if (clear_i) begin
        followed_q <= 1'b0;
        held_q     <= '0;
      end else begin
        held_q <= held_q + CountW'(push) - CountW'(report);
        if (follow) begin
          followed_q <= 1'b1;
          front_q    <= held_q - CountW'(report);
          entry_q    <= entry;
        end else if (followed_q && report) begin
          if (front_q == '0) followed_q <= 1'b0;
          front_q <= front_q - 1'b1;
        end
      end
      if (aw_take) aw_done_q <= 1'b1;
      if (w_take) w_done_q <= 1'b1;
      if (b_take) begin
        aw_done_q <= 1'b0;
        w_done_q  <= 1'b0;
      end
      handed_q   <= aw_done_q && w_done_q && !b_take;
      aw_stall_q <= awvalid && !awready_i && !clear_i;
      w_stall_q  <= wvalid && !wready_i && !clear_i;
      was_hold_q <= hold_i;
      was_idle_q <= idle;
      clear_q    <= clear_i;
      awaddr_q   <= awaddr;
      wdata_q    <= wdata;
    end
  end

  assign open_q = aw_done_q || w_done_q;

  always_comb ResetQuiet : assert (rst_ni || (!awvalid && !wvalid && done == '0));
  `PROVE(AddressStays, !aw_stall_q || (awvalid && awaddr == awaddr_q))
  `PROVE(DataStays, !w_stall_q || (wvalid && wdata == wdata_q))
  `PROVE(OneAddress, !(awvalid && aw_done_q))
  `PROVE(OneData, !(wvalid && w_done_q))
  `PROVE(OneOpen, idle || (awvalid ^ aw_done_q) && (wvalid ^ w_done_q))
  `PROVE(IdleIsIdle, !idle || (!awvalid && !wvalid && !open_q))
  `PROVE(NoNewWriteOnHold, !(opens && was_hold_q))
  `PROVE(ReportedOnResponse, (done != '0) == b_take && done != 2'b11)
  `PROVE(ReportHasEntry, !report || held_q != '0)
  `PROVE(RoomIsKnown, held_q <= CountW'(QueueDepth + 1))
  `PROVE(BusyWhileHeld, busy[channel_q] == (held_q != '0))
  // Owed until the second cycle after both halves of the last one have been taken.
  `PROVE(OwedUntilHandedOver, owed[channel_q] || held_q == '0 || (held_q == CountW'(1) && handed_q))
  `PROVE(HandedOverIsNotOwed, !owed[channel_q] || (held_q != '0 &&
                              !(held_q == CountW'(1) && handed_q && !busy[!channel_q])))
  `PROVE(ReportIsTheEntry, !(head && report) || {done_eof, done_desc} == entry_q[58:32])
  `PROVE(WrittenBeforeReport, !(head && report) || (awaddr == {entry_q[57:32], 6'h1c} &&
                                                    wdata == entry_q[31:0]))
  `PROVE(ErrorIsReported, done == '0 || (done_err[5:3] == {bresp_i == 2'b11, bresp_i == 2'b10, 1'b0}))
  `PROVE(DataErrorIsReported, !(head && report) || done_err[2:0] == entry_q[30:28])
  `REACH(ReportOfTheLast, head && report && held_q == CountW'(1) && clear_q == 1'b0 && bresp_i == 2'b10)
  `REACH(HandedOverWithoutResponse, busy[channel_q] && !owed[channel_q])
  `REACH(QueueFull, held_q == CountW'(QueueDepth + 1) && busy == 2'b11)

  // The channels alternate: a write of the other channel is followed by one of this one if it waits.
  logic       last_q, other_waits_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      last_q        <= 1'b0;
      other_waits_q <= 1'b0;
    end else if (clear_i) begin
      last_q        <= 1'b0;
      other_waits_q <= 1'b0;
    end else if (report) begin
      last_q        <= 1'b1;
      other_waits_q <= busy[!channel_q];
    end else if (done != '0) begin
      last_q <= 1'b0;
    end
  end

  `PROVE(ChannelsAlternate, !(report && last_q && other_waits_q))

endmodule
