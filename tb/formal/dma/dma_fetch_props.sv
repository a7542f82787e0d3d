// SPDX-License-Identifier: Apache-2.0
// Proof of nve_dma_fetch, the descriptor reader of both channels: one read at a time, aligned, of the
// address that CURDESC or the last NXTDESC names; what it hands over is what it read, once; it pauses
// behind TAILDESC, asks for nothing without room, after a stop or after an error, and hands over no
// descriptor that is complete or came with an error response. One channel, chosen freely, is followed.
`include "formal.svh"

module dma_fetch_props #(
  parameter  bit          Mover         = 1'b0,
  parameter  int unsigned TailToAr      = 4,
  parameter  int unsigned FetchOverhead = 3,
  localparam int unsigned SgWidth       = Mover ? 64 : 32
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               clear_i,
  input logic [1:0]         run_i,
  input logic [1:0]         halted_i,
  input logic [1:0]         cyclic_i,
  input logic [1:0]         tail_start_i,
  input logic [51:0]        cur_i,
  input logic [51:0]        tail_i,
  input logic [1:0]         queue_ready_i,
  input logic [1:0]         list_valid_i,
  input logic [63:0]        list_addr_i,
  input logic [7:0]         list_len_i,
  input logic [51:0]        list_desc_i,
  input logic               arready_i,
  input logic [SgWidth-1:0] rdata_i,
  input logic [1:0]         rresp_i,
  input logic               rlast_i,
  input logic               rvalid_i,
  input logic               channel_i
);

  localparam logic [3:0] DescBeats = Mover ? 4'd6 : 4'd8;
  localparam int unsigned WordShift = Mover ? 1 : 0;

  `FORMAL_RESET

  logic [1:0]  paused, busy, desc_valid, fail, list_beat, list_done;
  logic        idle, arvalid, rready;
  logic [25:0] desc_addr;
  logic [31:0] desc_buffer, desc_control, araddr;
  logic [96:0] desc_rows;
  logic [2:0]  fail_err;
  logic [3:0]  arlen;

  nve_dma_fetch #(
    .Mover        (Mover),
    .TailToAr     (TailToAr),
    .FetchOverhead(FetchOverhead)
  ) dut (
    .clk_i,
    .rst_ni,
    .clear_i,
    .run_i,
    .halted_i,
    .cyclic_i,
    .tail_start_i,
    .cur_i,
    .tail_i,
    .paused_o      (paused),
    .busy_o        (busy),
    .axi_idle_o    (idle),
    .queue_ready_i,
    .desc_valid_o  (desc_valid),
    .desc_addr_o   (desc_addr),
    .desc_buffer_o (desc_buffer),
    .desc_control_o(desc_control),
    .desc_rows_o   (desc_rows),
    .fail_o        (fail),
    .fail_err_o    (fail_err),
    .list_valid_i,
    .list_addr_i,
    .list_len_i,
    .list_desc_i,
    .list_beat_o   (list_beat),
    .list_done_o   (list_done),
    .araddr_o      (araddr),
    .arlen_o       (arlen),
    .arvalid_o     (arvalid),
    .arready_i,
    .rdata_i,
    .rresp_i,
    .rlast_i,
    .rvalid_i,
    .rready_o      (rready)
  );

  // The read under way: its beats, words of the descriptor and worst responses.
  logic        c, open_q, ar_take, r_take, r_end, checked_q, arvalid_q, ar_stall_q;
  logic [3:0]  len_q, beat_q, arlen_q;
  logic [31:0] araddr_q, next_q, buffer_q, control_q;
  logic        cmplt_q, slv_q, dec_q;
  logic [1:0]  run_q, ready_q;
  logic        clear_q, failed_q;
  logic [1:0]  halted_q, desc_valid_q;

  assign ar_take = arvalid && arready_i;
  assign r_take  = rvalid_i && rready;
  assign r_end   = r_take && rlast_i;

  // The memory answers the open read with its number of beats.
  `GIVEN(ReadIsOpen, !rvalid_i || open_q)
  `GIVEN(ReadHasItsLength, !rvalid_i || rlast_i == (beat_q == len_q))
  // The channel (nve_dma_chan): Halted is stopped, a start needs RS, and an error stops both.
  `GIVEN(HaltedMeansStopped, (halted_i & run_i) == '0)
  `GIVEN(HaltedMeansDrained, (halted_i & busy) == '0)
  `GIVEN(TailStartRuns, (tail_start_i & ~run_i) == '0)
  `GIVEN(ErrorStops, !failed_q || run_i == '0)
  `GIVEN(RestartThroughHalted, (run_i & ~run_q & ~halted_q) == '0)
  `GIVEN(ClearStops, !(clear_i || clear_q) || (run_i == '0 && idle))
  // The queue (nve_dma_cmdq): room only goes away with a descriptor handed over, or with a stop.
  `GIVEN(RoomStays, (ready_q & ~queue_ready_i & ~desc_valid_q & run_i) == '0)
  // The rows (nve_dma_rows): a burst of a list stays, is aligned and ends at 128 bytes.
  `GIVEN_IF(ListsOfTheMover, !Mover, list_valid_i == '0)
  `GIVEN(ListAligned, !list_valid_i[0] || list_addr_i[2:0] == '0)
  `GIVEN(ListAlignedOther, !list_valid_i[1] || list_addr_i[34:32] == '0)
  `GIVEN(ListBurst, !list_valid_i[0] || {1'b0, list_addr_i[6:3]} + {1'b0, list_len_i[3:0]} < 5'd16)
  `GIVEN(ListBurstOther, !list_valid_i[1] ||
                         {1'b0, list_addr_i[38:35]} + {1'b0, list_len_i[7:4]} < 5'd16)

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q       <= 1'b0;
      len_q        <= '0;
      beat_q       <= '0;
      arvalid_q    <= 1'b0;
      ar_stall_q   <= 1'b0;
      arlen_q      <= '0;
      araddr_q     <= '0;
      checked_q    <= 1'b0;
      {cmplt_q, slv_q, dec_q} <= '0;
      {next_q, buffer_q, control_q} <= '0;
      run_q        <= '0;
      halted_q     <= '1;
      ready_q      <= '0;
      desc_valid_q <= '0;
      failed_q     <= 1'b0;
      clear_q      <= 1'b0;
    end else begin
      if (ar_take) begin
        open_q <= 1'b1;
        len_q  <= arlen;
        beat_q <= '0;
        {cmplt_q, slv_q, dec_q} <= '0;
      end
      if (r_take) begin
        beat_q <= beat_q + 4'd1;
        if (beat_q == 4'd0) next_q <= rdata_i[31:0];
        if (beat_q == 4'(2 >> WordShift)) buffer_q <= rdata_i[31:0];
        if (beat_q == 4'(6 >> WordShift)) control_q <= rdata_i[31:0];
        if (beat_q == 4'(7 >> WordShift)) cmplt_q <= rdata_i[SgWidth-1];
        if (rresp_i == 2'b10) slv_q <= 1'b1;
        if (rresp_i == 2'b11) dec_q <= 1'b1;
      end
      if (r_end) open_q <= 1'b0;
      checked_q    <= r_end && !clear_i;
      arvalid_q    <= arvalid;
      ar_stall_q   <= arvalid && !arready_i;
      arlen_q      <= arlen;
      araddr_q     <= araddr;
      run_q        <= run_i;
      halted_q     <= halted_i;
      ready_q      <= queue_ready_i;
      desc_valid_q <= desc_valid;
      failed_q     <= fail != '0;
      clear_q      <= clear_i;
    end
  end

  //////////////////
  // The AXI port //
  //////////////////
  always_comb ResetQuiet : assert (rst_ni || (!arvalid && !rready && desc_valid == '0 && fail == '0));
  `PROVE(AddressStays, !ar_stall_q || (arvalid && araddr == araddr_q && arlen == arlen_q))
  `PROVE(OneReadOpen, !(arvalid && open_q))
  `PROVE(DataIsTaken, !open_q || rready)
  `PROVE(IdleIsIdle, idle == !(arvalid || open_q))
  `PROVE(AddressAligned, araddr[2:0] == '0)
  `PROVE(NotAcross4K, !arvalid || {1'b0, araddr[11:0]} + ({9'd0, arlen} << (2 + WordShift)) < 13'd4096)
  `PROVE(BusyIsOneChannel, (busy != '0) == (arvalid || open_q || checked_q) && busy != 2'b11)
  `PROVE(NoRequestWhenStopped, !(arvalid && !arvalid_q) || (busy & run_q) != '0)

  ///////////////////////////
  // What becomes of reads //
  ///////////////////////////
  `PROVE(ReportsAfterRead, (desc_valid == '0 && fail == '0 && list_done == '0) || checked_q)
  // ... and each read of a channel that still runs; what is reported as failed or not: the properties below.
  `PROVE(EveryReadIsReported, !checked_q || (desc_valid | fail | list_done) == (busy & run_i))
  `PROVE(OneReport, {2'd0, desc_valid[0]} + {2'd0, desc_valid[1]} + {2'd0, fail[0]} + {2'd0, fail[1]} +
                    {2'd0, list_done[0]} + {2'd0, list_done[1]} <= 3'd1)
  `PROVE(NothingForTheStopped, ((desc_valid | fail | list_done) & ~run_i) == '0)
  `PROVE(NothingWithoutRoom, (desc_valid & ~queue_ready_i) == '0)
  `PROVE(BadReadFails, desc_valid == '0 || (!slv_q && !dec_q))
  `PROVE(CompleteFails, desc_valid == '0 || !cmplt_q || (desc_valid & ~cyclic_i) == '0)
  `PROVE(FailHasCause, fail == '0 || fail_err == {dec_q, slv_q, !dec_q && !slv_q})
  `PROVE(FailIsOnlyBad, fail == '0 || dec_q || slv_q || cmplt_q && (fail & cyclic_i) == '0)
  `PROVE(WordsAreThoseRead, desc_valid == '0 || {desc_buffer, desc_control} == {buffer_q, control_q})
  `REACH(CompleteDescriptor, fail == 2'b01 && fail_err == 3'b001)
  `REACH(ErrorResponse, fail == 2'b10 && fail_err == 3'b110)

  //////////////////////////////
  // The chain of one channel //
  //////////////////////////////
  // Where the next descriptor is and whether there is one; the request for a burst of a list, which goes
  // first, a cycle ago, and the descriptor whose list is being read.
  logic        channel_q, paused_c, valid_c, start_c, rises_c;
  logic [25:0] pointer_q, cur_c, tail_c, next_before_q;
  logic        pausing_q, list_c, list_q, of_list_q;
  logic [31:0] list_addr_q;
  logic [3:0]  list_len_q;
  logic [25:0] list_desc_q, of_desc_q;

  assign c       = channel_q;
  assign valid_c = desc_valid[c];
  assign start_c = tail_start_i[c];
  assign cur_c   = c ? cur_i[51:26] : cur_i[25:0];
  assign tail_c  = c ? tail_i[51:26] : tail_i[25:0];
  assign paused_c = paused[c];
  assign list_c   = list_valid_i[c];
  assign rises_c  = arvalid && !arvalid_q && busy[c];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {list_q, list_addr_q, list_len_q, list_desc_q} <= '0;
      {of_list_q, of_desc_q} <= '0;
    end else begin
      list_q      <= list_c;
      list_addr_q <= c ? list_addr_i[63:32] : list_addr_i[31:0];
      list_len_q  <= c ? list_len_i[7:4] : list_len_i[3:0];
      list_desc_q <= c ? list_desc_i[51:26] : list_desc_i[25:0];
      if (rises_c) {of_list_q, of_desc_q} <= {list_q, list_desc_q};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      channel_q <= channel_i;
      pointer_q <= '0;
      pausing_q <= 1'b1;
    end else if (clear_i || halted_i[c]) begin
      pointer_q <= cur_c;
      pausing_q <= 1'b1;
    end else begin
      if (valid_c) pointer_q <= next_q[31:6];
      if (valid_c) pausing_q <= pointer_q == tail_c;
      else if (start_c) pausing_q <= 1'b0;
    end
  end

  `PROVE(ReadsTheChain, !rises_c || list_q || (araddr == {pointer_q, 6'd0} && arlen == DescBeats - 4'd1))
  `PROVE(FailureNamesDescriptor, !fail[c] || desc_addr == (of_list_q ? of_desc_q : pointer_q))
  `PROVE(FollowsTheChain, !valid_c || desc_addr == pointer_q)
  `PROVE(PausesBehindTail, paused_c == pausing_q)
  `PROVE(NothingFromAPause, !valid_c || !pausing_q)
  `REACH(SecondDescriptor, valid_c && pointer_q != '0 && pointer_q == next_before_q)

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) next_before_q <= '0;
    else if (valid_c) next_before_q <= next_q[31:6];
  end

  // The other channel does not get two descriptors in a row while this one waits for one all along.
  logic       waits_q, waits;
  logic [1:0] others_q;

  assign waits = run_i[c] && !paused_c && queue_ready_i[c] && !start_c && run_q[c] && !clear_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      others_q <= '0;
      waits_q  <= 1'b0;
    end else begin
      waits_q <= waits;
      if (!waits || !waits_q || valid_c) others_q <= '0;
      else if (desc_valid[!c]) others_q <= others_q + 2'd1;
    end
  end

  if (!Mover) begin : gen_plain
    `PROVE(ChannelsAlternate, others_q <= 2'd2)
    `PROVE(DescriptorAligned, !arvalid || araddr[5:0] == '0)
  end else begin : gen_mover
    // Words 5, 8, 9 and 10 of the descriptor.
    logic [31:0] word5_q, word8_q, word9_q, word10_q;
    logic        is_list_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {word5_q, word8_q, word9_q, word10_q} <= '0;
        is_list_q <= 1'b0;
      end else begin
        if (r_take && beat_q == 4'd2) word5_q <= rdata_i[63:32];
        if (r_take && beat_q == 4'd4) {word9_q, word8_q} <= rdata_i;
        if (r_take && beat_q == 4'd5) word10_q <= rdata_i[31:0];
        if (r_take && beat_q == '0) is_list_q <= list_beat != '0;
      end
    end

    `PROVE(RowsAreThoseRead, desc_valid == '0 ||
                             desc_rows == {word5_q[31:19], word5_q[15:0], word8_q[15:0], word9_q,
                                           word10_q[25:16], word10_q[9:0]})
    `PROVE(ReadsTheList, !(rises_c && list_q) || (araddr == list_addr_q && arlen == list_len_q))
    `PROVE(ListBeatIsABeat, list_beat == '0 || (r_take && list_beat != 2'b11))
    `PROVE(ListBeatsAreWhole, !(r_take && beat_q != '0) || (list_beat != '0) == is_list_q)
    `PROVE(ListReportsList, (list_done == '0 || is_list_q) && (desc_valid == '0 || !is_list_q))
    `PROVE(BadListFails, list_done == '0 || (!slv_q && !dec_q))
    `REACH(ListDone, list_done[1] && len_q == 4'd2)
  end

endmodule
