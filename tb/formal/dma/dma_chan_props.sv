// SPDX-License-Identifier: Apache-2.0
// Proof of nve_dma_chan: run, halt, idle and error rules, CURDESC, and interrupts, from PG021's register
// descriptions (docs/dma.md, "Registers"). Packets until the IOC interrupt and the time until the
// delay interrupt are counted apart from the unit.
`include "formal.svh"

module dma_chan_props #(
  parameter int unsigned DelayUnit = 3
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        clear_i,
  input logic        wr_cr_i,
  input logic        wr_sr_i,
  input logic        wr_cur_i,
  input logic        wr_tail_i,
  input logic [31:0] wr_data_i,
  input logic        stop_i,
  input logic        start_ok_i,
  input logic        resetting_i,
  input logic        drained_i,
  input logic        paused_i,
  input logic        owed_i,
  input logic        sof_i,
  input logic        eof_i,
  input logic        done_i,
  input logic        done_eof_i,
  input logic [25:0] done_desc_i,
  input logic        fetch_fail_i,
  input logic [25:0] fetch_desc_i,
  input logic [5:0]  err_i
);

  `FORMAL_RESET

  logic [31:0] cr, sr, cur, tail;
  logic        run, halted, cyclic, keyhole, tail_start, error, introut;
  logic [25:0] tail_next;

  nve_dma_chan #(
    .DelayUnit(DelayUnit)
  ) dut (
    .clk_i,
    .rst_ni,
    .clear_i,
    .wr_cr_i,
    .wr_sr_i,
    .wr_cur_i,
    .wr_tail_i,
    .wr_data_i,
    .cr_o        (cr),
    .sr_o        (sr),
    .cur_o       (cur),
    .tail_o      (tail),
    .stop_i,
    .start_ok_i,
    .resetting_i,
    .drained_i,
    .paused_i,
    .owed_i,
    .sof_i,
    .eof_i,
    .done_i,
    .done_eof_i,
    .done_desc_i,
    .fetch_fail_i,
    .fetch_desc_i,
    .err_i,
    .run_o       (run),
    .halted_o    (halted),
    .cyclic_o    (cyclic),
    .keyhole_o   (keyhole),
    .tail_start_o(tail_start),
    .tail_next_o (tail_next),
    .error_o     (error),
    .introut_o   (introut)
  );

  // A write decodes to one strobe, and the parent stops a channel that reports an error.
  `GIVEN(OneStrobe, {2'd0, wr_cr_i} + {2'd0, wr_sr_i} + {2'd0, wr_cur_i} + {2'd0, wr_tail_i} <= 3'd1)
  `GIVEN_IF(ErrorStops, err_i != '0, stop_i)

  logic        had_work_q, idle, was_clear_q, run_q, halted_q, idle_q, wr_cr_q, wr_cur_q, stop_q, start_ok_q;
  logic        keyhole_q, tailed_q, drained_q, paused_q, fail_q, done_q, wr_sr_q, introut_q;
  logic [31:0] data_q, cur_q;
  logic [2:0]  irq, irq_q, enable_q;
  logic [5:0]  errors, errors_q, err_q;
  logic [25:0] done_desc_q, fetch_desc_q;

  assign idle   = sr[1];
  assign irq    = sr[14:12];
  assign errors = {sr[10:8], sr[6:4]};

  // The cycle before. tailed: a TAILDESC write since the last Idle or start.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      was_clear_q <= 1'b1;
      had_work_q  <= 1'b0;
      {run_q, halted_q, idle_q, keyhole_q, introut_q} <= '0;
      {wr_cr_q, wr_cur_q, wr_sr_q, stop_q, start_ok_q} <= '0;
      {tailed_q, drained_q, paused_q, fail_q, done_q} <= '0;
      data_q       <= '0;
      cur_q        <= '0;
      irq_q        <= '0;
      enable_q     <= '0;
      errors_q     <= '0;
      err_q        <= '0;
      done_desc_q  <= '0;
      fetch_desc_q <= '0;
    end else begin
      was_clear_q  <= clear_i;
      had_work_q   <= tailed_q;
      run_q        <= run;
      halted_q     <= halted;
      idle_q       <= idle;
      keyhole_q    <= keyhole;
      introut_q    <= introut;
      wr_cr_q      <= wr_cr_i;
      wr_cur_q     <= wr_cur_i;
      wr_sr_q      <= wr_sr_i;
      stop_q       <= stop_i;
      start_ok_q   <= start_ok_i;
      drained_q    <= drained_i;
      paused_q     <= paused_i;
      fail_q       <= fetch_fail_i;
      done_q       <= done_i;
      data_q       <= wr_data_i;
      cur_q        <= cur;
      irq_q        <= irq;
      enable_q     <= cr[14:12];
      errors_q     <= errors;
      err_q        <= err_i;
      done_desc_q  <= done_desc_i;
      fetch_desc_q <= fetch_desc_i;
      tailed_q     <= run && !clear_i && (tail_start || (tailed_q && !(paused_i && drained_i)));
    end
  end

  //////////////////////
  // Run, halt, idle  //
  //////////////////////
  `PROVE(ResetValues, !was_clear_q || (halted && !run && !idle && errors == '0 && irq == '0 &&
                                       !introut && cr[31:16] == 16'h0001 && !cr[14]))
  `PROVE(FixedBits, cr[1] && sr[3] && !sr[2] && !sr[7] && !sr[11] && !sr[15] && !cr[15] &&
                    cr[11:5] == '0 && cr[2] == resetting_i && cr[0] == run && sr[0] == halted)
  `PROVE(HaltedIsStopped, !(halted && run))
  `PROVE(HaltedIsNotIdle, !(halted && idle))
  `PROVE(IdleRuns, !idle || run || run_q)
  `PROVE(StartsOnlyWhenAsked, !(run && !run_q) ||
                              (wr_cr_q && data_q[0] && halted_q && start_ok_q && !stop_q))
  `PROVE(StartsWhenAsked, was_clear_q || run ||
                          !(wr_cr_q && data_q[0] && halted_q && start_ok_q && !stop_q))
  `PROVE(StopStops, !stop_q || !run)
  `PROVE(ClearedRunStops, !(wr_cr_q && !data_q[0]) || !run)
  `PROVE(HaltsOnlyDrained, was_clear_q || !(halted && !halted_q) || (!run_q && drained_q))
  `PROVE(HaltsWhenDrained, !(!run_q && drained_q) || halted || (run && halted_q))
  `PROVE(LeavesHaltedByStart, halted || !halted_q || run)
  `PROVE(IdleAfterWork, !(idle && !idle_q) || (run_q && paused_q && drained_q && had_work_q))
  `PROVE(IdleNeedsTail, !(idle && tailed_q))
  `PROVE(KeyholeFixedWhileRunning, was_clear_q || halted_q || keyhole == keyhole_q)
  `REACH(IdleThenWork, idle_q && !idle && run && tailed_q)
  `REACH(HaltsLate, halted && !halted_q && !run_q && !was_clear_q)

  ////////////////////////////
  // Errors and descriptors //
  ////////////////////////////
  `PROVE(ErrorsStay, was_clear_q || errors == (errors_q | err_q))
  `PROVE(ErrorIsAnyError, error == (errors != '0))
  `PROVE(CurdescWrittenWhenHalted, was_clear_q || !(wr_cur_q && halted_q) || cur == {data_q[31:6], 6'd0})
  `PROVE(CurdescFrozenByError, was_clear_q || errors_q == '0 || (wr_cur_q && halted_q) || cur == cur_q)
  `PROVE(CurdescFollows, was_clear_q || errors_q != '0 || (wr_cur_q && halted_q) ||
                         cur == {fail_q ? fetch_desc_q : done_q ? done_desc_q : cur_q[31:6], 6'd0})
  `PROVE(TailIsSeenAtOnce, tail_next == (wr_tail_i ? wr_data_i[31:6] : tail[31:6]))
  `PROVE(TailStartsARun, !tail_start || (wr_tail_i && run))
  `PROVE(OwedTailStartsNothing, !(tail_start && paused_i && owed_i) || tail_next != tail[31:6])
  `PROVE(OtherTailStarts, tail_start || !(wr_tail_i && run) ||
                          (paused_i && owed_i && tail_next == tail[31:6]))

  ////////////////
  // Interrupts //
  ////////////////
  // Packets still to come, PG021's rule: the threshold reloads on a new value and on either interrupt.
  logic [7:0]  threshold_q, left_q, threshold;
  logic        packet, last_packet_q, ioc;
  // The delay timer: ticks of DelayUnit cycles since the end of the last packet, until the next one starts.
  logic        timing_q, delay, delay_now, delay_q;
  logic [7:0]  cycles_q, ticks_q;
  logic        tick;

  assign packet    = done_i && done_eof_i && err_i == '0;
  assign threshold = (wr_data_i[23:16] == '0) ? 8'd1 : wr_data_i[23:16];

  // The interrupts that rise in this cycle although they were not cleared in the one before.
  assign ioc   = irq[0] && (!irq_q[0] || (wr_sr_q && data_q[12]));
  assign delay = irq[1] && (!irq_q[1] || (wr_sr_q && data_q[13]));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) last_packet_q <= 1'b0;
    else last_packet_q <= packet && left_q == 8'd1 && !clear_i;
  end

  `PROVE(IocOfTheLastPacket, was_clear_q || (last_packet_q ? irq[0] : !ioc))
  `PROVE(ClearedByOne, was_clear_q || !(wr_sr_q && data_q[14] && err_q == '0) || !irq[2])
  `PROVE(NotClearedOtherwise, was_clear_q || (wr_sr_q && data_q[14]) || !irq_q[2] || irq[2])
  `PROVE(ErrorInterrupt, was_clear_q || irq[2] || err_q == '0)
  `PROVE(LineIsEnabledCause, was_clear_q || introut == ((irq_q & enable_q) != '0))
  `REACH(ErrorClearedAtOnce, irq[2] && wr_sr_q && data_q[14] && err_q != '0)

  // Packets counted from a write of the threshold on; what else reloads it ends the count.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      threshold_q <= 8'd1;
      left_q      <= 8'd1;
    end else if (clear_i) begin
      threshold_q <= 8'd1;
      left_q      <= 8'd1;
    end else begin
      if (wr_cr_i) threshold_q <= threshold;
      if (wr_cr_i && threshold != threshold_q) left_q <= threshold;
      else if (delay_now || (packet && left_q == 8'd1)) left_q <= threshold_q;
      else if (packet) left_q <= left_q - 8'd1;
    end
  end

  `PROVE(PacketsLeft, sr[23:16] == left_q)
  `PROVE(PacketsLeftNotZero, left_q != '0)
  `REACH(ThirdPacket, ioc && threshold_q == 8'd3 && data_q == '0)

  assign tick      = timing_q && run && cr[31:24] != '0 && !irq[1] && cycles_q == 8'(DelayUnit - 1);
  assign delay_now = tick && ticks_q + 8'd1 >= cr[31:24];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      timing_q <= 1'b0;
      cycles_q <= '0;
      ticks_q  <= '0;
    end else if (clear_i || !run || eof_i || sof_i || delay_now) begin
      timing_q <= eof_i && run && !clear_i;
      cycles_q <= '0;
      ticks_q  <= '0;
    end else if (tick) begin
      cycles_q <= '0;
      ticks_q  <= ticks_q + 8'd1;
    end else if (timing_q && cr[31:24] != '0 && !irq[1]) begin
      cycles_q <= cycles_q + 8'd1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) delay_q <= 1'b0;
    else delay_q <= delay_now && !clear_i;
  end

  `PROVE(DelayInterrupt, was_clear_q || delay == delay_q)
  `PROVE(DelayTimer, sr[31:24] == ticks_q)
  `REACH(DelayOfTwo, delay && cr[31:24] == 8'd2)

endmodule
