// SPDX-License-Identifier: Apache-2.0
// S2MM data mover: cuts the stream into AXI4 write bursts for the buffers of the given commands. A
// descriptor is one command or several; its status follows the last one. A buffer ends at its length
// or at TLAST, which also ends the descriptor: its commands that are left are dropped. A longer
// packet continues in the next descriptor. A burst is announced only when all its data is stored, so
// WVALID never pauses inside a burst; it ends at MaxBurst beats, at 4 KB boundaries and with its
// buffer. A command without data only reports its length, in order. Length 0, a misaligned address,
// or a word that holds more bytes than the buffer has left (a remainder would need realignment) give
// DMAIntErr. After an error nothing more starts until clear_i; stop_i drops what is not yet
// announced. A write response is taken at once and waits here for room of a status: if it waited on
// the port, it could keep the status before it from being written.
// Timing: first word to AWVALID StartDelay (pipelined), BurstGap idle cycles on W between bursts.
`include "nve_assert.svh"

module nve_dma_s2mm #(
  parameter  int unsigned DataWidth   = 64,
  parameter  int unsigned LengthWidth = 26,
  parameter  int unsigned MaxBurst    = 16,
  parameter  int unsigned Outstanding = 4,
  parameter  int unsigned StartDelay  = 39,
  parameter  int unsigned BurstGap    = 5,
  localparam int unsigned Bytes       = DataWidth / 8,
  localparam int unsigned CmdW        = 26 + 32 + LengthWidth + 3
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 clear_i,
  input  logic                 stop_i,
  input  logic                 keyhole_i,
  // Command {descriptor[31:6], address, length, unused, last of the descriptor, without data}; a
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
  // First and last word of a packet taken from the stream
  output logic                 sof_o,
  output logic                 eof_o,
  // AXI4-Stream
  input  logic [DataWidth-1:0] tdata_i,
  input  logic [Bytes-1:0]     tkeep_i,
  input  logic                 tlast_i,
  input  logic                 tvalid_i,
  output logic                 tready_o,
  // AXI4 write
  output logic [31:0]          awaddr_o,
  output logic [7:0]           awlen_o,
  output logic                 awvalid_o,
  input  logic                 awready_i,
  output logic [DataWidth-1:0] wdata_o,
  output logic [Bytes-1:0]     wstrb_o,
  output logic                 wlast_o,
  output logic                 wvalid_o,
  input  logic                 wready_i,
  input  logic [1:0]           bresp_i,
  input  logic                 bvalid_i,
  output logic                 bready_o
);

  localparam int unsigned ByteW  = $clog2(Bytes);
  localparam int unsigned CountW = ByteW + 1;
  // Room for the data that arrives while the start delay runs, and for a write stall on top.
  localparam int unsigned Depth     = 8 * MaxBurst;
  localparam int unsigned RecDepth  = 16;
  localparam int unsigned OpenW     = (Outstanding > 1) ? $clog2(Outstanding) : 1;
  localparam int unsigned InfoW     = 26 + LengthWidth + 4;
  localparam int unsigned RecW      = InfoW + 32 + 8 + 1;
  localparam int unsigned BurstGapW = $clog2(BurstGap + 2);

  logic halt, err_q;

  assign halt = stop_i || err_q;

  //////////////////
  // Stream input //
  //////////////////
  logic                   cmd_head, cmd_take;
  logic [25:0]            cmd_desc;
  logic [31:0]            cmd_addr;
  logic [LengthWidth-1:0] cmd_len;
  logic                   cmd_unused, cmd_last, cmd_mark, cmd_bad;
  logic                   active_q, bad_q, mark_q, last_q, first_q, sof_q, packet_q;
  logic                   fresh_q, skip_q, skip;
  logic [25:0]            desc_q;
  logic [31:0]            addr_q, start_q, start;
  logic [LengthWidth-1:0] remain_q, bytes_q, bytes_d, bytes_rec;
  logic [7:0]             beat_q;
  logic [CountW-1:0]      kept, taken;
  logic [Bytes-1:0]       strb;
  logic                   beat, fills, overflow, buffer_end, desc_end, burst_end, sof;
  logic                   data_ready, rec_ready, rec_push, mark_push, block_q;
  logic [31:0]            addr_next;
  logic [2:0]             cmd_level;
  logic [3:0] unused_cmd_places;

  nve_fifo #(
    .Width(CmdW),
    .Depth(4)
  ) u_cmd (
    .clk_i,
    .rst_ni,
    .clear_i     (clear_i || stop_i),
    .push_valid_i(cmd_valid_i),
    .push_ready_o(cmd_ready_o),
    .push_data_i (cmd_i),
    .pop_valid_o (cmd_head),
    .pop_ready_i (cmd_take),
    .pop_data_o  ({cmd_desc, cmd_addr, cmd_len, cmd_unused, cmd_last, cmd_mark}),
    .level_o     (cmd_level),
    .places_o    (unused_cmd_places)
  );

  assign tready_o = active_q && !mark_q && !halt && data_ready && rec_ready;
  assign beat     = tvalid_i && tready_o;

  // Only the last word of a packet may be partly filled.
  always_comb begin
    kept = '0;
    for (int unsigned i = 0; i < Bytes; i++) begin
      kept = kept + CountW'(tkeep_i[i]);
    end
    if (!tlast_i) kept = CountW'(Bytes);
  end

  assign fills    = remain_q <= LengthWidth'(Bytes);
  assign overflow = fills && LengthWidth'(kept) > remain_q;
  assign taken    = overflow ? CountW'(remain_q) : kept;
  assign bytes_d  = bytes_q + LengthWidth'(taken);

  always_comb begin
    for (int unsigned i = 0; i < Bytes; i++) begin
      strb[i] = (tkeep_i[i] || !tlast_i) && (!fills || LengthWidth'(i) < remain_q);
    end
  end

  assign addr_next  = keyhole_i ? addr_q : addr_q + 32'(Bytes);
  assign buffer_end = fills || tlast_i;
  assign desc_end   = fills && last_q || tlast_i;
  assign burst_end  = buffer_end || beat_q == 8'(MaxBurst - 1) ||
                      !keyhole_i && addr_next[11:0] == '0;
  assign sof        = first_q ? !packet_q : sof_q;
  assign start      = beat_q == '0 ? addr_q : start_q;

  assign mark_push = active_q && mark_q && !halt && rec_ready;
  assign rec_push  = beat && burst_end || mark_push;
  // The packet has ended before its descriptor.
  assign skip      = skip_q || beat && tlast_i && !last_q;
  assign bytes_rec = !mark_push ? bytes_d : bad_q ? '0 : remain_q;
  // Nothing follows a buffer that ends in an error: its status stops the channel.
  assign cmd_take = cmd_head && !halt && !block_q && !mark_push &&
                    (!active_q || beat && buffer_end && !overflow);
  assign cmd_bad  = !cmd_mark && (cmd_len == '0 || cmd_addr[ByteW-1:0] != '0);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      bad_q    <= 1'b0;
      mark_q   <= 1'b0;
      last_q   <= 1'b0;
      fresh_q  <= 1'b1;
      skip_q   <= 1'b0;
      first_q  <= 1'b0;
      sof_q    <= 1'b0;
      packet_q <= 1'b0;
      desc_q   <= '0;
      addr_q   <= '0;
      start_q  <= '0;
      remain_q <= '0;
      bytes_q  <= '0;
      beat_q   <= '0;
      block_q  <= 1'b0;
    end else if (clear_i || halt) begin
      block_q  <= 1'b0;
      active_q <= 1'b0;
      mark_q   <= 1'b0;
      fresh_q  <= 1'b1;
      skip_q   <= 1'b0;
      packet_q <= 1'b0;
      beat_q   <= '0;
    end else begin
      if (beat) begin
        packet_q <= !tlast_i;
        first_q  <= 1'b0;
        sof_q    <= sof;
        addr_q   <= addr_next;
        remain_q <= remain_q - LengthWidth'(Bytes);
        bytes_q  <= bytes_d;
        beat_q   <= burst_end ? '0 : beat_q + 8'd1;
        start_q  <= start;
        if (buffer_end) active_q <= 1'b0;
      end
      if (mark_push) active_q <= 1'b0;
      if (mark_push && bad_q || beat && overflow) block_q <= 1'b1;
      skip_q <= skip && !(cmd_take && cmd_last);
      if (cmd_take) fresh_q <= cmd_last;
      if (cmd_take && !skip) begin
        active_q <= 1'b1;
        bad_q    <= cmd_bad;
        mark_q   <= cmd_bad || cmd_mark;
        last_q   <= cmd_last;
        desc_q   <= cmd_desc;
        addr_q   <= cmd_addr;
        remain_q <= cmd_len;
        if (fresh_q) begin
          first_q <= 1'b1;
          bytes_q <= '0;
        end
      end
    end
  end

  /////////////////////////////
  // Stored data and bursts  //
  /////////////////////////////
  logic                          rec_valid, rec_aged, rec_take, rec_start, rec_marker, marker_done;
  logic [InfoW-1:0]              rec_info, out_info;
  logic [31:0]                   rec_addr;
  logic [7:0]                    rec_len;
  logic                          data_clear, data_valid, w_take, w_end, w_free, aw_free;
  logic                          out_ready, out_valid;
  logic                          awvalid_q, busy_q;
  logic [31:0]                   awaddr_q;
  logic [7:0]                    awlen_q, left_q;
  logic [BurstGapW-1:0]          gap_q;
  logic [$clog2(Depth+1)-1:0]    data_level;
  logic [2*$clog2(Depth)-1:0] unused_data_places;
  logic [$clog2(RecDepth+1)-1:0] rec_level;
  logic [2*$clog2(RecDepth)-1:0] unused_rec_places;
  logic [$clog2(Outstanding+1)-1:0] out_level;
  logic [2*OpenW-1:0] unused_out_places;

  nve_fifo #(
    .Width(DataWidth + Bytes),
    .Depth(Depth)
  ) u_data (
    .clk_i,
    .rst_ni,
    .clear_i     (data_clear),
    .push_valid_i(beat),
    .push_ready_o(data_ready),
    .push_data_i ({strb, tdata_i}),
    .pop_valid_o (data_valid),
    .pop_ready_i (w_take),
    .pop_data_o  ({wstrb_o, wdata_o}),
    .level_o     (data_level),
    .places_o    (unused_data_places)
  );

  // Burst record {address, beats - 1, marker, info}; a marker has no data. Info is
  // {end of descriptor, DMAIntErr, SOF, EOF, bytes so far, descriptor}.
  nve_fifo #(
    .Width(RecW),
    .Depth(RecDepth)
  ) u_rec (
    .clk_i,
    .rst_ni,
    .clear_i     (clear_i || halt),
    .push_valid_i(rec_push),
    .push_ready_o(rec_ready),
    .push_data_i ({start, beat_q, mark_push, desc_end || mark_push, mark_push ? bad_q : overflow,
                   sof && !mark_push, tlast_i && !mark_push, bytes_rec, desc_q}),
    .pop_valid_o (rec_valid),
    .pop_ready_i (rec_take),
    .pop_data_o  ({rec_addr, rec_len, rec_marker, rec_info}),
    .level_o     (rec_level),
    .places_o    (unused_rec_places)
  );

  // A burst ages from its first word, also while its later words are still arriving.
  nve_dma_delay #(
    .Delay    (StartDelay - 1),
    .MaxTokens(RecDepth + 1)
  ) u_age (
    .clk_i,
    .rst_ni,
    .clear_i(clear_i || halt),
    .in_i   (beat && beat_q == '0 || mark_push),
    .take_i (rec_take),
    .avail_o(rec_aged)
  );

  /////////////////////////////
  // Write address and data  //
  /////////////////////////////
  assign w_take  = busy_q && wready_i;
  assign w_end   = w_take && left_q == '0;
  assign w_free  = (BurstGap == 0) ? (!busy_q || w_end) : (!busy_q && gap_q == '0);
  assign aw_free = !awvalid_q || awready_i;

  assign rec_start   = rec_valid && rec_aged && !halt && !rec_marker && w_free && aw_free &&
                       out_ready;
  // A marker waits until every earlier buffer has reported.
  assign marker_done = rec_valid && rec_aged && !halt && rec_marker && !out_valid && stat_ready_i;
  assign rec_take    = rec_start || marker_done;
  assign data_clear  = clear_i || halt && !busy_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      awvalid_q <= 1'b0;
      awaddr_q  <= '0;
      awlen_q   <= '0;
      busy_q    <= 1'b0;
      left_q    <= '0;
      gap_q     <= '0;
    end else if (clear_i) begin
      awvalid_q <= 1'b0;
      busy_q    <= 1'b0;
      gap_q     <= '0;
    end else begin
      if (rec_start) begin
        awvalid_q <= 1'b1;
        awaddr_q  <= rec_addr;
        awlen_q   <= rec_len;
        busy_q    <= 1'b1;
        left_q    <= rec_len;
      end else begin
        if (awready_i) awvalid_q <= 1'b0;
        if (w_end) busy_q <= 1'b0;
        else if (w_take) left_q <= left_q - 8'd1;
      end
      if (w_end && BurstGap != 0) gap_q <= BurstGapW'(BurstGap - 1);
      else if (gap_q != '0) gap_q <= gap_q - 1'b1;
    end
  end

  ////////////////////////
  // Responses, status  //
  ////////////////////////
  logic [InfoW-1:0]       info;
  logic                   info_end, info_int, info_sof, info_eof, bad_resp, failed, unused_level;
  logic                   resp_take, resp_kept, resp_ready;
  logic [1:0]             resp, kept_resp;
  logic [$clog2(Outstanding+1)-1:0] resp_level;
  logic [2*OpenW-1:0] unused_resp_places;
  logic [LengthWidth-1:0] info_bytes;
  logic [25:0]            info_desc;
  logic [2:0]             errors;

  nve_fifo #(
    .Width(InfoW),
    .Depth(Outstanding)
  ) u_out (
    .clk_i,
    .rst_ni,
    .clear_i,
    .push_valid_i(rec_start),
    .push_ready_o(out_ready),
    .push_data_i (rec_info),
    .pop_valid_o (out_valid),
    .pop_ready_i (resp_take),
    .pop_data_o  (out_info),
    .level_o     (out_level),
    .places_o    (unused_out_places)
  );

  nve_fifo #(
    .Width(2),
    .Depth(Outstanding)
  ) u_resp (
    .clk_i,
    .rst_ni,
    .clear_i,
    .push_valid_i(bvalid_i && (resp_kept || !stat_ready_i)),
    .push_ready_o(resp_ready),
    .push_data_i (bresp_i),
    .pop_valid_o (resp_kept),
    .pop_ready_i (resp_take),
    .pop_data_o  (kept_resp),
    .level_o     (resp_level),
    .places_o    (unused_resp_places)
  );

  assign resp      = resp_kept ? kept_resp : bresp_i;
  assign resp_take = (resp_kept || bvalid_i) && stat_ready_i;
  assign bad_resp  = resp_take && resp[1];
  assign info     = marker_done ? rec_info : out_info;
  assign {info_end, info_int, info_sof, info_eof, info_bytes, info_desc} = info;
  // {DMADecErr, DMASlvErr, DMAIntErr}; a failed burst ends its descriptor.
  assign errors   = {bad_resp && resp[0], bad_resp && !resp[0], info_int};
  assign failed   = stat_valid_o && errors != '0;

  assign bready_o     = 1'b1;
  assign stat_valid_o = marker_done || resp_take && !err_q && (info_end || bad_resp);
  assign stat_o       = {info_eof, info_desc, 1'b1, errors, info_sof, info_eof, 26'(info_bytes)};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) err_q <= 1'b0;
    else if (clear_i) err_q <= 1'b0;
    else if (failed) err_q <= 1'b1;
  end

  assign awaddr_o     = awaddr_q;
  assign awlen_o      = awlen_q;
  assign awvalid_o    = awvalid_q;
  assign wvalid_o     = busy_q;
  assign wlast_o      = left_q == '0;
  assign sof_o        = beat && !packet_q;
  assign eof_o        = beat && tlast_i;
  assign axi_idle_o   = !awvalid_q && !busy_q && !out_valid;
  assign drained_o    = !cmd_head && !active_q && !rec_valid && !data_valid && axi_idle_o;
  assign unused_level = ^{cmd_level, data_level, rec_level, out_level, cmd_unused};

  `ASSERT_STREAM(WriteAddressStable, awvalid_o, awready_i, {awaddr_o, awlen_o})
  `ASSERT_STREAM(WriteDataStable, wvalid_o, wready_i, {wdata_o, wstrb_o, wlast_o})
  `ASSERT_IF(WriteDataStored, wvalid_o, data_valid)
  `ASSERT_IF(ResponseExpected, bvalid_i, out_level > resp_level)
  `ASSERT_IF(ResponseHasRoom, bvalid_i, resp_ready)
  `ASSERT_NEXT(StopUntilDrained, stop_i && !drained_o && !clear_i, stop_i)
  `ASSERT_IF(ClearInAStop, clear_i, stop_i && axi_idle_o)
  `ASSERT(KeyholeStays, keyhole_i && !clear_i && !(drained_o && stop_i),
          1'b1 |=> (keyhole_i == $past(keyhole_i) || $past(clear_i || drained_o && stop_i)))
  `ASSERT_IF(MarkIsAlone, cmd_valid_i && cmd_i[0], cmd_i[1])
  `ASSERT_NEXT(MarkIsFirst, cmd_valid_i && cmd_ready_o && !cmd_i[1] && !stop_i && !clear_i,
               !cmd_i[0])
  // The rows of a descriptor follow each other without a gap.
  `ASSERT_NEXT(SameDescriptor, cmd_valid_i && cmd_ready_o && !cmd_i[1] && !stop_i && !clear_i,
               cmd_valid_i &&
               {cmd_i[CmdW-1 -: 26], cmd_i[2]} == $past({cmd_i[CmdW-1 -: 26], cmd_i[2]}))
  `ASSERT_IF(RowsAreWhole, cmd_valid_i && !cmd_i[1], cmd_i[3 +: ByteW] == '0)
  `ASSERT_NEXT(StatusRoomStays, stat_ready_i && !stat_valid_o, stat_ready_i)

endmodule
