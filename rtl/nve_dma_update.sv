// SPDX-License-Identifier: Apache-2.0
// Status write-back engine shared by both channels: a queue of finished descriptors per channel,
// one single-word write outstanding (STATUS at offset 0x1C), the channels alternate. done_o strobes
// when the write response is there, so everything a descriptor causes (CURDESC, interrupts, errors,
// Idle) is visible only after its status is in memory. owed_o ends earlier: from the second cycle
// after the handshakes of address and word on software may have seen the status. hold_i: no new
// write. Channel 0 is MM2S, 1 is S2MM.
`include "nve_assert.svh"

module nve_dma_update #(
  parameter int unsigned QueueDepth = 4
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         clear_i,
  input  logic         hold_i,
  // Finished descriptors: {EOF, address[31:6], STATUS word}, MM2S in the low half
  input  logic [1:0]   stat_valid_i,
  output logic [1:0]   stat_ready_o,
  input  logic [117:0] stat_i,
  // Written back
  output logic [1:0]   done_o,
  output logic         done_eof_o,
  output logic [25:0]  done_desc_o,
  // {SG dec, SG slv, SG int, DMA dec, DMA slv, DMA int}, valid with done_o
  output logic [5:0]   done_err_o,
  output logic [1:0]   owed_o,
  output logic [1:0]   busy_o,
  output logic         axi_idle_o,
  // AXI4 write, 32 bit
  output logic [31:0]  awaddr_o,
  output logic         awvalid_o,
  input  logic         awready_i,
  output logic [31:0]  wdata_o,
  output logic         wvalid_o,
  input  logic         wready_i,
  input  logic [1:0]   bresp_i,
  input  logic         bvalid_i,
  output logic         bready_o
);

  localparam int unsigned EntryW = 59;
  localparam int unsigned LevelW = $clog2(QueueDepth + 1);
  localparam int unsigned PtrW   = $clog2(QueueDepth);
  localparam logic [5:0]  StatusOffset = 6'(4 * nve_dma_pkg::WordStatus);

  logic [1:0]          head_valid, take;
  logic [2*EntryW-1:0] head;
  logic [2*LevelW-1:0] level;
  logic [4*PtrW-1:0]   unused_places;
  logic                busy_q, ch_q, pick, start, finish;
  logic                awvalid_q, wvalid_q, owed_q, eof_q;
  logic [25:0]         desc_q;
  logic [31:0]         status_q;

  for (genvar c = 0; c < 2; c++) begin : gen_queue
    nve_fifo #(
      .Width(EntryW),
      .Depth(QueueDepth)
    ) u_queue (
      .clk_i,
      .rst_ni,
      .clear_i,
      .push_valid_i(stat_valid_i[c]),
      .push_ready_o(stat_ready_o[c]),
      .push_data_i (stat_i[c*EntryW +: EntryW]),
      .pop_valid_o (head_valid[c]),
      .pop_ready_i (take[c]),
      .pop_data_o  (head[c*EntryW +: EntryW]),
      .level_o     (level[c*LevelW +: LevelW]),
      .places_o    (unused_places[2*c*PtrW +: 2*PtrW])
    );

    assign take[c]   = start && pick == 1'(c);
    assign done_o[c] = finish && ch_q == 1'(c);
    assign busy_o[c] = level[c*LevelW +: LevelW] != '0 || (busy_q && ch_q == 1'(c));
    assign owed_o[c] = level[c*LevelW +: LevelW] != '0 || (owed_q && ch_q == 1'(c));
  end

  assign pick   = head_valid[!ch_q] ? !ch_q : ch_q;
  assign start  = !busy_q && head_valid != '0 && !hold_i;
  assign finish = bvalid_i && bready_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q    <= 1'b0;
      ch_q      <= 1'b1;
      awvalid_q <= 1'b0;
      wvalid_q  <= 1'b0;
      owed_q    <= 1'b0;
      eof_q     <= 1'b0;
      desc_q    <= '0;
      status_q  <= '0;
    end else if (clear_i) begin
      busy_q    <= 1'b0;
      awvalid_q <= 1'b0;
      wvalid_q  <= 1'b0;
      owed_q    <= 1'b0;
    end else if (start) begin
      busy_q    <= 1'b1;
      owed_q    <= 1'b1;
      ch_q      <= pick;
      awvalid_q <= 1'b1;
      wvalid_q  <= 1'b1;
      {eof_q, desc_q, status_q} <= pick ? head[EntryW +: EntryW] : head[EntryW-1:0];
    end else begin
      if (awready_i) awvalid_q <= 1'b0;
      if (wready_i) wvalid_q <= 1'b0;
      owed_q <= awvalid_q || wvalid_q;
      if (finish) busy_q <= 1'b0;
    end
  end

  assign awaddr_o    = {desc_q, StatusOffset};
  assign awvalid_o   = awvalid_q;
  assign wdata_o     = status_q;
  assign wvalid_o    = wvalid_q;
  assign bready_o    = busy_q && !awvalid_q && !wvalid_q;
  assign axi_idle_o  = !busy_q;
  assign done_eof_o  = eof_q;
  assign done_desc_o = desc_q;
  assign done_err_o  = {bresp_i == 2'b11, bresp_i == 2'b10, 1'b0, status_q[30:28]};

  `ASSERT_STREAM(UpdateAddressStable, awvalid_o, awready_i, awaddr_o)
  `ASSERT_STREAM(UpdateDataStable, wvalid_o, wready_i, wdata_o)
  `ASSERT_IF(ResponseOnlyWhenExpected, bvalid_i, bready_o)
  `ASSERT_IF(ClearWhenIdle, clear_i, axi_idle_o)

endmodule
