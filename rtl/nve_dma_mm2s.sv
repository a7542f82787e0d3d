// SPDX-License-Identifier: Apache-2.0
// MM2S data mover: turns commands {address, length, EOF, last} into AXI4 read bursts and a stream.
// A descriptor is one command or several; its status, with the bytes of all of them, follows the
// last one. Bursts end at MaxBurst beats and at 4 KB boundaries; at most Outstanding are in flight
// and each has its room in the data FIFO reserved before ARVALID, so RREADY never falls. A command
// without data only reports its length, in order. A command with length 0 or an address that is not
// a multiple of the bus width (no realignment engine) moves nothing and reports DMAIntErr; a bad
// read response ends the data at the failing beat. After an error nothing more starts until clear_i;
// on stop_i the mover stops at the next burst boundary and its stream runs dry.
// Timing: command to ARVALID CmdToAr, RVALID to TVALID SfOut, PktGap idle cycles after TLAST.
`include "nve_assert.svh"

module nve_dma_mm2s #(
  parameter  int unsigned DataWidth   = 64,
  parameter  int unsigned LengthWidth = 26,
  parameter  int unsigned MaxBurst    = 16,
  parameter  int unsigned Outstanding = 4,
  // Twice the data in flight: the second half hides the stream's pauses from the memory.
  parameter  int unsigned Depth       = 2 * Outstanding * MaxBurst,
  parameter  int unsigned CmdToAr     = 8,
  parameter  int unsigned SfOut       = 3,
  parameter  int unsigned PktGap      = 2,
  localparam int unsigned Bytes       = DataWidth / 8,
  localparam int unsigned CmdW        = 26 + 32 + LengthWidth + 3
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 clear_i,
  input  logic                 stop_i,
  input  logic                 keyhole_i,
  // Command {descriptor[31:6], address, length, EOF, last of the descriptor, without data}; a
  // command without data is the only one of its descriptor
  input  logic                 cmd_valid_i,
  output logic                 cmd_ready_o,
  input  logic [CmdW-1:0]      cmd_i,
  // Finished descriptor {EOF, descriptor[31:6], STATUS word}
  output logic                 stat_valid_o,
  input  logic                 stat_ready_i,
  output logic [58:0]          stat_o,
  output logic                 drained_o,
  output logic                 axi_idle_o,
  // First and last word of a packet taken by the stream
  output logic                 sof_o,
  output logic                 eof_o,
  // AXI4 read
  output logic [31:0]          araddr_o,
  output logic [7:0]           arlen_o,
  output logic                 arvalid_o,
  input  logic                 arready_i,
  input  logic [DataWidth-1:0] rdata_i,
  input  logic [1:0]           rresp_i,
  input  logic                 rlast_i,
  input  logic                 rvalid_i,
  output logic                 rready_o,
  // AXI4-Stream
  output logic [DataWidth-1:0] tdata_o,
  output logic [Bytes-1:0]     tkeep_o,
  output logic                 tlast_o,
  output logic                 tvalid_o,
  input  logic                 tready_i
);

  localparam int unsigned ByteW  = $clog2(Bytes);
  localparam int unsigned BeatW  = LengthWidth + 1 - ByteW;
  localparam int unsigned PageW  = 13 - ByteW;
  localparam int unsigned BurstW = $clog2(MaxBurst + 1);
  localparam int unsigned LevelW = $clog2(Depth + 1);
  localparam int unsigned OpenW  = (Outstanding > 1) ? $clog2(Outstanding) : 1;
  localparam int unsigned CmdDepth  = 4;
  localparam int unsigned InfoDepth = 8;
  localparam int unsigned InfoW  = 26 + 1;
  localparam int unsigned CountW = ByteW + 1;
  localparam int unsigned BeatInfoW = 2 + ByteW;
  localparam int unsigned DataW  = DataWidth + Bytes + 3;

  if (Depth < MaxBurst) begin : gen_bad
    $error("nve_dma_mm2s: Depth must be at least MaxBurst");
  end

  logic halt, err_q;

  assign halt = stop_i || err_q;

  /////////////////////
  // Command pipeline //
  /////////////////////
  logic                   cmd_head, cmd_aged, cmd_take;
  logic [CmdW-1:0]        cmd;
  logic [25:0]            cmd_desc;
  logic [31:0]            cmd_addr;
  logic [LengthWidth-1:0] cmd_len;
  logic                   cmd_eof, cmd_last, cmd_mark;
  logic [2:0]             cmd_level;
  logic [2*$clog2(CmdDepth)-1:0] unused_cmd_places;
  logic                   info_ready, fresh_q;

  nve_fifo #(
    .Width(CmdW),
    .Depth(CmdDepth)
  ) u_cmd (
    .clk_i,
    .rst_ni,
    .clear_i     (clear_i || stop_i),
    .push_valid_i(cmd_valid_i),
    .push_ready_o(cmd_ready_o),
    .push_data_i (cmd_i),
    .pop_valid_o (cmd_head),
    .pop_ready_i (cmd_take),
    .pop_data_o  (cmd),
    .level_o     (cmd_level),
    .places_o    (unused_cmd_places)
  );

  nve_dma_delay #(
    .Delay    (CmdToAr - 1),
    .MaxTokens(CmdDepth)
  ) u_cmd_age (
    .clk_i,
    .rst_ni,
    .clear_i(clear_i || stop_i),
    .in_i   (cmd_valid_i && cmd_ready_o),
    .take_i (cmd_take),
    .avail_o(cmd_aged)
  );

  assign {cmd_desc, cmd_addr, cmd_len, cmd_eof, cmd_last, cmd_mark} = cmd;

  // The next command is the first of a descriptor.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fresh_q <= 1'b1;
    else if (clear_i || stop_i) fresh_q <= 1'b1;
    else if (cmd_take) fresh_q <= cmd_last;
  end

  ////////////////////
  // Burst splitter //
  ////////////////////
  logic             active_q, bad_q, mark_q, last_q, eof_q;
  logic [31:0]      addr_q;
  logic [BeatW-1:0] beats_q;
  logic [ByteW-1:0] tail_q;
  logic [PageW-1:0] page_beats;
  logic [BurstW-1:0] burst;
  logic             last_burst, ar_done, splitter_done, cmd_bad, room, burst_ready;
  logic [LevelW-1:0] used_q;
  logic             marker, fails, beat_push, data_pop;

  assign page_beats = PageW'(13'd4096 - {1'b0, addr_q[11:0]} >> ByteW);

  always_comb begin
    burst = BurstW'(MaxBurst);
    if (page_beats < PageW'(MaxBurst)) burst = BurstW'(page_beats);
    if (beats_q < BeatW'(burst)) burst = BurstW'(beats_q);
  end

  assign last_burst = beats_q == BeatW'(burst);
  // One bit more than a level: the sum may pass the largest.
  assign room       = {1'b0, used_q} + (LevelW + 1)'(burst) <= (LevelW + 1)'(Depth);
  // Room and a burst slot can only be gained while waiting, so ARVALID holds until it is taken.
  assign arvalid_o  = active_q && !mark_q && room && burst_ready;
  assign araddr_o   = addr_q;
  assign arlen_o    = 8'(burst) - 8'd1;
  assign ar_done    = arvalid_o && arready_i;
  assign splitter_done = active_q && (marker && mark_q || ar_done && last_burst ||
                                      halt && (!arvalid_o || arready_i));
  // Nothing follows a command that fails, not even in the cycle in which its error is stored.
  assign cmd_take = cmd_head && cmd_aged && info_ready && !halt && !fails &&
                    (!active_q || splitter_done);
  assign cmd_bad  = !cmd_mark && (cmd_len == '0 || cmd_addr[ByteW-1:0] != '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      bad_q    <= 1'b0;
      mark_q   <= 1'b0;
      last_q   <= 1'b0;
      eof_q    <= 1'b0;
      addr_q   <= '0;
      beats_q  <= '0;
      tail_q   <= '0;
    end else if (clear_i) begin
      active_q <= 1'b0;
      mark_q   <= 1'b0;
    end else if (cmd_take) begin
      active_q <= 1'b1;
      bad_q    <= cmd_bad;
      mark_q   <= cmd_bad || cmd_mark;
      last_q   <= cmd_last;
      eof_q    <= cmd_eof;
      addr_q   <= cmd_addr;
      beats_q  <= BeatW'(({1'b0, cmd_len} + (LengthWidth + 1)'(Bytes - 1)) >> ByteW);
      tail_q   <= cmd_len[ByteW-1:0];
    end else if (splitter_done) begin
      active_q <= 1'b0;
      mark_q   <= 1'b0;
    end else if (ar_done) begin
      // Keyhole: every burst reads the same (FIXED) address.
      if (!keyhole_i) addr_q <= addr_q + (32'(burst) << ByteW);
      beats_q <= beats_q - BeatW'(burst);
    end
  end

  // Beats requested or stored: reserved at AR, given back when the beat leaves. After an error
  // nothing more is requested, so discarded beats need no account.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) used_q <= '0;
    else if (clear_i) used_q <= '0;
    else used_q <= used_q + (ar_done ? LevelW'(burst) : '0) + LevelW'(marker && mark_q)
                   - LevelW'(data_pop);
  end

  ///////////////////
  // Read data side //
  ///////////////////
  logic                 burst_valid, info_last, info_eof, end_beat, read_bad;
  logic [ByteW-1:0]     info_tail;
  logic [Bytes-1:0]     keep;
  logic [2:0]           marker_err;
  logic [LengthWidth-1:0] marker_len;
  logic [DataW-1:0]     push_data, head;
  logic [DataWidth-1:0] marker_data;
  logic                 data_push, data_ready, data_valid, data_aged;
  logic [LevelW-1:0]    data_level;
  logic [2*$clog2(Depth)-1:0] unused_data_places;
  logic [$clog2(Outstanding+1)-1:0] burst_level;
  logic [2*OpenW-1:0] unused_burst_places;

  nve_fifo #(
    .Width(BeatInfoW),
    .Depth(Outstanding)
  ) u_burst (
    .clk_i,
    .rst_ni,
    .clear_i,
    .push_valid_i(ar_done),
    .push_ready_o(burst_ready),
    .push_data_i ({last_burst && last_q, eof_q, tail_q}),
    .pop_valid_o (burst_valid),
    .pop_ready_i (rvalid_i && rlast_i),
    .pop_data_o  ({info_last, info_eof, info_tail}),
    .level_o     (burst_level),
    .places_o    (unused_burst_places)
  );

  assign rready_o  = 1'b1;
  assign end_beat  = rlast_i && info_last;
  assign read_bad  = rvalid_i && rresp_i[1] && !err_q;
  assign beat_push = rvalid_i && !err_q;
  // A marker is an entry without stream data that carries a status to the end of the stream, in
  // order: {bytes, DMADecErr, DMASlvErr, DMAIntErr}.
  assign marker      = read_bad || active_q && mark_q && !burst_valid && !err_q && data_ready;
  assign marker_err  = read_bad ? {rresp_i[0], !rresp_i[0], 1'b0} : {2'b00, bad_q};
  assign marker_len  = (marker_err == '0) ? LengthWidth'({beats_q, ByteW'(0)}) : '0;
  assign marker_data = DataWidth'({marker_len, marker_err});
  assign fails       = marker && marker_err != '0;
  assign data_push   = beat_push || marker;

  always_comb begin
    for (int unsigned i = 0; i < Bytes; i++) begin
      keep[i] = !end_beat || info_tail == '0 || ByteW'(i) < info_tail;
    end
  end

  // {marker, end of descriptor, TLAST, keep, data}
  assign push_data = marker ? {1'b1, 1'b1, 1'b0, {Bytes{1'b0}}, marker_data}
                            : {1'b0, end_beat, end_beat && info_eof, keep, rdata_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) err_q <= 1'b0;
    else if (clear_i) err_q <= 1'b0;
    else if (fails) err_q <= 1'b1;
  end

  nve_fifo #(
    .Width(DataW),
    .Depth(Depth)
  ) u_data (
    .clk_i,
    .rst_ni,
    .clear_i,
    .push_valid_i(data_push),
    .push_ready_o(data_ready),
    .push_data_i (push_data),
    .pop_valid_o (data_valid),
    .pop_ready_i (data_pop),
    .pop_data_o  (head),
    .level_o     (data_level),
    .places_o    (unused_data_places)
  );

  nve_dma_delay #(
    .Delay    (SfOut),
    .MaxTokens(Depth)
  ) u_data_age (
    .clk_i,
    .rst_ni,
    .clear_i,
    .in_i   (data_push && data_ready),
    .take_i (data_pop),
    .avail_o(data_aged)
  );

  ///////////////////////
  // Stream and status //
  ///////////////////////
  localparam int unsigned GapW = $clog2(PktGap + 1) > 0 ? $clog2(PktGap + 1) : 1;

  logic                   head_marker, head_end, head_last, info_valid, stream_take, open_q;
  logic [Bytes-1:0]       head_keep;
  logic [DataWidth-1:0]   head_data;
  logic [25:0]            info_desc;
  logic [LengthWidth-1:0] bytes_q, bytes_d, stat_bytes;
  logic [CountW-1:0]      kept;
  logic                   info_stat_eof, info_clear;
  logic [3:0]             info_level;
  logic [2*$clog2(InfoDepth)-1:0] unused_info_places;
  logic [GapW-1:0]        gap_q;
  logic                   unused_level;

  assign {head_marker, head_end, head_last, head_keep, head_data} = head;

  // The last word waits for a place in the update queue; once there is one it stays.
  assign tvalid_o = data_valid && data_aged && !head_marker && gap_q == '0 &&
                    (!head_end || stat_ready_i);
  assign tdata_o  = head_data;
  assign tkeep_o  = head_keep;
  assign tlast_o  = head_last;

  assign stream_take  = tvalid_o && tready_i;
  assign data_pop     = stream_take || data_valid && data_aged && head_marker && stat_ready_i;
  assign stat_valid_o = data_pop && head_end;
  assign stat_bytes   = head_marker ? head_data[3 +: LengthWidth] : bytes_d;
  assign stat_o = {info_stat_eof, info_desc, 1'b1, head_marker ? head_data[2:0] : 3'b000, 2'b00,
                   26'(stat_bytes)};

  // Bytes of the descriptor that have left.
  always_comb begin
    kept = '0;
    for (int unsigned i = 0; i < Bytes; i++) begin
      kept = kept + CountW'(head_keep[i]);
    end
    bytes_d = bytes_q + LengthWidth'(kept);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) bytes_q <= '0;
    else if (info_clear || stat_valid_o) bytes_q <= '0;
    else if (stream_take) bytes_q <= bytes_d;
  end

  nve_fifo #(
    .Width(InfoW),
    .Depth(InfoDepth)
  ) u_info (
    .clk_i,
    .rst_ni,
    .clear_i     (info_clear),
    .push_valid_i(cmd_take && fresh_q),
    .push_ready_o(info_ready),
    .push_data_i ({cmd_desc, cmd_eof}),
    .pop_valid_o (info_valid),
    .pop_ready_i (stat_valid_o),
    .pop_data_o  ({info_desc, info_stat_eof}),
    .level_o     (info_level),
    .places_o    (unused_info_places)
  );

  // A descriptor cut short by a stop has no end word to remove its entry.
  assign info_clear = clear_i || stop_i && !active_q && !burst_valid && !data_valid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      gap_q  <= '0;
      open_q <= 1'b0;
    end else if (clear_i) begin
      gap_q  <= '0;
      open_q <= 1'b0;
    end else begin
      if (stream_take && head_last) gap_q <= GapW'(PktGap);
      else if (gap_q != '0) gap_q <= gap_q - 1'b1;
      // A packet cut by a stop stays open: the delay timer, the only user, is off then.
      if (stream_take) open_q <= !head_last;
    end
  end

  assign sof_o        = stream_take && !open_q;
  assign eof_o        = stream_take && head_last;
  assign axi_idle_o   = !burst_valid && !arvalid_o;
  assign drained_o    = !cmd_head && !active_q && !burst_valid && !data_valid && !info_valid;
  assign unused_level = ^{cmd_level, burst_level, data_level, info_level};

  `ASSERT_STREAM(ReadAddressStable, arvalid_o, arready_i, {araddr_o, arlen_o})
  `ASSERT_STREAM(StreamStable, tvalid_o, tready_i, {tdata_o, tkeep_o, tlast_o},
                 clk_i, !rst_ni || clear_i)
  `ASSERT_IF(ReadDataExpected, rvalid_i, burst_valid)
  `ASSERT_IF(DataFifoNeverFull, data_push, data_ready)
  `ASSERT(UsedInRange, used_q != '0, used_q <= LevelW'(Depth))
  `ASSERT_IF(StatusHasDescriptor, stat_valid_o, info_valid)
  `ASSERT_NEXT(StopUntilDrained, stop_i && !drained_o && !clear_i, stop_i)
  `ASSERT_IF(ClearInAStop, clear_i, stop_i && axi_idle_o)
  `ASSERT(KeyholeStays, keyhole_i && !clear_i && !(drained_o && stop_i),
          1'b1 |=> (keyhole_i == $past(keyhole_i) || $past(clear_i || drained_o && stop_i)))
  `ASSERT_IF(MarkIsAlone, cmd_valid_i && cmd_i[0], cmd_i[1])
  // The rows of a descriptor follow each other without a gap.
  `ASSERT_NEXT(SameDescriptor, cmd_valid_i && cmd_ready_o && !cmd_i[1] && !stop_i && !clear_i,
               cmd_valid_i &&
               {cmd_i[CmdW-1 -: 26], cmd_i[2]} == $past({cmd_i[CmdW-1 -: 26], cmd_i[2]}))
  `ASSERT_IF(RowsAreWhole, cmd_valid_i && !cmd_i[1], cmd_i[3 +: ByteW] == '0)
  `ASSERT_NEXT(StatusRoomStays, stat_ready_i && !stat_valid_o, stat_ready_i)
  `ASSERT_IF(MarkIsWhole, cmd_valid_i && cmd_i[0], cmd_i[3 +: ByteW] == '0)

endmodule
