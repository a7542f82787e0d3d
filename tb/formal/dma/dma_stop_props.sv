// SPDX-License-Identifier: Apache-2.0
// Proof of the wiring of nve_dma that stops and clears its units: an error of either channel stops both
// until a soft reset, which clears only when both are stopped and no port is busy. The registers and the two
// nve_dma_chan are as they are; what the other units report is free (`free` in the manifest), and the
// signals below are connected by it.
`include "formal.svh"

module dma_stop_props (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [9:0]  awaddr_i,
  input logic        awvalid_i,
  input logic [31:0] wdata_i,
  input logic        wvalid_i,
  input logic        bready_i
);

  `FORMAL_RESET

  // The sizes play no part: small ones for small memories.
  nve_dma #(
    .DataWidth      (32),
    .LengthWidth    (8),
    .MaxBurst       (2),
    .Mm2sOutstanding(1),
    .S2mmStart      (2),
    .S2mmOutstanding(1),
    .DescQueue      (1),
    .UpdateQueue    (1)
  ) dut (
    .clk_i,
    .rst_ni,
    .s_axi_lite_awaddr (awaddr_i),
    .s_axi_lite_awvalid(awvalid_i),
    .s_axi_lite_wdata  (wdata_i),
    .s_axi_lite_wvalid (wvalid_i),
    .s_axi_lite_bready (bready_i),
    .s_axi_lite_araddr (10'd0),
    .s_axi_lite_arvalid(1'b0),
    .s_axi_lite_rready (1'b0),
    .m_axi_sg_arready  (1'b0),
    .m_axi_sg_rdata    (32'd0),
    .m_axi_sg_rresp    (2'd0),
    .m_axi_sg_rlast    (1'b0),
    .m_axi_sg_rvalid   (1'b0),
    .m_axi_sg_awready  (1'b0),
    .m_axi_sg_wready   (1'b0),
    .m_axi_sg_bresp    (2'd0),
    .m_axi_sg_bvalid   (1'b0),
    .m_axi_mm2s_arready(1'b0),
    .m_axi_mm2s_rdata  (32'd0),
    .m_axi_mm2s_rresp  (2'd0),
    .m_axi_mm2s_rlast  (1'b0),
    .m_axi_mm2s_rvalid (1'b0),
    .m_axis_mm2s_tready(1'b0),
    .s_axis_s2mm_tdata (32'd0),
    .s_axis_s2mm_tkeep (4'd0),
    .s_axis_s2mm_tlast (1'b0),
    .s_axis_s2mm_tvalid(1'b0),
    .m_axi_s2mm_awready(1'b0),
    .m_axi_s2mm_wready (1'b0),
    .m_axi_s2mm_bresp  (2'd0),
    .m_axi_s2mm_bvalid (1'b0)
  );

  // Reports of the units, and of each channel whether nothing of it is under way.
  logic [1:0] fail, done, queue_empty, mover_drained, fetch_busy, update_busy, mover_idle;
  logic [2:0] fail_err;
  logic [5:0] done_err;
  logic       fetch_idle, update_idle;
  // State of the channels, and what the units are told.
  logic [1:0] run, halted, error;
  logic       clear, hold;

  logic       errs, errs_q, failed_q, clear_q, quiet_q, recovered_q;
  logic [1:0] run_q, halted_q, drained_q;

  assign errs = fail != '0 && fail_err != '0 || done != '0 && done_err != '0;

  // failed: an error since the last clear; recovered: none since a clear that came after one.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      errs_q        <= 1'b0;
      failed_q      <= 1'b0;
      clear_q       <= 1'b0;
      quiet_q       <= 1'b0;
      recovered_q   <= 1'b0;
      run_q         <= '0;
      halted_q      <= '1;
      drained_q     <= '0;
    end else begin
      errs_q        <= errs;
      failed_q      <= !clear && (failed_q || errs);
      clear_q       <= clear;
      quiet_q       <= fetch_idle && update_idle && mover_idle == 2'b11 && hold && run == '0;
      recovered_q   <= !errs && (recovered_q || clear && failed_q);
      run_q         <= run;
      halted_q      <= halted;
      drained_q     <= queue_empty & mover_drained & ~fetch_busy & ~update_busy;
    end
  end

  `PROVE(ErrorStopsBoth, !errs_q || run == '0)
  `PROVE(NothingAfterError, !failed_q || run == '0)
  `PROVE(ErrorUntilClear, !failed_q || error != '0)
  `PROVE(ClearForgetsErrors, !clear_q || error == '0)
  `PROVE(ClearWhenQuiet, !clear || clear_q || quiet_q)
  `PROVE(ClearStops, !(clear || clear_q) || run == '0)
  `PROVE(RestartThroughHalted, (run & ~run_q & ~halted_q) == '0)
  `PROVE(HaltsOnlyDrained, clear_q || (halted & ~halted_q & ~drained_q) == '0)
  `REACH(BothRun, run == 2'b11)
  `REACH(RunsAfterError, recovered_q && !clear_q && run != '0 && error == '0)

endmodule
