// SPDX-License-Identifier: Apache-2.0
// Proof of nve_dma_s2mm. Stream side: every word taken belongs to the buffer of a command, and the burst
// records cover the words taken once, in order, inside a 4 KB page. Port side: bursts without a pause, at
// most Outstanding without response, none after an error or a stop. With EndToEnd instead one word, picked
// freely, is followed to its beat on W: data, byte strobes and address; WLAST, the addresses on AW, and one
// status for each descriptor, in order, with the bytes taken.
`include "formal.svh"

module dma_s2mm_props #(
  parameter  bit          EndToEnd    = 1'b0,
  parameter  int unsigned DataWidth   = 16,
  parameter  int unsigned LengthWidth = 6,
  parameter  int unsigned MaxBurst    = 2,
  parameter  int unsigned Outstanding = 2,
  parameter  int unsigned StartDelay  = 2,
  parameter  int unsigned BurstGap    = 1,
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
  input logic [DataWidth-1:0] tdata_i,
  input logic [Bytes-1:0]     tkeep_i,
  input logic                 tlast_i,
  input logic                 tvalid_i,
  input logic                 awready_i,
  input logic                 wready_i,
  input logic [1:0]           bresp_i,
  input logic                 bvalid_i,
  input logic                 pick_word_i,
  input logic                 pick_desc_i
);

  localparam int unsigned ByteW = $clog2(Bytes);
  // Free bits of a command: two of its descriptor, 13 of its address.
  localparam logic [CmdW-1:0] CmdMask = {26'd3, 32'h0000_1fff, {(LengthWidth + 3){1'b1}}};

  `FORMAL_RESET

  logic [CmdW-1:0] cmd_in;

  assign cmd_in = cmd_i & CmdMask;

  logic                 cmd_ready, stat_valid, drained, idle, sof, eof, tready;
  logic                 awvalid, wlast, wvalid, bready;
  logic [58:0]          stat;
  logic [31:0]          awaddr;
  logic [7:0]           awlen;
  logic [DataWidth-1:0] wdata;
  logic [Bytes-1:0]     wstrb;

  nve_dma_s2mm #(
    .DataWidth  (DataWidth),
    .LengthWidth(LengthWidth),
    .MaxBurst   (MaxBurst),
    .Outstanding(Outstanding),
    .StartDelay (StartDelay),
    .BurstGap   (BurstGap)
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
    .tdata_i,
    .tkeep_i,
    .tlast_i,
    .tvalid_i,
    .tready_o    (tready),
    .awaddr_o    (awaddr),
    .awlen_o     (awlen),
    .awvalid_o   (awvalid),
    .awready_i,
    .wdata_o     (wdata),
    .wstrb_o     (wstrb),
    .wlast_o     (wlast),
    .wvalid_o    (wvalid),
    .wready_i,
    .bresp_i,
    .bvalid_i,
    .bready_o    (bready)
  );

  // Connected by the manifest: {take, without data, last of its descriptor, skip, first of it} of the command
  // at the stream side, its fields, {record stored, without data, the oldest burst starts}, the record.
  // `connect` of yosys cuts what is a mere alias of such a wire, so they are used through a gate.
  logic [4:0]             peek_cmd;
  logic [25:0]            peek_desc;
  logic [31:0]            peek_addr, peek_rec_addr;
  logic [LengthWidth-1:0] peek_len;
  logic [2:0]             peek_rec;
  logic [7:0]             peek_rec_len;
  logic                   cmd_take, cmd_mark, cmd_last, skip, fresh, rec_push, mark_push, rec_start;
  logic [31:0]            cmd_addr, rec_addr;
  logic [LengthWidth-1:0] cmd_len;
  logic [7:0]             rec_len;

  assign {cmd_take, cmd_mark, cmd_last, skip, fresh} = peek_cmd & {5{rst_ni}};
  assign {rec_push, mark_push, rec_start} = peek_rec & {3{rst_ni}};
  assign cmd_addr = peek_addr & {32{rst_ni}};
  assign cmd_len  = peek_len & {LengthWidth{rst_ni}};
  assign rec_addr = peek_rec_addr & {32{rst_ni}};
  assign rec_len  = peek_rec_len & {8{rst_ni}};

  logic cmd_bad, takes, begins, beat, aw_take, w_take, b_take, stat_take, halt, error_q, overflows;

  assign cmd_bad   = !cmd_mark && (cmd_len == '0 || cmd_addr[ByteW-1:0] != '0);
  assign takes     = cmd_take && !skip;
  assign begins    = takes && fresh;
  assign beat      = tvalid_i && tready;
  assign aw_take   = awvalid && awready_i;
  assign w_take    = wvalid && wready_i;
  assign b_take    = bvalid_i && bready;
  assign stat_take = stat_valid && stat_ready_i;
  assign halt      = stop_i || error_q;

  /////////////////////
  // The environment //
  /////////////////////
  // Bursts whose address or data the port has, without response; started: without response in all.
  logic [3:0] aw_done_q, w_done_q, started_q;
  // Responses that wait for room of a status, the oldest in the low bits, and the one whose turn it is.
  logic [3:0]               kept_resp_q;
  logic [2*Outstanding-1:0] resps_q, resps_d;
  logic [1:0]               resp;
  logic                     resp_take, resp_keep;

  assign resp      = kept_resp_q != '0 ? resps_q[1:0] : bresp_i;
  assign resp_take = (kept_resp_q != '0 || b_take) && stat_ready_i;
  assign resp_keep = b_take && (kept_resp_q != '0 || !stat_ready_i);

  always_comb begin
    resps_d = resp_take ? resps_q >> 2 : resps_q;
    for (int unsigned i = 0; i < Outstanding; i++) begin
      if (resp_keep && 4'(i) == (resp_take ? kept_resp_q - 4'd1 : kept_resp_q)) resps_d[2*i +: 2] = bresp_i;
    end
  end
  logic       stop_q, stop_qq, drained_q, clear_q, keyhole_q, push_fresh_q, stat_ready_q, stat_valid_q;
  logic       error_qq, aw_stall_q, w_stall_q, bad_q;
  logic [31:0] awaddr_q;
  logic [26:0] push_desc_q;
  logic [7:0]  awlen_q;
  logic [DataWidth+Bytes:0] word_q;

  // The memory answers a burst once, after its address and its last word.
  `GIVEN(ResponseExpected, !bvalid_i || (aw_done_q != '0 && w_done_q != '0))
  // The channel: a stop ends after all was drained, a clear comes in a stop without open bursts.
  `GIVEN(StopUntilDrained, stop_i || !stop_q || drained_q || clear_q)
  `GIVEN(ClearInAStop, !clear_i || (stop_i && idle))
  `GIVEN(KeyholeStays, keyhole_i == keyhole_q || clear_q || (drained_q && stop_q))
  // The rows: a command without data is a descriptor of its own.
  `GIVEN(MarkIsAlone, !cmd_valid_i || !cmd_in[0] || cmd_in[1])
  `GIVEN(MarkIsFirst, !cmd_valid_i || push_fresh_q || !cmd_in[0])
  // ... and the commands of a descriptor carry its address and EOF, and whole words but for the last one.
  `GIVEN(SameDescriptor, !cmd_valid_i || push_fresh_q ||
                         {cmd_in[CmdW-1 -: 26], cmd_in[2]} == push_desc_q)
  `GIVEN(RowsAreWhole, !cmd_valid_i || cmd_in[1] || cmd_in[3 +: ByteW] == '0)
  // The update queue: its room goes away with a status only.
  `GIVEN(StatusRoomStays, stat_ready_i || !stat_ready_q || stat_valid_q)

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_done_q    <= '0;
      w_done_q     <= '0;
      started_q    <= '0;
      kept_resp_q  <= '0;
      resps_q      <= '0;
      stop_q       <= 1'b1;
      drained_q    <= 1'b1;
      stop_qq      <= 1'b1;
      clear_q      <= 1'b1;
      keyhole_q    <= 1'b0;
      push_fresh_q <= 1'b1;
      push_desc_q  <= '0;
      stat_ready_q <= 1'b0;
      stat_valid_q <= 1'b0;
      error_q      <= 1'b0;
      error_qq     <= 1'b0;
      aw_stall_q   <= 1'b0;
      w_stall_q    <= 1'b0;
      bad_q        <= 1'b0;
      awaddr_q     <= '0;
      awlen_q      <= '0;
      word_q       <= '0;
    end else begin
      aw_done_q    <= aw_done_q + 4'(aw_take) - 4'(b_take);
      w_done_q     <= w_done_q + 4'(w_take && wlast) - 4'(b_take);
      started_q    <= started_q + 4'(rec_start) - 4'(resp_take);
      kept_resp_q  <= kept_resp_q + 4'(resp_keep) - 4'(resp_take && kept_resp_q != '0);
      resps_q      <= resps_d;
      stop_q       <= stop_i;
      drained_q    <= drained;
      stop_qq      <= stop_q;
      clear_q      <= clear_i;
      keyhole_q    <= keyhole_i;
      if (clear_i || stop_i) push_fresh_q <= 1'b1;
      else if (cmd_valid_i && cmd_ready) push_fresh_q <= cmd_in[1];
      if (cmd_valid_i && cmd_ready) push_desc_q <= {cmd_in[CmdW-1 -: 26], cmd_in[2]};
      stat_ready_q <= stat_ready_i;
      stat_valid_q <= stat_valid;
      error_q      <= !clear_i && (error_q || stat_take && stat[30:28] != '0);
      error_qq     <= error_q && !clear_i;
      aw_stall_q   <= awvalid && !awready_i;
      w_stall_q    <= wvalid && !wready_i;
      bad_q        <= !clear_i && (bad_q || takes && cmd_bad || beat && overflows);
      awaddr_q     <= awaddr;
      awlen_q      <= awlen;
      word_q       <= {wlast, wstrb, wdata};
    end
  end

  /////////////////////
  // The stream side //
  /////////////////////
  // The buffer: address of its next word, bytes left; the words since the last record.
  logic [31:0]            next_q, first_q, first;
  logic [LengthWidth-1:0] left_q;
  logic [7:0]             words_q;
  logic                   mark_q, full;
  logic [ByteW:0]         kept;

  always_comb begin
    kept = '0;
    for (int unsigned i = 0; i < Bytes; i++) kept = kept + (ByteW + 1)'(tkeep_i[i] || !tlast_i);
  end

  assign first     = (words_q == '0) ? next_q : first_q;
  assign full      = left_q <= LengthWidth'(Bytes);
  assign overflows = LengthWidth'(kept) > left_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_q  <= '0;
      first_q <= '0;
      left_q  <= '0;
      words_q <= '0;
      mark_q  <= 1'b0;
    end else if (clear_i || halt) begin
      left_q  <= '0;
      words_q <= '0;
      mark_q  <= 1'b0;
    end else begin
      if (beat) begin
        if (!keyhole_i) next_q <= next_q + 32'(Bytes);
        left_q  <= (full || tlast_i) ? '0 : left_q - LengthWidth'(Bytes);
        first_q <= first;
        words_q <= rec_push ? '0 : words_q + 8'd1;
      end
      if (mark_push) mark_q <= 1'b0;
      if (takes) begin
        next_q <= cmd_addr;
        left_q <= (cmd_mark || cmd_bad) ? '0 : cmd_len;
        mark_q <= cmd_mark || cmd_bad;
      end
    end
  end

  // Records of bursts that have not started and of those without data that have not reported; a stop or an
  // error drops them.
  logic [7:0] records_q;
  logic       mark_done;

  assign mark_done = stat_take && !resp_take;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) records_q <= '0;
    else if (clear_i || halt) records_q <= '0;
    else records_q <= records_q + 8'(rec_push) - 8'(rec_start || mark_done);
  end

  `PROVE(DrainedIsFinished, !drained || (left_q == '0 && !mark_q && words_q == '0 && records_q == '0 &&
                                         started_q == '0 && !awvalid && !wvalid))

  if (!EndToEnd) begin : gen_stream_rules
    always_comb ResetQuiet : assert (rst_ni || (!awvalid && !wvalid && !tready && !stat_valid && drained));
    `PROVE(WordHasBuffer, !tready || left_q != '0)
    `PROVE(NoWordAfterStop, !halt || !tready)
    `PROVE(BufferIsFinished, !takes || (!mark_q && (left_q == '0 || beat && (full || tlast_i))))
    `PROVE(RecordOfWords, !rec_push || mark_push != beat)
    `PROVE(MarkOfAMark, !mark_push || (mark_q && words_q == '0))
    `PROVE(RecordAddress, !(rec_push && beat) || rec_addr == first)
    `PROVE(RecordLength, !(rec_push && beat) || rec_len == words_q)
    `PROVE(RecordNotAcross4K, !(rec_push && beat) || keyhole_i ||
                              {1'b0, first[11:0]} + ((13'(words_q) + 13'd1) << ByteW) <= 13'd4096)
    `PROVE(RecordBounded, words_q < 8'(MaxBurst))
    `PROVE(RecordAtTheEnd, !(beat && (full || tlast_i)) || rec_push)
    `PROVE(PacketEnds, eof == (beat && tlast_i))
    `REACH(EndsAtPage, rec_push && beat && !full && !tlast_i && words_q == '0 && MaxBurst > 1 && !keyhole_i)
    `REACH(Overflow, beat && tlast_i && overflows)
  end

  ///////////////////
  // The port side //
  ///////////////////
  // The burst under way on W, and the beats of it that were taken.
  logic       w_open_q, aw_open_q;
  logic [7:0] w_beat_q, w_len, burst_len_q;

  // AW may be taken before or after the data; its length is kept.
  assign w_len = aw_open_q ? awlen : burst_len_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      w_open_q    <= 1'b0;
      w_beat_q    <= '0;
      aw_open_q   <= 1'b0;
      burst_len_q <= '0;
    end else begin
      if (w_take) begin
        w_beat_q <= w_beat_q + 8'd1;
        if (wlast) w_open_q <= 1'b0;
      end
      if (awvalid) burst_len_q <= awlen;
      if (aw_take) aw_open_q <= 1'b0;
      if (rec_start) begin
        w_open_q  <= 1'b1;
        w_beat_q  <= '0;
        aw_open_q <= 1'b1;
      end
    end
  end

  if (!EndToEnd) begin : gen_write_rules
    `PROVE(AddressStays, !aw_stall_q || (awvalid && awaddr == awaddr_q && awlen == awlen_q))
    `PROVE(LastStays, !w_stall_q || (wvalid && wlast == word_q[DataWidth+Bytes]))
    `PROVE(AddressPerBurst, awvalid == aw_open_q)
    `PROVE(NoPauseInABurst, wvalid == w_open_q)
    `PROVE(OneBurstAtATime, !rec_start || ((!aw_open_q || aw_take) && (!w_open_q || (w_take && wlast))))
    `PROVE(OutstandingBounded, started_q <= 4'(Outstanding))
    `PROVE(ResponseIsTaken, bready)
    `PROVE(IdleIsIdle, !idle || (started_q == '0 && !awvalid && !wvalid))
    `PROVE(NoRequestAfterError, !error_qq || !awvalid || aw_stall_q)
    `PROVE(NoRequestAfterStop, !stop_qq || !awvalid || aw_stall_q)
    `REACH(AllUnderWay, started_q == 4'(Outstanding) && !wvalid && !awvalid)
    `REACH(BackToBack, w_take && wlast && awvalid && aw_stall_q)
  end

  ////////////////
  // The status //
  ////////////////
  logic        desc_followed_q, desc_current_q, desc_ended_q, desc_bad_q, desc_follow, at_head;
  logic [4:0]  open_q, desc_front_q;
  logic [25:0] bytes_q;

  assign desc_follow = pick_desc_i && begins && !desc_followed_q;
  assign at_head     = desc_followed_q && desc_front_q == '0 && stat_valid;

  // A stop or an error drops what is not announced: the descriptors left have no status.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      desc_followed_q <= 1'b0;
      desc_current_q  <= 1'b0;
      desc_ended_q    <= 1'b0;
      desc_bad_q      <= 1'b0;
      open_q          <= '0;
      desc_front_q    <= '0;
      bytes_q         <= '0;
    end else if (clear_i || stop_i && drained) begin
      desc_followed_q <= 1'b0;
      desc_current_q  <= 1'b0;
      open_q          <= '0;
    end else begin
      open_q <= open_q + 5'(begins) - 5'(stat_take);
      if (desc_current_q && beat) begin
        bytes_q      <= bytes_q + 26'(kept);
        desc_ended_q <= desc_ended_q || tlast_i;
      end
      if (begins) desc_current_q <= desc_follow;
      if (desc_follow) begin
        desc_followed_q <= 1'b1;
        desc_front_q    <= open_q - 5'(stat_take);
        desc_ended_q    <= 1'b0;
        desc_bad_q      <= cmd_bad;
        bytes_q         <= cmd_mark ? 26'(cmd_len) : '0;
      end else if (desc_followed_q && stat_take) begin
        if (desc_front_q == '0) desc_followed_q <= 1'b0;
        desc_front_q <= desc_front_q - 5'd1;
      end
    end
  end

  if (!EndToEnd) begin : gen_status_rules
    `PROVE(StatusHasRoom, !stat_valid || stat_ready_i)
    `PROVE(StatusIsComplete, !stat_valid || stat[31])
    `PROVE(NoStatusAfterError, !error_q || !stat_valid)
    `PROVE(BusErrorIsReported, !(resp_take && resp[1] && !error_q) ||
                               (stat_valid && stat[30:29] == {resp[0], !resp[0]}))
    `PROVE(BusErrorHasCause, !stat_valid || stat[30:29] == '0 || (resp_take && resp[1]))
    `REACH(StatusOfABadWrite, stat_take && stat[30])
  end

  if (EndToEnd) begin : gen_end_to_end
    // The word that is followed: its data, strobes and address, and the words in front of it; words taken and
    // not sent. A stop or an error drops those that are not in a burst under way.
    logic                     followed_q, follow;
    logic [7:0]               stored_q, front_q;
    logic [DataWidth+Bytes-1:0] expect_q;
    logic [31:0]              expect_addr_q, burst_addr_q;
    logic [Bytes-1:0]         strb;
    logic [25:0]              desc_q;

    assign follow = pick_word_i && beat && !followed_q;

    always_comb begin
      for (int unsigned i = 0; i < Bytes; i++) begin
        strb[i] = (tkeep_i[i] || !tlast_i) && LengthWidth'(i) < left_q;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        followed_q    <= 1'b0;
        stored_q      <= '0;
        front_q       <= '0;
        expect_q      <= '0;
        expect_addr_q <= '0;
        burst_addr_q  <= '0;
        desc_q        <= '0;
      end else begin
        if (desc_follow) desc_q <= peek_desc & {26{rst_ni}};
        if (awvalid) burst_addr_q <= awaddr;
        if (clear_i || halt && !wvalid) stored_q <= '0;
        else stored_q <= stored_q + 8'(beat) - 8'(w_take);
        if (clear_i || halt) begin
          followed_q <= 1'b0;
        end else if (follow) begin
          followed_q    <= 1'b1;
          front_q       <= stored_q - 8'(w_take);
          expect_q      <= {strb, tdata_i};
          expect_addr_q <= next_q;
        end else if (followed_q && w_take) begin
          if (front_q == '0) followed_q <= 1'b0;
          front_q <= front_q - 8'd1;
        end
      end
    end

    logic        word_at_head;
    logic [31:0] burst_addr, word_addr;

    assign burst_addr   = awvalid ? awaddr : burst_addr_q;
    assign word_addr    = burst_addr + (keyhole_i ? 32'd0 : (32'(w_beat_q) << ByteW));
    assign word_at_head = followed_q && front_q == '0 && wvalid && !halt;

    // Descriptors that have ended and wait for their status; records without data; descriptors taken at the
    // port without status so far. `fault`: the last record is of a buffer that cannot be filled.
    logic [7:0] ended_q, marks_q, accepted_q;
    logic       last_q, mark_bad_q, fault_q, ends, last_record;

    assign ends        = beat && (full && last_q || tlast_i) || mark_push;
    assign last_record = records_q + 8'(started_q) == 8'd1;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        ended_q    <= '0;
        marks_q    <= '0;
        accepted_q <= '0;
        last_q     <= 1'b0;
        mark_bad_q <= 1'b0;
        fault_q    <= 1'b0;
      end else begin
        if (takes) {last_q, mark_bad_q} <= {cmd_last, cmd_bad};
        if (clear_i || halt) begin
          ended_q    <= '0;
          marks_q    <= '0;
          accepted_q <= '0;
          fault_q    <= 1'b0;
        end else begin
          ended_q    <= ended_q + 8'(ends) - 8'(stat_take);
          marks_q    <= marks_q + 8'(mark_push) - 8'(mark_done);
          accepted_q <= accepted_q + 8'(cmd_valid_i && cmd_ready && push_fresh_q) - 8'(stat_take);
          fault_q    <= fault_q || mark_push && mark_bad_q || beat && overflows;
        end
      end
    end

    `PROVE(StatusIsGiven, halt || !stat_ready_i || ended_q == '0 || records_q != marks_q ||
                          started_q != '0 || stat_valid)
    `PROVE(DrainedIsSent, !drained || stored_q == '0)
    // Of a descriptor of which more commands come the status may be owed.
    `PROVE(DrainedHasStatus, !drained || accepted_q == '0 || accepted_q == 8'd1 && !push_fresh_q)
    `PROVE(BadBufferIsReported, !stat_valid || stop_i || stat[28] == (fault_q && last_record))
    `PROVE(LastIsTheLast, !wvalid || wlast == (w_beat_q == w_len))
    `PROVE(NotAcross4K, !awvalid || keyhole_i ||
                        {1'b0, awaddr[11:0]} + ((13'(awlen) + 13'd1) << ByteW) <= 13'd4096)
    `PROVE(BurstLength, !awvalid || awlen < 8'(MaxBurst))
    `PROVE(WordStays, !w_stall_q || {wstrb, wdata} == word_q[DataWidth+Bytes-1:0])
    `PROVE(WordIsWritten, !word_at_head || {wstrb, wdata} == expect_q)
    `PROVE(WordGoesToItsAddress, !word_at_head || word_addr == expect_addr_q)
    `PROVE(StatusHasDescriptor, !stat_valid || open_q != '0)
    `PROVE(BadCommandIsReported, !(at_head && desc_bad_q) || stat[28])
    `PROVE(BadCommandHasCause, !(stat_valid && stat[28]) || bad_q)
    `PROVE(StatusIsOfItsDescriptor, !at_head || stat[57:32] == desc_q)
    `PROVE(BytesAreThoseTaken, !at_head || stat[30:28] != '0 || stat[25:0] == bytes_q)
    `PROVE(EndOfPacketInStatus, !at_head || stat[30:28] != '0 || stat[26] == desc_ended_q)
    `REACH(SecondBurst, word_at_head && w_take && awvalid && burst_addr_q[11:0] == 12'hffe &&
                        expect_addr_q[11:0] == 12'h000 && wstrb == Bytes'(1))
    `REACH(StatusOfABadBuffer, stat_take && stat[28])
    `REACH(StatusOfAFailedWrite, stat_take && stat[29])
    `REACH(StatusOfAWriteToNothing, stat_take && stat[30])
    `REACH(StatusOfTwoBursts, at_head && resp_take && stat[30:28] == '0 && stat[25:0] == 26'd5)
  end

endmodule
