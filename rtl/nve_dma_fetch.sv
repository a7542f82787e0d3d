// SPDX-License-Identifier: Apache-2.0
// Descriptor fetch engine shared by both channels: one read outstanding, the channels alternate when
// both want it (PG021 "Descriptor Management"). Per channel it follows NXTDESC from CURDESC and
// pauses behind the descriptor whose address equals TAILDESC. Channel 0 is MM2S, 1 is S2MM. The
// mover's port has 64 bits; it reads 48 bytes of a descriptor instead of 32 and, between
// descriptors, the bursts that nve_dma_rows asks for to fill its list of maps.
// Timing: TAILDESC handshake to ARVALID is TailToAr cycles for a paused, otherwise quiet engine;
// from the last data beat of one read to the next ARVALID are FetchOverhead + 1 cycles, so the
// fetch interval is latency + beats + FetchOverhead.
`include "nve_assert.svh"

module nve_dma_fetch #(
  parameter  bit          Mover         = 1'b0,
  parameter  int unsigned TailToAr      = 10,
  parameter  int unsigned FetchOverhead = 6,
  localparam int unsigned SgWidth       = Mover ? 64 : 32
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,
  // Channel control
  input  logic [1:0]         run_i,
  input  logic [1:0]         halted_i,
  input  logic [1:0]         cyclic_i,
  input  logic [1:0]         tail_start_i,
  input  logic [51:0]        cur_i,
  input  logic [51:0]        tail_i,
  output logic [1:0]         paused_o,
  output logic [1:0]         busy_o,
  output logic               axi_idle_o,
  // Descriptors: a strobe per channel, common payload. Room is checked before the fetch.
  input  logic [1:0]         queue_ready_i,
  output logic [1:0]         desc_valid_o,
  output logic [25:0]        desc_addr_o,
  output logic [31:0]        desc_buffer_o,
  output logic [31:0]        desc_control_o,
  // Mover: {VSIZE, STRIDE, STEPS, STEP_STRIDE, first entry, entries}, else 0
  output logic [96:0]        desc_rows_o,
  // Failed read: {dec, slv, int}, the descriptor is desc_addr_o
  output logic [1:0]         fail_o,
  output logic [2:0]         fail_err_o,
  // Mover: bursts of list entries {address, beats - 1, descriptor}. A request stays until its
  // done strobe or until the channel stops; the data is that of the port.
  input  logic [1:0]         list_valid_i,
  input  logic [63:0]        list_addr_i,
  input  logic [7:0]         list_len_i,
  input  logic [51:0]        list_desc_i,
  output logic [1:0]         list_beat_o,
  output logic [1:0]         list_done_o,
  // AXI4 read
  output logic [31:0]        araddr_o,
  output logic [3:0]         arlen_o,
  output logic               arvalid_o,
  input  logic               arready_i,
  input  logic [SgWidth-1:0] rdata_i,
  input  logic [1:0]         rresp_i,
  input  logic               rlast_i,
  input  logic               rvalid_i,
  output logic               rready_o
);

  // The AXI4-Lite write takes two cycles to reach the hold counter and the grant one to reach AR.
  localparam int unsigned HoldCycles = TailToAr - 3;
  localparam int unsigned HoldW      = $clog2(HoldCycles + 2);
  localparam int unsigned GapCycles  = FetchOverhead - 2;
  localparam int unsigned GapW       = $clog2(GapCycles + 2);
  localparam int unsigned DescBeats  =
      Mover ? nve_dma_pkg::MoverDescriptorBeats : nve_dma_pkg::DescriptorBeats;
  localparam logic [3:0]  DescLen    = 4'(DescBeats - 1);

  if (TailToAr < 3 || FetchOverhead < 2) begin : gen_bad
    $error("nve_dma_fetch: TailToAr must be at least 3 and FetchOverhead at least 2");
  end

  typedef enum logic [2:0] {
    StIdle,
    StAddr,
    StData,
    StCheck,
    StGap
  } state_e;

  state_e          state_q, state_d;
  logic            ch_q, pick, grant, beat, list_grant, list_q;
  logic [1:0]      paused_q, want_desc, want_list, eligible, checked;
  logic [51:0]     ptr_q;
  logic [2*HoldW-1:0] hold_q;
  logic [3:0]      beat_q;
  logic [GapW-1:0] gap_q;
  logic [25:0]     addr_q, next_q;
  logic [31:0]     buffer_q, control_q;
  logic            cmplt_q, slv_q, dec_q, good;

  /////////////////
  // Arbitration //
  /////////////////
  for (genvar c = 0; c < 2; c++) begin : gen_eligible
    assign want_desc[c] = run_i[c] && !paused_q[c] && queue_ready_i[c] &&
                          hold_q[c*HoldW +: HoldW] == '0;
    assign want_list[c] = run_i[c] && list_valid_i[c];
  end

  // The channel that was not served last goes first; its list goes before its next descriptor.
  assign eligible   = want_desc | want_list;
  assign pick       = eligible[!ch_q] ? !ch_q : ch_q;
  assign grant      = state_q == StIdle && eligible != '0;
  assign list_grant = want_list[pick];

  //////////////////
  // State machine //
  //////////////////
  always_comb begin
    state_d = state_q;
    unique case (state_q)
      // Wait for a channel that has work and room.
      StIdle:  if (grant) state_d = StAddr;
      StAddr:  if (arready_i) state_d = StData;
      StData:  if (rvalid_i && rlast_i) state_d = StCheck;
      // All data is here: hand it over or report it.
      StCheck: state_d = (GapCycles == 0) ? StIdle : StGap;
      StGap:   if (gap_q == '0) state_d = StIdle;
      default: state_d = StIdle;
    endcase
  end

  assign beat = state_q == StData && rvalid_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      ch_q    <= 1'b1;
      beat_q  <= '0;
      gap_q   <= '0;
    end else if (clear_i) begin
      state_q <= StIdle;
      ch_q    <= 1'b1;
      beat_q  <= '0;
      gap_q   <= '0;
    end else begin
      state_q <= state_d;
      if (grant) begin
        ch_q   <= pick;
        beat_q <= '0;
      end else if (beat) begin
        beat_q <= beat_q + 1'b1;
      end
      if (state_q == StCheck) gap_q <= GapW'(GapCycles - 1);
      else if (gap_q != '0) gap_q <= gap_q - 1'b1;
    end
  end

  //////////////////////
  // Descriptor words //
  //////////////////////
  // Words 0, 2 and 6 lie in the low half of a 64-bit beat, word 7 in the high half.
  localparam int unsigned WordShift = Mover ? 1 : 0;
  localparam logic [3:0]  BeatNext    = 4'(nve_dma_pkg::WordNext);
  localparam logic [3:0]  BeatBuffer  = 4'(nve_dma_pkg::WordBuffer >> WordShift);
  localparam logic [3:0]  BeatControl = 4'(nve_dma_pkg::WordControl >> WordShift);
  localparam logic [3:0]  BeatStatus  = 4'(nve_dma_pkg::WordStatus >> WordShift);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      addr_q    <= '0;
      next_q    <= '0;
      buffer_q  <= '0;
      control_q <= '0;
      cmplt_q   <= 1'b0;
      slv_q     <= 1'b0;
      dec_q     <= 1'b0;
    end else if (grant) begin
      if (list_grant) addr_q <= pick ? list_desc_i[51:26] : list_desc_i[25:0];
      else addr_q <= pick ? ptr_q[51:26] : ptr_q[25:0];
      cmplt_q <= 1'b0;
      slv_q   <= 1'b0;
      dec_q   <= 1'b0;
    end else if (beat) begin
      if (beat_q == BeatNext) next_q <= rdata_i[31:6];
      if (beat_q == BeatBuffer) buffer_q <= rdata_i[31:0];
      if (beat_q == BeatControl) control_q <= rdata_i[31:0];
      if (beat_q == BeatStatus) cmplt_q <= rdata_i[SgWidth-1] && !list_q;
      slv_q <= slv_q || rresp_i == 2'b10;
      dec_q <= dec_q || rresp_i == 2'b11;
    end
  end

  // A completed descriptor must not be run again, except in a ring that software refills blindly.
  assign fail_err_o = {dec_q, slv_q, cmplt_q && !cyclic_i[ch_q] && !slv_q && !dec_q};
  assign good       = fail_err_o == '0;

  for (genvar c = 0; c < 2; c++) begin : gen_result
    assign checked[c]      = state_q == StCheck && ch_q == 1'(c) && run_i[c];
    assign desc_valid_o[c] = checked[c] && good && !list_q;
    assign list_done_o[c]  = checked[c] && good && list_q;
    assign fail_o[c]       = checked[c] && !good;
    assign list_beat_o[c]  = beat && list_q && ch_q == 1'(c);
    assign busy_o[c]       = state_q != StIdle && state_q != StGap && ch_q == 1'(c);
  end

  /////////////////////////////
  // What only the mover has //
  /////////////////////////////
  if (Mover) begin : gen_mover
    logic [28:0] araddr_q;
    logic [3:0]  arlen_q;
    logic [12:0] vsize_q;
    logic [15:0] stride_q, steps_q;
    logic [31:0] step_stride_q;
    logic [9:0]  first_q, count_q;
    logic        unused_list_addr;

    // Registered, so that a burst stands although the channel that asked for it stops.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        list_q   <= 1'b0;
        araddr_q <= '0;
        arlen_q  <= '0;
      end else if (grant) begin
        list_q   <= list_grant;
        araddr_q <= pick ? {ptr_q[51:26], 3'd0} : {ptr_q[25:0], 3'd0};
        arlen_q  <= DescLen;
        if (list_grant) begin
          araddr_q <= pick ? list_addr_i[63:35] : list_addr_i[31:3];
          arlen_q  <= pick ? list_len_i[7:4] : list_len_i[3:0];
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        vsize_q       <= '0;
        stride_q      <= '0;
        steps_q       <= '0;
        step_stride_q <= '0;
        first_q       <= '0;
        count_q       <= '0;
      end else if (beat) begin
        unique case (beat_q)
          4'd2:    {vsize_q, stride_q} <= {rdata_i[63:51], rdata_i[47:32]};
          4'd4:    {step_stride_q, steps_q} <= {rdata_i[63:32], rdata_i[15:0]};
          4'd5:    {first_q, count_q} <= {rdata_i[25:16], rdata_i[9:0]};
          default: ;
        endcase
      end
    end

    assign araddr_o         = {araddr_q, 3'd0};
    assign arlen_o          = arlen_q;
    assign desc_rows_o      = {vsize_q, stride_q, steps_q, step_stride_q, first_q, count_q};
    assign unused_list_addr = ^{list_addr_i[34:32], list_addr_i[2:0]};
  end else begin : gen_plain
    logic unused_list;

    assign list_q      = 1'b0;
    assign araddr_o    = {addr_q, 6'd0};
    assign arlen_o     = DescLen;
    assign desc_rows_o = '0;
    assign unused_list = ^{list_addr_i, list_len_i};
  end

  /////////////////////////////
  // Pointer and pause state //
  /////////////////////////////
  for (genvar c = 0; c < 2; c++) begin : gen_pointer
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        ptr_q[c*26 +: 26] <= '0;
        paused_q[c]       <= 1'b1;
        hold_q[c*HoldW +: HoldW] <= '0;
      end else if (clear_i || halted_i[c]) begin
        // A start always begins at CURDESC.
        ptr_q[c*26 +: 26] <= cur_i[c*26 +: 26];
        paused_q[c]       <= 1'b1;
        hold_q[c*HoldW +: HoldW] <= '0;
      end else begin
        if (desc_valid_o[c]) ptr_q[c*26 +: 26] <= next_q;
        // tail_i already carries a TAILDESC value being written in this cycle, so a move of the
        // tail while its old descriptor is checked cannot be lost.
        if (desc_valid_o[c]) paused_q[c] <= addr_q == tail_i[c*26 +: 26];
        else if (tail_start_i[c]) paused_q[c] <= 1'b0;
        // Only a start from pause pays the start-up time.
        if (tail_start_i[c] && paused_q[c]) hold_q[c*HoldW +: HoldW] <= HoldW'(HoldCycles);
        else if (hold_q[c*HoldW +: HoldW] != '0) begin
          hold_q[c*HoldW +: HoldW] <= hold_q[c*HoldW +: HoldW] - 1'b1;
        end
      end
    end
  end

  assign paused_o       = paused_q;
  assign axi_idle_o     = state_q != StAddr && state_q != StData;
  assign desc_addr_o    = addr_q;
  assign desc_buffer_o  = buffer_q;
  assign desc_control_o = control_q;
  assign arvalid_o      = state_q == StAddr;
  assign rready_o       = state_q == StData;

  `ASSERT_STREAM(FetchAddressStable, arvalid_o, arready_i, {araddr_o, arlen_o})
  `ASSERT_IF(ReadHasItsLength, rvalid_i && rready_o, rlast_i == (beat_q == arlen_o))
  `ASSERT(NoFetchWithoutRoom, |desc_valid_o, !(|(desc_valid_o & ~queue_ready_i)))
  `ASSERT_IF(ReadIsOpen, rvalid_i, rready_o)
  `ASSERT(HaltedFetchesNothing, halted_i != '0, (halted_i & (run_i | busy_o)) == '0)
  `ASSERT(TailStartRuns, tail_start_i != '0, (tail_start_i & ~run_i) == '0)
  `ASSERT_NEXT(FailureStops, fail_o != '0, run_i == '0)
  `ASSERT(RestartThroughHalted, (~run_i & ~halted_i) != '0,
          1'b1 |=> (run_i & ~$past(run_i) & ~$past(halted_i)) == '0)
  `ASSERT_IF(ClearStops, clear_i, run_i == '0 && axi_idle_o)
  `ASSERT_NEXT(StoppedAfterClear, clear_i, run_i == '0 && axi_idle_o)
  `ASSERT_IF(ListsOfTheMover, !Mover, list_valid_i == '0)
  `ASSERT(RoomStays, (queue_ready_i & ~desc_valid_o) != '0,
          1'b1 |=> ($past(queue_ready_i & ~desc_valid_o) & ~queue_ready_i & run_i) == '0)

endmodule
