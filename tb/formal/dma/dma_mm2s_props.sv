// SPDX-License-Identifier: Apache-2.0
// Proof of nve_dma_mm2s. The bursts of a command read each of its words once, in order, inside a 4 KB page,
// with at most Outstanding under way; none starts after an error or a stop. With EndToEnd instead the data:
// room is reserved, the words read leave once, in order, with the right TKEEP and TLAST; one status for each
// descriptor, in order, with the bytes sent. A word and a descriptor, picked freely, are followed.
`include "formal.svh"

module dma_mm2s_props #(
  parameter  bit          EndToEnd    = 1'b0,
  parameter  int unsigned DataWidth   = 16,
  parameter  int unsigned LengthWidth = 6,
  parameter  int unsigned MaxBurst    = 2,
  parameter  int unsigned Outstanding = 2,
  parameter  int unsigned Depth       = 4,
  parameter  int unsigned CmdToAr     = 2,
  parameter  int unsigned SfOut       = 1,
  parameter  int unsigned PktGap      = 1,
  localparam int unsigned Bytes       = DataWidth / 8,
  localparam int unsigned CmdW        = 26 + 32 + LengthWidth + 3
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 clear_i,
  input logic                 stop_i,
  input logic                 keyhole_i,
  input logic                 cmd_valid_i,
  input logic [CmdW-1:0]      cmd_i,
  input logic                 stat_ready_i,
  input logic                 arready_i,
  input logic [DataWidth-1:0] rdata_i,
  input logic [1:0]           rresp_i,
  input logic                 rlast_i,
  input logic                 rvalid_i,
  input logic                 tready_i,
  input logic                 pick_word_i,
  input logic                 pick_desc_i
);

  localparam int unsigned ByteW = $clog2(Bytes);
  localparam int unsigned BeatW = LengthWidth + 1 - ByteW;
  localparam int unsigned InfoW = 8 + 2 + ByteW;
  // Free bits of a command: two of its descriptor, 13 of its address.
  localparam logic [CmdW-1:0] CmdMask = {26'd3, 32'h0000_1fff, {(LengthWidth + 3){1'b1}}};

  `FORMAL_RESET

  logic [CmdW-1:0] cmd_in;

  assign cmd_in = cmd_i & CmdMask;

  logic                 cmd_ready, stat_valid, drained, idle, sof, eof, arvalid, rready, tlast, tvalid;
  logic [58:0]          stat;
  logic [31:0]          araddr;
  logic [7:0]           arlen;
  logic [DataWidth-1:0] tdata;
  logic [Bytes-1:0]     tkeep;

  nve_dma_mm2s #(
    .DataWidth  (DataWidth),
    .LengthWidth(LengthWidth),
    .MaxBurst   (MaxBurst),
    .Outstanding(Outstanding),
    .Depth      (Depth),
    .CmdToAr    (CmdToAr),
    .SfOut      (SfOut),
    .PktGap     (PktGap)
  ) dut (
    .clk_i,
    .rst_ni,
    .clear_i,
    .stop_i,
    .keyhole_i,
    .cmd_valid_i,
    .cmd_ready_o (cmd_ready),
    .cmd_i       (cmd_in),
    .stat_valid_o(stat_valid),
    .stat_ready_i,
    .stat_o      (stat),
    .drained_o   (drained),
    .axi_idle_o  (idle),
    .sof_o       (sof),
    .eof_o       (eof),
    .araddr_o    (araddr),
    .arlen_o     (arlen),
    .arvalid_o   (arvalid),
    .arready_i,
    .rdata_i,
    .rresp_i,
    .rlast_i,
    .rvalid_i,
    .rready_o    (rready),
    .tdata_o     (tdata),
    .tkeep_o     (tkeep),
    .tlast_o     (tlast),
    .tvalid_o    (tvalid),
    .tready_i
  );

  // Connected by the manifest: the splitter takes the command at the head of the command FIFO. `connect` of
  // yosys cuts what is a mere alias of such a wire, so they are used through a gate.
  logic            peek_take, peek_fresh, cmd_take, fresh;
  logic [CmdW-1:0] peek_cmd;

  assign cmd_take = peek_take && rst_ni;
  assign fresh    = peek_fresh && rst_ni;

  logic [25:0]            cmd_desc;
  logic [31:0]            cmd_addr;
  logic [LengthWidth-1:0] cmd_len;
  logic                   cmd_eof, cmd_last, cmd_mark, cmd_bad, begins;

  // The cycle before, and what has happened since the command or the last clear. bad_open: a command
  // that cannot be run is at work; a stop drops it.
  logic                     stop_q, drained_q, clear_q, keyhole_q, push_fresh_q, stat_ready_q, stat_valid_q;
  logic                     ar_stall_q, s_stall_q, error_q, error_qq, stopped_q, stop_before_q;
  logic                     bad_q, bad_open_q;
  logic [31:0]              araddr_q;
  logic [26:0]              push_desc_q;
  logic [7:0]               arlen_q, stored_q;
  logic [DataWidth+Bytes:0] word_q;

  assign {cmd_desc, cmd_addr, cmd_len, cmd_eof, cmd_last, cmd_mark} = peek_cmd & {CmdW{rst_ni}};
  assign cmd_bad = !cmd_mark && (cmd_len == '0 || cmd_addr[ByteW-1:0] != '0);
  assign begins  = cmd_take && fresh;

  logic ar_take, r_take, r_good, s_take, stat_take;

  assign ar_take = arvalid && arready_i;
  assign r_take  = rvalid_i && rready;
  assign s_take  = tvalid && tready_i;

  ///////////////////////////
  // The bursts under way  //
  ///////////////////////////
  // {beats - 1, last of the descriptor, EOF, bytes of the last word}, the oldest in the low part.
  logic [Outstanding*InfoW-1:0] bursts_q, bursts_d;
  logic [3:0]                   count_q;
  logic [7:0]                   r_beat_q, asked_q;
  logic [7:0]                   oldest_len;
  logic                         oldest_end, oldest_eof;
  logic [ByteW-1:0]             oldest_tail;

  assign {oldest_len, oldest_end, oldest_eof, oldest_tail} = bursts_q[InfoW-1:0];

  // The splitter's work by the command it took: next address, words left.
  logic [31:0]      next_q;
  logic [BeatW-1:0] left_q, left_d;
  logic             last_q, eof_q;
  logic [ByteW-1:0] tail_q;

  assign left_d = left_q - (ar_take ? BeatW'(arlen) + BeatW'(1) : '0);

  always_comb begin
    bursts_d = bursts_q;
    if (r_take && rlast_i) bursts_d = bursts_q >> InfoW;
    if (ar_take) begin
      bursts_d = bursts_d |
                 ({{(Outstanding-1)*InfoW{1'b0}}, arlen, last_q && left_d == '0, eof_q, tail_q} <<
                  ((count_q - 4'(r_take && rlast_i)) * InfoW));
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bursts_q <= '0;
      count_q  <= '0;
      r_beat_q <= '0;
      asked_q  <= '0;
      next_q   <= '0;
      left_q   <= '0;
      last_q   <= 1'b0;
      eof_q    <= 1'b0;
      tail_q   <= '0;
      error_q  <= 1'b0;
      bad_q    <= 1'b0;
      bad_open_q <= 1'b0;
    end else if (clear_i) begin
      bursts_q <= '0;
      count_q  <= '0;
      r_beat_q <= '0;
      asked_q  <= '0;
      left_q   <= '0;
      error_q  <= 1'b0;
      bad_q    <= 1'b0;
      bad_open_q <= 1'b0;
    end else begin
      bursts_q <= bursts_d;
      count_q  <= count_q + 4'(ar_take) - 4'(r_take && rlast_i);
      asked_q  <= asked_q + (ar_take ? arlen + 8'd1 : 8'd0) - 8'(r_take);
      if (r_take) r_beat_q <= rlast_i ? '0 : r_beat_q + 8'd1;
      if (r_take && rresp_i[1]) error_q <= 1'b1;
      if (ar_take) begin
        left_q <= left_d;
        if (!keyhole_i) next_q <= next_q + ((32'(arlen) + 32'd1) << ByteW);
      end
      if (cmd_take) begin
        next_q <= cmd_addr;
        left_q <= (cmd_mark || cmd_bad) ? '0
                  : BeatW'(({1'b0, cmd_len} + (LengthWidth + 1)'(Bytes - 1)) >> ByteW);
        last_q <= cmd_last;
        eof_q  <= cmd_eof;
        tail_q <= cmd_len[ByteW-1:0];
        bad_q  <= bad_q || cmd_bad;
      end
      bad_open_q <= !stop_i && (bad_open_q || cmd_take && cmd_bad);
    end
  end

  // The memory: data of open reads only, in order, with their lengths.
  `GIVEN(ReadDataExpected, !rvalid_i || count_q != '0)
  `GIVEN(ReadHasItsLength, !rvalid_i || rlast_i == (r_beat_q == oldest_len))
  // The channel: a stop ends after all was drained, a clear comes in a stop without open bursts.
  `GIVEN(StopUntilDrained, stop_i || !stop_q || drained_q || clear_q)
  `GIVEN(ClearInAStop, !clear_i || (stop_i && idle))
  `GIVEN(KeyholeStays, keyhole_i == keyhole_q || clear_q || (drained_q && stop_q))
  // The rows: a command without data is a descriptor of its own, of whole words.
  `GIVEN(MarkIsAlone, !cmd_valid_i || !cmd_in[0] || cmd_in[1])
  `GIVEN(MarkIsWhole, !cmd_valid_i || !cmd_in[0] || cmd_in[3 +: ByteW] == '0)
  // ... and the commands of a descriptor carry its address and EOF, and whole words but for the last one.
  `GIVEN(SameDescriptor, !cmd_valid_i || push_fresh_q ||
                         {cmd_in[CmdW-1 -: 26], cmd_in[2]} == push_desc_q)
  `GIVEN(RowsAreWhole, !cmd_valid_i || cmd_in[1] || cmd_in[3 +: ByteW] == '0)
  // The update queue: its room goes away with a status only.
  `GIVEN(StatusRoomStays, stat_ready_i || !stat_ready_q || stat_valid_q)

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stop_q       <= 1'b1;
      drained_q    <= 1'b1;
      clear_q      <= 1'b1;
      keyhole_q    <= 1'b0;
      push_fresh_q <= 1'b1;
      push_desc_q  <= '0;
      stat_ready_q <= 1'b0;
      stat_valid_q <= 1'b0;
      ar_stall_q   <= 1'b0;
      s_stall_q    <= 1'b0;
      error_qq     <= 1'b0;
      araddr_q     <= '0;
      arlen_q      <= '0;
      word_q       <= '0;
    end else begin
      stop_q       <= stop_i;
      drained_q    <= drained;
      clear_q      <= clear_i;
      keyhole_q    <= keyhole_i;
      if (clear_i || stop_i) push_fresh_q <= 1'b1;
      else if (cmd_valid_i && cmd_ready) push_fresh_q <= cmd_in[1];
      if (cmd_valid_i && cmd_ready) push_desc_q <= {cmd_in[CmdW-1 -: 26], cmd_in[2]};
      stat_ready_q <= stat_ready_i;
      stat_valid_q <= stat_valid;
      ar_stall_q   <= arvalid && !arready_i;
      s_stall_q    <= tvalid && !tready_i && !clear_i;
      error_qq     <= error_q && !clear_i;
      araddr_q     <= araddr;
      arlen_q      <= arlen;
      word_q       <= {tlast, tkeep, tdata};
    end
  end

  ///////////////////////////////
  // The rules of the read side //
  ///////////////////////////////
  if (!EndToEnd) begin : gen_read_rules
    always_comb ResetQuiet : assert (rst_ni || (!arvalid && !tvalid && !stat_valid && idle && drained));
    `PROVE(AddressStays, !ar_stall_q || (arvalid && araddr == araddr_q && arlen == arlen_q))
    `PROVE(NotAcross4K, !arvalid || {1'b0, araddr[11:0]} + ((13'(arlen) + 13'd1) << ByteW) <= 13'd4096)
    `PROVE(BurstLength, !arvalid || arlen < 8'(MaxBurst))
    `PROVE(AddressAligned, !arvalid || araddr[ByteW-1:0] == '0)
    `PROVE(OutstandingBounded, count_q <= 4'(Outstanding) && !(ar_take && count_q == 4'(Outstanding)))
    `PROVE(ReadsTheNextWords, !arvalid || araddr == next_q)
    `PROVE(ReadsNoOtherWords, !arvalid || BeatW'(arlen) < left_q)
    `PROVE(BurstIsWhole, !arvalid || arlen == 8'(MaxBurst - 1) || BeatW'(arlen) + BeatW'(1) == left_q ||
                         araddr[11:ByteW] + (12 - ByteW)'(arlen) == '1)
    `PROVE(CommandIsFinished, !cmd_take || left_d == '0 || stopped_q)
    `PROVE(DrainedIsFinished, !drained || count_q == '0 && (left_q == '0 || stopped_q || error_q))
    `PROVE(IdleIsIdle, !idle || (count_q == '0 && !arvalid))
    `PROVE(DataIsTaken, rready)
    `PROVE(NoRequestAfterError, !error_qq || !arvalid || ar_stall_q)
    `PROVE(NoRequestAfterBadCommand, !bad_open_q || !arvalid)
    `PROVE(NoRequestAfterStop, !stop_q || !arvalid || ar_stall_q || !stop_before_q)
    `REACH(EndsAtPage, ar_take && left_d != '0 && arlen == '0)
    `REACH(AllUnderWay, count_q == 4'(Outstanding) && arvalid == 1'b0 && left_q != '0)
  end

  // stopped: since the command was taken; stop_before: also in the cycle before the last one.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stopped_q     <= 1'b0;
      stop_before_q <= 1'b1;
    end else begin
      stopped_q     <= !cmd_take && (stopped_q || stop_i);
      stop_before_q <= stop_q;
    end
  end

  /////////////////
  // The stream  //
  /////////////////
  logic                     word_followed_q, word_follow, word_end;
  logic [7:0]               word_front_q;
  logic [DataWidth+Bytes:0] expect_q, expect_d;
  logic [Bytes-1:0]         keep;
  logic [2:0]               gap_q;

  // A word with an error response and all after it are dropped.
  assign r_good      = r_take && !rresp_i[1] && !error_q;
  assign word_follow = pick_word_i && r_good && !word_followed_q;
  assign word_end    = rlast_i && oldest_end;

  always_comb begin
    for (int unsigned i = 0; i < Bytes; i++) begin
      keep[i] = !word_end || oldest_tail == '0 || ByteW'(i) < oldest_tail;
    end
    expect_d = {word_end && oldest_eof, keep, rdata_i};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stored_q        <= '0;
      word_followed_q <= 1'b0;
      word_front_q    <= '0;
      expect_q        <= '0;
      gap_q           <= '0;
    end else if (clear_i) begin
      stored_q        <= '0;
      word_followed_q <= 1'b0;
      gap_q           <= '0;
    end else begin
      stored_q <= stored_q + 8'(r_good) - 8'(s_take);
      if (s_take && tlast) gap_q <= 3'(PktGap);
      else if (gap_q != '0) gap_q <= gap_q - 3'd1;
      if (word_follow) begin
        word_followed_q <= 1'b1;
        word_front_q    <= stored_q - 8'(s_take);
        expect_q        <= expect_d;
      end else if (word_followed_q && s_take) begin
        if (word_front_q == '0) word_followed_q <= 1'b0;
        word_front_q <= word_front_q - 8'd1;
      end
    end
  end

  if (!EndToEnd) begin : gen_stream_rules
    `PROVE(GapBetweenPackets, gap_q == '0 || !tvalid)
    `PROVE(PacketEnds, eof == (s_take && tlast))
  end

  ////////////////
  // The status //
  ////////////////
  logic                   desc_followed_q, desc_follow, desc_single_q, desc_bad_q, failed_q, at_head;
  logic [3:0]             open_q, desc_front_q;
  logic [26:0]            desc_q;
  logic [LengthWidth-1:0] length_q;
  logic [25:0]            sent_q, sent_d;

  assign stat_take   = stat_valid && stat_ready_i;
  assign desc_follow = pick_desc_i && begins && !desc_followed_q;

  always_comb begin
    sent_d = sent_q;
    for (int unsigned i = 0; i < Bytes; i++) sent_d = sent_d + 26'(s_take && tkeep[i]);
  end

  // A stop drops the descriptors without end once all is drained.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      desc_followed_q <= 1'b0;
      open_q          <= '0;
      desc_front_q    <= '0;
      desc_q          <= '0;
      desc_single_q   <= 1'b0;
      desc_bad_q      <= 1'b0;
      length_q        <= '0;
      sent_q          <= '0;
      failed_q        <= 1'b0;
    end else if (clear_i || stop_i && drained) begin
      desc_followed_q <= 1'b0;
      open_q          <= '0;
      sent_q          <= '0;
      failed_q        <= failed_q && !clear_i;
    end else begin
      open_q <= open_q + 4'(begins) - 4'(stat_take);
      sent_q <= stat_take ? '0 : sent_d;
      if (stat_take && stat[30:28] != '0) failed_q <= 1'b1;
      if (desc_follow) begin
        desc_followed_q <= 1'b1;
        desc_front_q    <= open_q - 4'(stat_take);
        desc_q          <= {cmd_eof, cmd_desc};
        desc_single_q   <= cmd_last;
        desc_bad_q      <= cmd_bad;
        length_q        <= cmd_len;
      end else if (desc_followed_q && stat_take) begin
        if (desc_front_q == '0) desc_followed_q <= 1'b0;
        desc_front_q <= desc_front_q - 4'd1;
      end
    end
  end

  assign at_head = desc_followed_q && desc_front_q == '0 && stat_valid;

  if (!EndToEnd) begin : gen_status_rules
    `PROVE(StatusHasRoom, !stat_valid || stat_ready_i)
    `PROVE(StatusIsComplete, !stat_valid || (stat[31] && stat[27:26] == 2'b00))
  end

  if (EndToEnd) begin : gen_end_to_end
    // Statuses whose cause is behind the read side: the last word of a descriptor is stored, a read has
    // failed, a command without data or one that cannot be run has had its turn. `markers`: those stored
    // without a word. `accepted`: descriptors taken at the port without status so far, which a stop drops.
    logic [3:0] due_q, markers_q, accepted_q;
    logic       mark_q, mark_bad_q, mark_due, fault_q, fails, fail_resp_q;

    assign mark_due = mark_q && count_q == '0 && !error_q && stored_q + 8'(markers_q) < 8'(Depth);
    assign fails    = r_take && rresp_i[1] && !error_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        due_q       <= '0;
        markers_q   <= '0;
        accepted_q  <= '0;
        mark_q      <= 1'b0;
        mark_bad_q  <= 1'b0;
        fault_q     <= 1'b0;
        fail_resp_q <= 1'b0;
      end else begin
        if (clear_i) begin
          due_q     <= '0;
          markers_q <= '0;
          mark_q    <= 1'b0;
          fault_q   <= 1'b0;
        end else begin
          due_q     <= due_q + 4'(r_good && word_end || fails || mark_due) - 4'(stat_take);
          markers_q <= markers_q + 4'(fails || mark_due) - 4'(stat_take && !s_take);
          mark_q    <= cmd_take ? cmd_mark || cmd_bad : mark_q && !mark_due && !stop_i && !error_q;
          fault_q   <= fault_q || mark_due && mark_bad_q;
        end
        if (cmd_take) mark_bad_q <= cmd_bad;
        if (fails) fail_resp_q <= rresp_i[0];
        if (clear_i || stop_i) accepted_q <= '0;
        else accepted_q <= accepted_q + 4'(cmd_valid_i && cmd_ready && push_fresh_q) - 4'(stat_take);
      end
    end

    // With SfOut 1 a status can leave in the cycle after its cause.
    `PROVE(StatusIsGiven, !(due_q != '0 && stored_q == '0 && stat_ready_i) || stat_valid)
    `PROVE(DrainedHasStatus, !drained || accepted_q == '0)
    // An error is the last status that is due.
    `PROVE(ErrorComesLast, !stat_valid || due_q == 4'd1 || stat[30:28] == '0)
    `PROVE(BadReadIsReported, !(stat_valid && error_q && due_q == 4'd1) ||
                              stat[30:28] == {fail_resp_q, !fail_resp_q, 1'b0})
    `PROVE(BadRowIsReported, !(stat_valid && fault_q && due_q == 4'd1) || stat[30:28] == 3'b001)
    `PROVE(WordStays, !s_stall_q || (tvalid && {tlast, tkeep, tdata} == word_q))
    `PROVE(NoStatusAfterError, !failed_q || !stat_valid)
    `PROVE(RoomIsReserved, error_q || asked_q + stored_q <= 8'(Depth))
    `PROVE(NoWordFromNothing, !tvalid || stored_q != '0)
    `PROVE(StreamIsWhatWasRead, !(word_followed_q && word_front_q == '0 && tvalid) ||
                                {tlast, tkeep, tdata} == expect_q)
    `PROVE(DrainedIsSent, !drained || stored_q == '0)
    `PROVE(BytesAreThoseSent, !stat_valid || !s_take || stat[25:0] == 26'(sent_d[LengthWidth-1:0]))
    `PROVE(LastWordWithStatus, !(s_take && tlast) || stat_valid)
    `PROVE(FailedMovesNothing, !stat_valid || stat[30:28] == '0 || stat[25:0] == '0)
    `PROVE(ErrorHasCause, !stat_valid || ((stat[30:29] != '0) ? error_q && stat[30:29] != 2'b11
                                                               : !stat[28] || bad_q))
    `PROVE(StatusHasDescriptor, !stat_valid || open_q != '0)
    `PROVE(StatusIsOfItsDescriptor, !at_head || stat[58:32] == desc_q)
    `PROVE(BadCommandIsReported, !(at_head && desc_bad_q) || stat[28])
    `PROVE(BytesAreTheLength, !(at_head && desc_single_q && stat[30:28] == '0) ||
                              stat[25:0] == 26'(length_q))
    `REACH(LastWordIsPartial, s_take && tlast && tkeep != '1 && stored_q == 8'd1 && word_followed_q)
    `REACH(StatusOfABadCommand, stat_take && stat[28])
    `REACH(StatusOfABadRead, stat_take && stat[29])
    `REACH(StatusOfAReadOfNothing, stat_take && stat[30])
    `REACH(StatusOfTwoBursts, at_head && desc_single_q && stat[30:28] == '0 && length_q == LengthWidth'(5))
  end

endmodule
