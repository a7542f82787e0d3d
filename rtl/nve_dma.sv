// SPDX-License-Identifier: Apache-2.0
// Scatter-gather AXI DMA: memory-to-stream (MM2S) and stream-to-memory (S2MM) channels with the
// registers and descriptors of AXI DMA v7.1 (PG021), scatter-gather mode, 32-bit addresses. Every
// output is a function of registers: no input reaches an output within the same cycle. It has two
// profiles. The timing parameters of the first default to the vendor core's behaviour. The mover
// (Mover = 1) has the least times, a 64-bit descriptor port, and descriptors of many rows from or to
// many maps (nve_dma_rows). A soft reset waits until the open AXI transactions are complete, then
// clears the core for 8 clocks.

module nve_dma #(
  parameter  bit          Mover           = 1'b0, // profile; the values below: mover, vendor core
  // stream and data port: 32 or 64; mover: 64
  parameter  int unsigned DataWidth       = nve_dma_pkg::AxiDataWidth,
  // bits of the length field: 8 to 26; mover: 26
  parameter  int unsigned LengthWidth     = nve_dma_pkg::AxiLengthWidth,
  // beats: 2 to 16, the limit of an AXI3 port
  parameter  int unsigned MaxBurst        = nve_dma_pkg::AxiMaxBurst,
  // TAILDESC write to SG ARVALID, least 3
  parameter  int unsigned TailToAr        = Mover ? nve_dma_pkg::MoverTailToAr : nve_dma_pkg::AxiTailToAr,
  // end of fetch to next ARVALID, least 2
  parameter  int unsigned FetchOverhead =
      Mover ? nve_dma_pkg::MoverFetchOverhead : nve_dma_pkg::AxiFetchOverhead,
  // descriptor to command, least 1
  parameter  int unsigned SgPipe          = Mover ? nve_dma_pkg::MoverSgPipe : nve_dma_pkg::AxiSgPipe,
  // distance of two commands, least 1
  parameter  int unsigned CmdInterval =
      Mover ? nve_dma_pkg::MoverCmdInterval : nve_dma_pkg::AxiCmdInterval,
  // command to MM2S ARVALID, least 2
  parameter  int unsigned CmdToAr         = Mover ? nve_dma_pkg::MoverCmdToAr : nve_dma_pkg::AxiCmdToAr,
  // RVALID to MM2S TVALID, least 1
  parameter  int unsigned SfOut           = Mover ? nve_dma_pkg::MoverSfOut : nve_dma_pkg::AxiSfOut,
  // idle MM2S cycles after TLAST
  parameter  int unsigned PktGap          = Mover ? nve_dma_pkg::MoverPktGap : nve_dma_pkg::AxiPktGap,
  // read bursts in flight
  parameter  int unsigned Mm2sOutstanding =
      Mover ? nve_dma_pkg::MoverMm2sOutstanding : nve_dma_pkg::AxiMm2sOutstanding,
  // words
  parameter  int unsigned Mm2sDepth =
      Mover ? nve_dma_pkg::MoverMm2sDepth : 2 * Mm2sOutstanding * MaxBurst,
  // S2MM TVALID to AWVALID, least 2
  parameter  int unsigned S2mmStart       = Mover ? nve_dma_pkg::MoverS2mmStart : nve_dma_pkg::AxiS2mmStart,
  // idle W cycles between bursts
  parameter  int unsigned S2mmBurstGap =
      Mover ? nve_dma_pkg::MoverS2mmBurstGap : nve_dma_pkg::AxiS2mmBurstGap,
  // write bursts without response
  parameter  int unsigned S2mmOutstanding =
      Mover ? nve_dma_pkg::MoverS2mmOutstanding : nve_dma_pkg::AxiS2mmOutstanding,
  // prefetched descriptors per channel
  parameter  int unsigned DescQueue       = nve_dma_pkg::AxiDescQueue,
  // finished descriptors waiting for write-back
  parameter  int unsigned UpdateQueue     = nve_dma_pkg::AxiUpdateQueue,
  // clocks per count of the interrupt delay timer
  parameter  int unsigned DelayUnit       = nve_dma_pkg::AxiDelayUnit,
  localparam int unsigned Bytes           = DataWidth / 8,
  localparam int unsigned SgWidth         = Mover ? 64 : 32,
  localparam int unsigned SgBytes         = SgWidth / 8
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  // AXI4-Lite registers (32-bit accesses only, hence no WSTRB)
  input  logic [9:0]           s_axi_lite_awaddr,
  input  logic                 s_axi_lite_awvalid,
  output logic                 s_axi_lite_awready,
  input  logic [31:0]          s_axi_lite_wdata,
  input  logic                 s_axi_lite_wvalid,
  output logic                 s_axi_lite_wready,
  output logic [1:0]           s_axi_lite_bresp,
  output logic                 s_axi_lite_bvalid,
  input  logic                 s_axi_lite_bready,
  input  logic [9:0]           s_axi_lite_araddr,
  input  logic                 s_axi_lite_arvalid,
  output logic                 s_axi_lite_arready,
  output logic [31:0]          s_axi_lite_rdata,
  output logic [1:0]           s_axi_lite_rresp,
  output logic                 s_axi_lite_rvalid,
  input  logic                 s_axi_lite_rready,
  // Descriptor port, AXI4 read and write
  output logic [31:0]          m_axi_sg_araddr,
  output logic [7:0]           m_axi_sg_arlen,
  output logic [2:0]           m_axi_sg_arsize,
  output logic [1:0]           m_axi_sg_arburst,
  output logic [3:0]           m_axi_sg_arcache,
  output logic [2:0]           m_axi_sg_arprot,
  output logic                 m_axi_sg_arvalid,
  input  logic                 m_axi_sg_arready,
  input  logic [SgWidth-1:0]   m_axi_sg_rdata,
  input  logic [1:0]           m_axi_sg_rresp,
  input  logic                 m_axi_sg_rlast,
  input  logic                 m_axi_sg_rvalid,
  output logic                 m_axi_sg_rready,
  output logic [31:0]          m_axi_sg_awaddr,
  output logic [7:0]           m_axi_sg_awlen,
  output logic [2:0]           m_axi_sg_awsize,
  output logic [1:0]           m_axi_sg_awburst,
  output logic [3:0]           m_axi_sg_awcache,
  output logic [2:0]           m_axi_sg_awprot,
  output logic                 m_axi_sg_awvalid,
  input  logic                 m_axi_sg_awready,
  output logic [SgWidth-1:0]   m_axi_sg_wdata,
  output logic [SgBytes-1:0]   m_axi_sg_wstrb,
  output logic                 m_axi_sg_wlast,
  output logic                 m_axi_sg_wvalid,
  input  logic                 m_axi_sg_wready,
  input  logic [1:0]           m_axi_sg_bresp,
  input  logic                 m_axi_sg_bvalid,
  output logic                 m_axi_sg_bready,
  // Memory to stream, AXI4 read
  output logic [31:0]          m_axi_mm2s_araddr,
  output logic [7:0]           m_axi_mm2s_arlen,
  output logic [2:0]           m_axi_mm2s_arsize,
  output logic [1:0]           m_axi_mm2s_arburst,
  output logic [3:0]           m_axi_mm2s_arcache,
  output logic [2:0]           m_axi_mm2s_arprot,
  output logic                 m_axi_mm2s_arvalid,
  input  logic                 m_axi_mm2s_arready,
  input  logic [DataWidth-1:0] m_axi_mm2s_rdata,
  input  logic [1:0]           m_axi_mm2s_rresp,
  input  logic                 m_axi_mm2s_rlast,
  input  logic                 m_axi_mm2s_rvalid,
  output logic                 m_axi_mm2s_rready,
  output logic [DataWidth-1:0] m_axis_mm2s_tdata,
  output logic [Bytes-1:0]     m_axis_mm2s_tkeep,
  output logic                 m_axis_mm2s_tlast,
  output logic                 m_axis_mm2s_tvalid,
  input  logic                 m_axis_mm2s_tready,
  // Stream to memory, AXI4 write
  input  logic [DataWidth-1:0] s_axis_s2mm_tdata,
  input  logic [Bytes-1:0]     s_axis_s2mm_tkeep,
  input  logic                 s_axis_s2mm_tlast,
  input  logic                 s_axis_s2mm_tvalid,
  output logic                 s_axis_s2mm_tready,
  output logic [31:0]          m_axi_s2mm_awaddr,
  output logic [7:0]           m_axi_s2mm_awlen,
  output logic [2:0]           m_axi_s2mm_awsize,
  output logic [1:0]           m_axi_s2mm_awburst,
  output logic [3:0]           m_axi_s2mm_awcache,
  output logic [2:0]           m_axi_s2mm_awprot,
  output logic                 m_axi_s2mm_awvalid,
  input  logic                 m_axi_s2mm_awready,
  output logic [DataWidth-1:0] m_axi_s2mm_wdata,
  output logic [Bytes-1:0]     m_axi_s2mm_wstrb,
  output logic                 m_axi_s2mm_wlast,
  output logic                 m_axi_s2mm_wvalid,
  input  logic                 m_axi_s2mm_wready,
  input  logic [1:0]           m_axi_s2mm_bresp,
  input  logic                 m_axi_s2mm_bvalid,
  output logic                 m_axi_s2mm_bready,
  // Interrupts, level
  output logic                 mm2s_introut,
  output logic                 s2mm_introut
);

  localparam int unsigned CmdW       = 26 + 32 + LengthWidth + 3;
  // A queued descriptor; in the mover with LIST and the words about rows.
  localparam int unsigned DescW      = 26 + 32 + LengthWidth + 1 + (Mover ? 98 : 0);
  localparam logic [3:0]  Bufferable = 4'b0011; // normal memory, may be upsized at the port
  localparam logic [1:0]  BurstFixed = 2'b00;
  localparam logic [1:0]  BurstIncr  = 2'b01;
  localparam logic [2:0]  SizeSg     = Mover ? 3'd3 : 3'd2;
  localparam logic [2:0]  SizeData   = (DataWidth == 64) ? 3'd3 : 3'd2;
  localparam logic [2:0]  LastClear  = 3'd7;     // the soft reset lasts 8 clocks

  if (DataWidth != 32 && DataWidth != 64) begin : gen_bad_width
    $error("nve_dma: DataWidth must be 32 or 64");
  end
  if (LengthWidth < 8 || LengthWidth > 26) begin : gen_bad_length
    $error("nve_dma: LengthWidth must be 8 to 26");
  end
  if (MaxBurst < 2 || MaxBurst > 16) begin : gen_bad_burst
    $error("nve_dma: MaxBurst must be 2 to 16");
  end
  if (Mover && (DataWidth != 64 || LengthWidth != 26)) begin : gen_bad_mover
    $error("nve_dma: the mover needs DataWidth 64 and LengthWidth 26");
  end
  if (SgPipe < 1 || CmdInterval < 1 || CmdToAr < 2 || SfOut < 1 || S2mmStart < 2) begin : gen_bad
    $error("nve_dma: a timing parameter is below its minimum");
  end

  logic        clear_q;
  logic [1:0]  wr_cr, wr_sr, wr_cur, wr_tail;
  logic [31:0] wr_data;
  logic [63:0] cr, sr, cur, tail;
  logic [51:0] tail_next;
  logic [1:0]  run, halted, cyclic, keyhole, tail_start, paused, fetch_busy, update_busy, error;
  logic [1:0]  moved, owed, update_owed;
  logic [1:0]  desc_valid, desc_ready, fetch_fail, done, introut, drained, queue_empty;
  logic [1:0]  cmd_valid, cmd_ready, stat_valid, stat_ready, mover_drained, mover_idle, sof, eof;
  logic [2*CmdW-1:0] cmd;
  logic [117:0] stat;
  logic [25:0] desc_addr, done_desc;
  logic [31:0] desc_buffer;
  logic [31:0] desc_control;
  logic [96:0] desc_rows;
  logic [1:0]  list_valid, list_beat, list_done;
  logic [63:0] list_addr;
  logic [7:0]  list_len;
  logic [51:0] list_desc;
  logic [31:0] update_addr, update_data;
  logic [2:0]  fetch_err;
  logic [5:0]  done_err;
  logic [11:0] err;
  logic        fetch_idle, update_idle, done_eof, unused_desc;

  ////////////////
  // Soft reset //
  ////////////////
  // Requested through either channel. The channels stop first; the clear starts once no AXI
  // transaction is open, so the memory side never sees a broken burst.
  logic       resetting_q, clear_d, soft_reset;
  logic [2:0] clear_count_q;

  assign soft_reset = (wr_cr != '0) && wr_data[2];
  assign clear_d    = resetting_q && fetch_idle && update_idle && mover_idle == 2'b11;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      resetting_q   <= 1'b0;
      clear_q       <= 1'b0;
      clear_count_q <= '0;
    end else if (!resetting_q) begin
      if (soft_reset) begin
        resetting_q   <= 1'b1;
        clear_count_q <= '0;
      end
    end else if (!clear_q) begin
      clear_q <= clear_d;
    end else begin
      clear_count_q <= clear_count_q + 3'd1;
      if (clear_count_q == LastClear) begin
        clear_q     <= 1'b0;
        resetting_q <= 1'b0;
      end
    end
  end

  //////////////////////////////
  // Registers, channel state //
  //////////////////////////////
  nve_dma_regs u_regs (
    .clk_i,
    .rst_ni,
    .awaddr_i (s_axi_lite_awaddr),
    .awvalid_i(s_axi_lite_awvalid),
    .awready_o(s_axi_lite_awready),
    .wdata_i  (s_axi_lite_wdata),
    .wvalid_i (s_axi_lite_wvalid),
    .wready_o (s_axi_lite_wready),
    .bvalid_o (s_axi_lite_bvalid),
    .bready_i (s_axi_lite_bready),
    .araddr_i (s_axi_lite_araddr),
    .arvalid_i(s_axi_lite_arvalid),
    .arready_o(s_axi_lite_arready),
    .rdata_o  (s_axi_lite_rdata),
    .rvalid_o (s_axi_lite_rvalid),
    .rready_i (s_axi_lite_rready),
    .wr_cr_o  (wr_cr),
    .wr_sr_o  (wr_sr),
    .wr_cur_o (wr_cur),
    .wr_tail_o(wr_tail),
    .wr_data_o(wr_data),
    .cr_i     (cr),
    .sr_i     (sr),
    .cur_i    (cur),
    .tail_i   (tail)
  );

  assign s_axi_lite_bresp = '0;
  assign s_axi_lite_rresp = '0;

  for (genvar c = 0; c < 2; c++) begin : gen_channel
    // An error of either channel stops both (rule 2.7).
    assign err[c*6 +: 6] = (fetch_fail[c] ? {fetch_err, 3'b000} : 6'd0) |
                           (done[c] ? done_err : 6'd0);
    assign moved[c]      = queue_empty[c] && mover_drained[c] && !fetch_busy[c];
    assign drained[c]    = moved[c] && !update_busy[c];
    assign owed[c]       = !moved[c] || update_owed[c];

    nve_dma_chan #(
      .DelayUnit(DelayUnit)
    ) u_chan (
      .clk_i,
      .rst_ni,
      .clear_i     (clear_q),
      .wr_cr_i     (wr_cr[c]),
      .wr_sr_i     (wr_sr[c]),
      .wr_cur_i    (wr_cur[c]),
      .wr_tail_i   (wr_tail[c]),
      .wr_data_i   (wr_data),
      .cr_o        (cr[c*32 +: 32]),
      .sr_o        (sr[c*32 +: 32]),
      .cur_o       (cur[c*32 +: 32]),
      .tail_o      (tail[c*32 +: 32]),
      .stop_i      (err != '0 || resetting_q || soft_reset),
      .start_ok_i  (error == '0),
      .resetting_i (resetting_q),
      .drained_i   (drained[c]),
      .paused_i    (paused[c]),
      .owed_i      (owed[c]),
      .sof_i       (sof[c]),
      .eof_i       (eof[c]),
      .done_i      (done[c]),
      .done_eof_i  (done_eof),
      .done_desc_i (done_desc),
      .fetch_fail_i(fetch_fail[c]),
      .fetch_desc_i(desc_addr),
      .err_i       (err[c*6 +: 6]),
      .run_o       (run[c]),
      .halted_o    (halted[c]),
      .cyclic_o    (cyclic[c]),
      .keyhole_o   (keyhole[c]),
      .tail_start_o(tail_start[c]),
      .tail_next_o (tail_next[c*26 +: 26]),
      .error_o     (error[c]),
      .introut_o   (introut[c])
    );

    logic             queue_valid, queue_ready;
    logic [DescW-1:0] desc, queue_desc;

    nve_dma_cmdq #(
      .Width      (DescW),
      .Depth      (DescQueue),
      .SgPipe     (SgPipe),
      .CmdInterval(CmdInterval)
    ) u_cmdq (
      .clk_i,
      .rst_ni,
      .clear_i     (clear_q || !run[c]),
      .desc_valid_i(desc_valid[c]),
      .desc_ready_o(desc_ready[c]),
      .desc_i      (desc),
      .cmd_valid_o (queue_valid),
      .cmd_ready_i (queue_ready),
      .cmd_o       (queue_desc),
      .empty_o     (queue_empty[c])
    );

    if (Mover) begin : gen_mover
      assign desc = {desc_addr, desc_buffer, desc_control[LengthWidth-1:0], desc_control[26],
                     desc_control[31], desc_rows};

      nve_dma_rows u_rows (
        .clk_i,
        .rst_ni,
        .clear_i     (clear_q || !run[c]),
        .desc_valid_i(queue_valid),
        .desc_ready_o(queue_ready),
        .desc_i      (queue_desc),
        .cmd_valid_o (cmd_valid[c]),
        .cmd_ready_i (cmd_ready[c]),
        .cmd_o       (cmd[c*CmdW +: CmdW]),
        .list_valid_o(list_valid[c]),
        .list_addr_o (list_addr[c*32 +: 32]),
        .list_len_o  (list_len[c*4 +: 4]),
        .list_desc_o (list_desc[c*26 +: 26]),
        .list_beat_i (list_beat[c]),
        .list_data_i (m_axi_sg_rdata),
        .list_done_i (list_done[c])
      );
    end else begin : gen_plain
      assign desc = {desc_addr, desc_buffer, desc_control[LengthWidth-1:0], desc_control[26]};

      // A descriptor is one command with data.
      assign cmd[c*CmdW +: CmdW]   = {queue_desc, 2'b10};
      assign cmd_valid[c]          = queue_valid;
      assign queue_ready           = cmd_ready[c];
      assign list_valid[c]         = 1'b0;
      assign list_addr[c*32 +: 32] = '0;
      assign list_len[c*4 +: 4]    = '0;
      assign list_desc[c*26 +: 26] = '0;
    end
  end

  // Bits that a profile or a LengthWidth does not use.
  assign unused_desc = ^{desc_control, desc_rows, list_beat, list_done, update_addr[2:0]};

  assign mm2s_introut = introut[0];
  assign s2mm_introut = introut[1];

  ///////////////////////
  // Descriptor engine //
  ///////////////////////
  nve_dma_fetch #(
    .Mover        (Mover),
    .TailToAr     (TailToAr),
    .FetchOverhead(FetchOverhead)
  ) u_fetch (
    .clk_i,
    .rst_ni,
    .clear_i       (clear_q),
    .run_i         (run),
    .halted_i      (halted),
    .cyclic_i      (cyclic),
    .tail_start_i  (tail_start),
    .cur_i         ({cur[63:38], cur[31:6]}),
    .tail_i        (tail_next),
    .paused_o      (paused),
    .busy_o        (fetch_busy),
    .axi_idle_o    (fetch_idle),
    .queue_ready_i (desc_ready),
    .desc_valid_o  (desc_valid),
    .desc_addr_o   (desc_addr),
    .desc_buffer_o (desc_buffer),
    .desc_control_o(desc_control),
    .desc_rows_o   (desc_rows),
    .fail_o        (fetch_fail),
    .fail_err_o    (fetch_err),
    .list_valid_i  (list_valid),
    .list_addr_i   (list_addr),
    .list_len_i    (list_len),
    .list_desc_i   (list_desc),
    .list_beat_o   (list_beat),
    .list_done_o   (list_done),
    .araddr_o      (m_axi_sg_araddr),
    .arlen_o       (m_axi_sg_arlen[3:0]),
    .arvalid_o     (m_axi_sg_arvalid),
    .arready_i     (m_axi_sg_arready),
    .rdata_i       (m_axi_sg_rdata),
    .rresp_i       (m_axi_sg_rresp),
    .rlast_i       (m_axi_sg_rlast),
    .rvalid_i      (m_axi_sg_rvalid),
    .rready_o      (m_axi_sg_rready)
  );

  nve_dma_update #(
    .QueueDepth(UpdateQueue)
  ) u_update (
    .clk_i,
    .rst_ni,
    .clear_i     (clear_q),
    .hold_i      (clear_d),
    .stat_valid_i(stat_valid),
    .stat_ready_o(stat_ready),
    .stat_i      (stat),
    .done_o      (done),
    .done_eof_o  (done_eof),
    .done_desc_o (done_desc),
    .done_err_o  (done_err),
    .owed_o      (update_owed),
    .busy_o      (update_busy),
    .axi_idle_o  (update_idle),
    .awaddr_o    (update_addr),
    .awvalid_o   (m_axi_sg_awvalid),
    .awready_i   (m_axi_sg_awready),
    .wdata_o     (update_data),
    .wvalid_o    (m_axi_sg_wvalid),
    .wready_i    (m_axi_sg_wready),
    .bresp_i     (m_axi_sg_bresp),
    .bvalid_i    (m_axi_sg_bvalid),
    .bready_o    (m_axi_sg_bready)
  );

  assign m_axi_sg_arlen[7:4] = '0;
  assign m_axi_sg_arsize  = SizeSg;
  assign m_axi_sg_arburst = BurstIncr;
  assign m_axi_sg_arcache = Bufferable;
  assign m_axi_sg_arprot  = '0;
  assign m_axi_sg_awlen   = '0;
  assign m_axi_sg_awsize  = SizeSg;
  assign m_axi_sg_awburst = BurstIncr;
  assign m_axi_sg_awcache = Bufferable;
  assign m_axi_sg_awprot  = '0;
  // The status is the upper half of a 64-bit word; both halves carry it.
  assign m_axi_sg_awaddr  = Mover ? {update_addr[31:3], 3'd0} : update_addr;
  assign m_axi_sg_wdata   = {(SgWidth / 32){update_data}};
  assign m_axi_sg_wstrb   = Mover ? SgBytes'('hf0) : {SgBytes{1'b1}};
  assign m_axi_sg_wlast   = 1'b1;

  /////////////////
  // Data movers //
  /////////////////
  nve_dma_mm2s #(
    .DataWidth  (DataWidth),
    .LengthWidth(LengthWidth),
    .MaxBurst   (MaxBurst),
    .Outstanding(Mm2sOutstanding),
    .Depth      (Mm2sDepth),
    .CmdToAr    (CmdToAr),
    .SfOut      (SfOut),
    .PktGap     (PktGap)
  ) u_mm2s (
    .clk_i,
    .rst_ni,
    .clear_i     (clear_q),
    .stop_i      (!run[0]),
    .keyhole_i   (keyhole[0]),
    .cmd_valid_i (cmd_valid[0]),
    .cmd_ready_o (cmd_ready[0]),
    .cmd_i       (cmd[CmdW-1:0]),
    .stat_valid_o(stat_valid[0]),
    .stat_ready_i(stat_ready[0]),
    .stat_o      (stat[58:0]),
    .drained_o   (mover_drained[0]),
    .axi_idle_o  (mover_idle[0]),
    .sof_o       (sof[0]),
    .eof_o       (eof[0]),
    .araddr_o    (m_axi_mm2s_araddr),
    .arlen_o     (m_axi_mm2s_arlen),
    .arvalid_o   (m_axi_mm2s_arvalid),
    .arready_i   (m_axi_mm2s_arready),
    .rdata_i     (m_axi_mm2s_rdata),
    .rresp_i     (m_axi_mm2s_rresp),
    .rlast_i     (m_axi_mm2s_rlast),
    .rvalid_i    (m_axi_mm2s_rvalid),
    .rready_o    (m_axi_mm2s_rready),
    .tdata_o     (m_axis_mm2s_tdata),
    .tkeep_o     (m_axis_mm2s_tkeep),
    .tlast_o     (m_axis_mm2s_tlast),
    .tvalid_o    (m_axis_mm2s_tvalid),
    .tready_i    (m_axis_mm2s_tready)
  );

  assign m_axi_mm2s_arsize  = SizeData;
  assign m_axi_mm2s_arburst = keyhole[0] ? BurstFixed : BurstIncr;
  assign m_axi_mm2s_arcache = Bufferable;
  assign m_axi_mm2s_arprot  = '0;

  nve_dma_s2mm #(
    .DataWidth  (DataWidth),
    .LengthWidth(LengthWidth),
    .MaxBurst   (MaxBurst),
    .Outstanding(S2mmOutstanding),
    .StartDelay (S2mmStart),
    .BurstGap   (S2mmBurstGap)
  ) u_s2mm (
    .clk_i,
    .rst_ni,
    .clear_i     (clear_q),
    .stop_i      (!run[1]),
    .keyhole_i   (keyhole[1]),
    .cmd_valid_i (cmd_valid[1]),
    .cmd_ready_o (cmd_ready[1]),
    .cmd_i       (cmd[CmdW +: CmdW]),
    .stat_valid_o(stat_valid[1]),
    .stat_ready_i(stat_ready[1]),
    .stat_o      (stat[59 +: 59]),
    .drained_o   (mover_drained[1]),
    .axi_idle_o  (mover_idle[1]),
    .sof_o       (sof[1]),
    .eof_o       (eof[1]),
    .tdata_i     (s_axis_s2mm_tdata),
    .tkeep_i     (s_axis_s2mm_tkeep),
    .tlast_i     (s_axis_s2mm_tlast),
    .tvalid_i    (s_axis_s2mm_tvalid),
    .tready_o    (s_axis_s2mm_tready),
    .awaddr_o    (m_axi_s2mm_awaddr),
    .awlen_o     (m_axi_s2mm_awlen),
    .awvalid_o   (m_axi_s2mm_awvalid),
    .awready_i   (m_axi_s2mm_awready),
    .wdata_o     (m_axi_s2mm_wdata),
    .wstrb_o     (m_axi_s2mm_wstrb),
    .wlast_o     (m_axi_s2mm_wlast),
    .wvalid_o    (m_axi_s2mm_wvalid),
    .wready_i    (m_axi_s2mm_wready),
    .bresp_i     (m_axi_s2mm_bresp),
    .bvalid_i    (m_axi_s2mm_bvalid),
    .bready_o    (m_axi_s2mm_bready)
  );

  assign m_axi_s2mm_awsize  = SizeData;
  assign m_axi_s2mm_awburst = keyhole[1] ? BurstFixed : BurstIncr;
  assign m_axi_s2mm_awcache = Bufferable;
  assign m_axi_s2mm_awprot  = '0;

endmodule
