// Descriptor fetch engine shared by both channels: one 8-word read outstanding, the channels
// alternate when both want it (PG021 "Descriptor Management"). Per channel it follows NXTDESC from
// CURDESC and pauses behind the descriptor whose address equals TAILDESC. Channel 0 is MM2S, 1 is
// S2MM.
// Timing: TAILDESC handshake to ARVALID is TailToAr cycles for a paused, otherwise quiet engine;
// from the last data beat of one fetch to the next ARVALID are FetchOverhead + 1 cycles, so the
// fetch interval is latency + 8 + FetchOverhead.
`include "nve_assert.svh"

module nve_dma_fetch #(
  parameter int unsigned TailToAr      = 10,
  parameter int unsigned FetchOverhead = 6
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  // Channel control
  input  logic [1:0]  run_i,
  input  logic [1:0]  halted_i,
  input  logic [1:0]  cyclic_i,
  input  logic [1:0]  tail_start_i,
  input  logic [51:0] cur_i,
  input  logic [51:0] tail_i,
  output logic [1:0]  paused_o,
  output logic [1:0]  busy_o,
  output logic        axi_idle_o,
  // Descriptors: a strobe per channel, common payload. Room is checked before the fetch.
  input  logic [1:0]  queue_ready_i,
  output logic [1:0]  desc_valid_o,
  output logic [25:0] desc_addr_o,
  output logic [31:0] desc_buffer_o,
  output logic [26:0] desc_control_o,
  // Failed fetch: {dec, slv, int}, the descriptor is desc_addr_o
  output logic [1:0]  fail_o,
  output logic [2:0]  fail_err_o,
  // AXI4 read, 32 bit
  output logic [31:0] araddr_o,
  output logic        arvalid_o,
  input  logic        arready_i,
  input  logic [31:0] rdata_i,
  input  logic [1:0]  rresp_i,
  input  logic        rlast_i,
  input  logic        rvalid_i,
  output logic        rready_o
);

  // The AXI4-Lite write takes two cycles to reach the hold counter and the grant one to reach AR.
  localparam int unsigned HoldCycles = TailToAr - 3;
  localparam int unsigned HoldW      = $clog2(HoldCycles + 2);
  localparam int unsigned GapCycles  = FetchOverhead - 2;
  localparam int unsigned GapW       = $clog2(GapCycles + 2);

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
  logic            ch_q, pick, grant;
  logic [1:0]      paused_q, eligible, next_valid;
  logic [51:0]     ptr_q;
  logic [2*HoldW-1:0] hold_q;
  logic [2:0]      word_q;
  logic [GapW-1:0] gap_q;
  logic [25:0]     addr_q, next_q;
  logic [31:0]     buffer_q;
  logic [26:0]     control_q;
  logic            cmplt_q, slv_q, dec_q, good;

  /////////////////
  // Arbitration //
  /////////////////
  for (genvar c = 0; c < 2; c++) begin : gen_eligible
    assign eligible[c] = run_i[c] && !paused_q[c] && queue_ready_i[c] &&
                         hold_q[c*HoldW +: HoldW] == '0;
  end

  // The channel that was not served last goes first.
  assign pick  = eligible[!ch_q] ? !ch_q : ch_q;
  assign grant = state_q == StIdle && eligible != '0;

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
      // The whole descriptor is here: hand it over or report it.
      StCheck: state_d = (GapCycles == 0) ? StIdle : StGap;
      StGap:   if (gap_q == '0) state_d = StIdle;
      default: state_d = StIdle;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= StIdle;
      ch_q    <= 1'b1;
      word_q  <= '0;
      gap_q   <= '0;
    end else if (clear_i) begin
      state_q <= StIdle;
      ch_q    <= 1'b1;
      word_q  <= '0;
      gap_q   <= '0;
    end else begin
      state_q <= state_d;
      if (grant) begin
        ch_q   <= pick;
        word_q <= '0;
      end else if (state_q == StData && rvalid_i) begin
        word_q <= word_q + 1'b1;
      end
      if (state_q == StCheck) gap_q <= GapW'(GapCycles - 1);
      else if (gap_q != '0) gap_q <= gap_q - 1'b1;
    end
  end

  //////////////////////
  // Descriptor words //
  //////////////////////
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
      addr_q <= pick ? ptr_q[51:26] : ptr_q[25:0];
      slv_q  <= 1'b0;
      dec_q  <= 1'b0;
    end else if (state_q == StData && rvalid_i) begin
      unique case (word_q)
        3'd0:    next_q    <= rdata_i[31:6];
        3'd2:    buffer_q  <= rdata_i;
        3'd6:    control_q <= rdata_i[26:0];
        3'd7:    cmplt_q   <= rdata_i[31];
        default: ;
      endcase
      slv_q <= slv_q || rresp_i == 2'b10;
      dec_q <= dec_q || rresp_i == 2'b11;
    end
  end

  // A completed descriptor must not be run again, except in a ring that software refills blindly.
  assign fail_err_o = {dec_q, slv_q, cmplt_q && !cyclic_i[ch_q] && !slv_q && !dec_q};
  assign good       = fail_err_o == '0;

  for (genvar c = 0; c < 2; c++) begin : gen_result
    assign next_valid[c]   = state_q == StCheck && ch_q == 1'(c) && run_i[c];
    assign desc_valid_o[c] = next_valid[c] && good;
    assign fail_o[c]       = next_valid[c] && !good;
    assign busy_o[c]       = state_q != StIdle && state_q != StGap && ch_q == 1'(c);
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
  assign araddr_o       = {addr_q, 6'd0};
  assign arvalid_o      = state_q == StAddr;
  assign rready_o       = state_q == StData;

  `ASSERT_STREAM(FetchAddressStable, arvalid_o, arready_i, araddr_o)
  `ASSERT(FetchIsEightWords, (rvalid_i && rready_o) |-> (rlast_i == (word_q == 3'd7)))
  `ASSERT(NoFetchWithoutRoom, !(|(desc_valid_o & ~queue_ready_i)))

endmodule
