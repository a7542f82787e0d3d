// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite register port: decodes writes into one strobe per register and multiplexes reads. MM2S
// registers start at 0x00, S2MM at 0x30 (PG021 "Register Space"). Address and data of a write may
// come in either order. Unmapped offsets, the _MSB and the direct-mode registers read 0 and ignore
// writes; every response is OKAY. A write acts one cycle after its later handshake.
`include "nve_assert.svh"

module nve_dma_regs (
  input  logic        clk_i,
  input  logic        rst_ni,
  // AXI4-Lite
  input  logic [9:0]  awaddr_i,
  input  logic        awvalid_i,
  output logic        awready_o,
  input  logic [31:0] wdata_i,
  input  logic        wvalid_i,
  output logic        wready_o,
  output logic        bvalid_o,
  input  logic        bready_i,
  input  logic [9:0]  araddr_i,
  input  logic        arvalid_i,
  output logic        arready_o,
  output logic [31:0] rdata_o,
  output logic        rvalid_o,
  input  logic        rready_i,
  // Write strobes, bit 0 MM2S, bit 1 S2MM
  output logic [1:0]  wr_cr_o,
  output logic [1:0]  wr_sr_o,
  output logic [1:0]  wr_cur_o,
  output logic [1:0]  wr_tail_o,
  output logic [31:0] wr_data_o,
  // Register values, MM2S in the low word
  input  logic [63:0] cr_i,
  input  logic [63:0] sr_i,
  input  logic [63:0] cur_i,
  input  logic [63:0] tail_i
);

  localparam logic [7:0] MM2S_DMACR    = nve_dma_pkg::Mm2sControl;
  localparam logic [7:0] MM2S_DMASR    = nve_dma_pkg::Mm2sStatus;
  localparam logic [7:0] MM2S_CURDESC  = nve_dma_pkg::Mm2sCurrent;
  localparam logic [7:0] MM2S_TAILDESC = nve_dma_pkg::Mm2sTail;
  localparam logic [7:0] S2MM_DMACR    = nve_dma_pkg::S2mmControl;
  localparam logic [7:0] S2MM_DMASR    = nve_dma_pkg::S2mmStatus;
  localparam logic [7:0] S2MM_CURDESC  = nve_dma_pkg::S2mmCurrent;
  localparam logic [7:0] S2MM_TAILDESC = nve_dma_pkg::S2mmTail;

  logic        aw_full_q, w_full_q, bvalid_q, rvalid_q;
  logic [7:0]  aw_word_q;
  logic [31:0] w_data_q, rdata_q, rdata_d;
  logic        write;
  logic        unused_addr;

  assign unused_addr = ^{awaddr_i[1:0], araddr_i[1:0]};

  ///////////
  // Write //
  ///////////
  assign awready_o = !aw_full_q;
  assign wready_o  = !w_full_q;
  assign bvalid_o  = bvalid_q;
  // The previous response must be gone, so that there is one B per write.
  assign write     = aw_full_q && w_full_q && !bvalid_q;
  assign wr_data_o = w_data_q;

  always_comb begin
    wr_cr_o   = '0;
    wr_sr_o   = '0;
    wr_cur_o  = '0;
    wr_tail_o = '0;
    if (write) begin
      unique case (aw_word_q)
        MM2S_DMACR:    wr_cr_o[0]   = 1'b1;
        MM2S_DMASR:    wr_sr_o[0]   = 1'b1;
        MM2S_CURDESC:  wr_cur_o[0]  = 1'b1;
        MM2S_TAILDESC: wr_tail_o[0] = 1'b1;
        S2MM_DMACR:    wr_cr_o[1]   = 1'b1;
        S2MM_DMASR:    wr_sr_o[1]   = 1'b1;
        S2MM_CURDESC:  wr_cur_o[1]  = 1'b1;
        S2MM_TAILDESC: wr_tail_o[1] = 1'b1;
        default: ;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_full_q <= 1'b0;
      w_full_q  <= 1'b0;
      bvalid_q  <= 1'b0;
      aw_word_q <= '0;
      w_data_q  <= '0;
    end else begin
      if (awvalid_i && awready_o) begin
        aw_full_q <= 1'b1;
        aw_word_q <= awaddr_i[9:2];
      end else if (write) begin
        aw_full_q <= 1'b0;
      end
      if (wvalid_i && wready_o) begin
        w_full_q <= 1'b1;
        w_data_q <= wdata_i;
      end else if (write) begin
        w_full_q <= 1'b0;
      end
      if (write) bvalid_q <= 1'b1;
      else if (bready_i) bvalid_q <= 1'b0;
    end
  end

  //////////
  // Read //
  //////////
  assign arready_o = !rvalid_q;
  assign rvalid_o  = rvalid_q;
  assign rdata_o   = rdata_q;

  always_comb begin
    unique case (araddr_i[9:2])
      MM2S_DMACR:    rdata_d = cr_i[31:0];
      MM2S_DMASR:    rdata_d = sr_i[31:0];
      MM2S_CURDESC:  rdata_d = cur_i[31:0];
      MM2S_TAILDESC: rdata_d = tail_i[31:0];
      S2MM_DMACR:    rdata_d = cr_i[63:32];
      S2MM_DMASR:    rdata_d = sr_i[63:32];
      S2MM_CURDESC:  rdata_d = cur_i[63:32];
      S2MM_TAILDESC: rdata_d = tail_i[63:32];
      default:       rdata_d = '0;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      rvalid_q <= 1'b0;
      rdata_q  <= '0;
    end else if (arvalid_i && arready_o) begin
      rvalid_q <= 1'b1;
      rdata_q  <= rdata_d;
    end else if (rready_i) begin
      rvalid_q <= 1'b0;
    end
  end

  `ASSERT_STREAM(ReadDataStable, rvalid_o, rready_i, rdata_o)
  `ASSERT_STREAM(WriteRespStable, bvalid_o, bready_i, 1'b1)

endmodule
