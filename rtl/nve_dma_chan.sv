// SPDX-License-Identifier: Apache-2.0
// Control and status of one channel: DMACR, DMASR, CURDESC, TAILDESC, run/stop/idle, packet and
// delay interrupts (PG021 "MM2S_DMACR", "MM2S_DMASR", "Interrupt Coalescing"). RS can be set only
// while Halted and while no error of either channel is pending: the recovery from an error is the
// soft reset. Error bits stay until that reset; CURDESC freezes with the first of them.
`include "nve_assert.svh"

module nve_dma_chan #(
  parameter int unsigned DelayUnit = 125
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  // Register access
  input  logic        wr_cr_i,
  input  logic        wr_sr_i,
  input  logic        wr_cur_i,
  input  logic        wr_tail_i,
  input  logic [31:0] wr_data_i,
  output logic [31:0] cr_o,
  output logic [31:0] sr_o,
  output logic [31:0] cur_o,
  output logic [31:0] tail_o,
  // Core-wide state
  input  logic        stop_i,
  input  logic        start_ok_i,
  input  logic        resetting_i,
  // Engine state of this channel
  input  logic        drained_i,
  input  logic        paused_i,
  input  logic        owed_i,
  input  logic        sof_i,
  input  logic        eof_i,
  // Events: finished write-back, failed fetch; errors as {SG dec, slv, int, DMA dec, slv, int}
  input  logic        done_i,
  input  logic        done_eof_i,
  input  logic [25:0] done_desc_i,
  input  logic        fetch_fail_i,
  input  logic [25:0] fetch_desc_i,
  input  logic [5:0]  err_i,
  // Commands to the engine
  output logic        run_o,
  output logic        halted_o,
  output logic        cyclic_o,
  output logic        keyhole_o,
  output logic        tail_start_o,
  output logic [25:0] tail_next_o,
  output logic        error_o,
  output logic        introut_o
);

  localparam int unsigned UnitW = $clog2(DelayUnit + 1);

  logic             rs_q, halted_q, idle_q, work_q, keyhole_q, cyclic_q;
  logic [2:0]       irq_en_q, irq_q, irq_set;
  logic [5:0]       err_q;
  logic [7:0]       threshold_q, threshold_new, count_q, delay_q, timer_q;
  logic [UnitW-1:0] unit_q;
  logic [25:0]      cur_q, tail_q;
  logic             tail_known, timing_q, timer_run, timer_fire, packet_done, introut_q, unused_data;

  assign unused_data = ^{wr_data_i[5], wr_data_i[2:1]};

  //////////////////////
  // Run, halt, idle  //
  //////////////////////
  // The descriptor at TAILDESC has been fetched and software cannot have seen its status: the same
  // value written again names no other descriptor.
  assign tail_known   = paused_i && owed_i && wr_data_i[31:6] == tail_q;
  assign tail_start_o = wr_tail_i && rs_q && !tail_known;
  assign tail_next_o  = wr_tail_i ? wr_data_i[31:6] : tail_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rs_q     <= 1'b0;
      halted_q <= 1'b1;
      idle_q   <= 1'b0;
      work_q   <= 1'b0;
    end else if (clear_i) begin
      rs_q     <= 1'b0;
      halted_q <= 1'b1;
      idle_q   <= 1'b0;
      work_q   <= 1'b0;
    end else begin
      if (stop_i) begin
        rs_q <= 1'b0;
      end else if (wr_cr_i) begin
        if (!wr_data_i[0]) begin
          rs_q <= 1'b0;
        end else if (halted_q && start_ok_i) begin
          rs_q     <= 1'b1;
          halted_q <= 1'b0;
        end
      end
      if (!rs_q && drained_i && !halted_q) halted_q <= 1'b1;

      // Idle needs work since the last TAILDESC write: it is 0 between RS=1 and the first tail.
      if (!rs_q) begin
        idle_q <= 1'b0;
        work_q <= 1'b0;
      end else if (tail_start_o) begin
        idle_q <= 1'b0;
        work_q <= 1'b1;
      end else if (work_q && paused_i && drained_i) begin
        idle_q <= 1'b1;
        work_q <= 1'b0;
      end
    end
  end

  /////////////////////////
  // Descriptor pointers //
  /////////////////////////
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cur_q  <= '0;
      tail_q <= '0;
    end else if (clear_i) begin
      cur_q  <= '0;
      tail_q <= '0;
    end else begin
      if (wr_tail_i) tail_q <= wr_data_i[31:6];
      if (wr_cur_i && halted_q) cur_q <= wr_data_i[31:6];
      else if (fetch_fail_i && err_q == '0) cur_q <= fetch_desc_i;
      else if (done_i && err_q == '0) cur_q <= done_desc_i;
    end
  end

  ///////////////////////////
  // Control register bits //
  ///////////////////////////
  assign threshold_new = (wr_data_i[23:16] == '0) ? 8'd1 : wr_data_i[23:16];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      keyhole_q   <= 1'b0;
      cyclic_q    <= 1'b0;
      irq_en_q    <= '0;
      threshold_q <= 8'd1;
      delay_q     <= '0;
    end else if (clear_i) begin
      keyhole_q   <= 1'b0;
      cyclic_q    <= 1'b0;
      irq_en_q    <= '0;
      threshold_q <= 8'd1;
      delay_q     <= '0;
    end else if (wr_cr_i) begin
      // The burst type must not change under an address that is waiting for its handshake.
      if (halted_q) keyhole_q <= wr_data_i[3];
      cyclic_q    <= wr_data_i[4];
      irq_en_q    <= wr_data_i[14:12];
      threshold_q <= threshold_new;
      delay_q     <= wr_data_i[31:24];
    end
  end

  ////////////////
  // Interrupts //
  ////////////////
  assign packet_done = done_i && done_eof_i && err_i == '0;
  assign timer_run   = timing_q && rs_q && delay_q != '0 && !irq_q[1];
  assign timer_fire  = timer_run && unit_q == UnitW'(DelayUnit - 1) && timer_q + 1'b1 >= delay_q;
  // Bits 0 IOC, 1 delay, 2 error, in the order of DMASR[14:12].
  assign irq_set     = {err_i != '0, timer_fire, packet_done && count_q <= 8'd1};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      irq_q     <= '0;
      err_q     <= '0;
      count_q   <= 8'd1;
      introut_q <= 1'b0;
    end else if (clear_i) begin
      irq_q     <= '0;
      err_q     <= '0;
      count_q   <= 8'd1;
      introut_q <= 1'b0;
    end else begin
      // A set in the cycle of the write-one-to-clear wins, so no event is lost.
      irq_q     <= (irq_q & ~(wr_sr_i ? wr_data_i[14:12] : 3'b000)) | irq_set;
      err_q     <= err_q | err_i;
      introut_q <= |(irq_q & irq_en_q);
      if (wr_cr_i && threshold_new != threshold_q) count_q <= threshold_new;
      else if (irq_set[0] || timer_fire) count_q <= threshold_q;
      else if (packet_done) count_q <= count_q - 1'b1;
    end
  end

  // The timer runs between the end of one packet and the start of the next, both on the stream.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      timing_q <= 1'b0;
      unit_q   <= '0;
      timer_q  <= '0;
    end else if (clear_i || !rs_q || sof_i || eof_i || timer_fire) begin
      // A one-word packet starts and ends in the same cycle: the end counts.
      timing_q <= eof_i && rs_q && !clear_i;
      unit_q   <= '0;
      timer_q  <= '0;
    end else if (timer_run) begin
      unit_q <= unit_q + 1'b1;
      if (unit_q == UnitW'(DelayUnit - 1)) begin
        unit_q  <= '0;
        timer_q <= timer_q + 1'b1;
      end
    end
  end

  /////////////
  // Outputs //
  /////////////
  // DMACR bit 1 (tail pointer mode) and DMASR bit 3 (scatter-gather built in) are constant.
  assign cr_o = {delay_q, threshold_q, 1'b0, irq_en_q, 7'd0, cyclic_q, keyhole_q, resetting_i, 1'b1,
                 rs_q};
  assign sr_o = {timer_q, count_q, 1'b0, irq_q, 1'b0, err_q[5:3], 1'b0, err_q[2:0], 2'b10, idle_q,
                 halted_q};
  assign cur_o     = {cur_q, 6'd0};
  assign tail_o    = {tail_q, 6'd0};
  assign run_o     = rs_q;
  assign halted_o  = halted_q;
  assign cyclic_o  = cyclic_q;
  assign keyhole_o = keyhole_q;
  assign error_o   = err_q != '0;
  assign introut_o = introut_q;

  `ASSERT_IF(HaltedMeansStopped, halted_q, !rs_q)
  `ASSERT_IF(HaltedMeansNotIdle, halted_q, !idle_q)
  `ASSERT_IF(HaltedMeansDrained, halted_q, drained_i)
  `ASSERT(OneStrobe, wr_cr_i || wr_sr_i || wr_cur_i || wr_tail_i,
          $onehot0({wr_cr_i, wr_sr_i, wr_cur_i, wr_tail_i}))
  `ASSERT_IF(ErrorStops, err_i != '0, stop_i)

endmodule
