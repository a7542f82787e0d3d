// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite slave in front of the register bus of nve_core (isa.md section 10).
// Address and data of a write may come in either order; they are kept until both are there, then
// the write is presented for one cycle. The core answers in the cycle after, since it registers the
// bus. A write without all byte strobes is answered with SLVERR and not presented. Reads and writes
// are independent; ready and valid outputs depend on registers only.
`include "nve_assert.svh"

module nve_axil (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  // AXI4-Lite
  input  logic [nve_pkg::RegisterSpaceBits-1:0] s_axi_awaddr,
  input  logic                                  s_axi_awvalid,
  output logic                                  s_axi_awready,
  input  logic [31:0]                           s_axi_wdata,
  input  logic [3:0]                            s_axi_wstrb,
  input  logic                                  s_axi_wvalid,
  output logic                                  s_axi_wready,
  output logic [1:0]                            s_axi_bresp,
  output logic                                  s_axi_bvalid,
  input  logic                                  s_axi_bready,
  input  logic [nve_pkg::RegisterSpaceBits-1:0] s_axi_araddr,
  input  logic                                  s_axi_arvalid,
  output logic                                  s_axi_arready,
  output logic [31:0]                           s_axi_rdata,
  output logic [1:0]                            s_axi_rresp,
  output logic                                  s_axi_rvalid,
  input  logic                                  s_axi_rready,
  // Register bus
  output logic                                  reg_write_o,
  output logic [nve_pkg::RegisterSpaceBits-1:0] reg_waddr_o,
  output logic [31:0]                           reg_wdata_o,
  input  logic                                  reg_werror_i,
  output logic [nve_pkg::RegisterSpaceBits-1:0] reg_raddr_o,
  input  logic [31:0]                           reg_rdata_i,
  input  logic                                  reg_rerror_i
);

  localparam logic [1:0] Okay   = 2'b00;
  localparam logic [1:0] SlvErr = 2'b10;

  logic                                  aw_full_q, w_full_q, w_partial_q, answer_q, bvalid_q;
  logic [nve_pkg::RegisterSpaceBits-1:0] awaddr_q, araddr_q;
  logic [31:0]                           wdata_q, rdata_q;
  logic [1:0]                            bresp_q, rresp_q;
  logic                                  ar_full_q, ar_seen_q, rvalid_q;
  logic                                  present, read_taken;

  ///////////
  // Write //
  ///////////
  // aw_full and w_full stay set from present to the answer, so there is one write at a time.
  assign present     = aw_full_q && w_full_q && !answer_q && !bvalid_q;
  assign reg_write_o = present && !w_partial_q;
  assign reg_waddr_o = awaddr_q;
  assign reg_wdata_o = wdata_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_full_q   <= 1'b0;
      w_full_q    <= 1'b0;
      w_partial_q <= 1'b0;
      answer_q    <= 1'b0;
      bvalid_q    <= 1'b0;
      bresp_q     <= Okay;
      awaddr_q    <= '0;
      wdata_q     <= '0;
    end else begin
      if (s_axi_awvalid && s_axi_awready) begin
        aw_full_q <= 1'b1;
        awaddr_q  <= s_axi_awaddr;
      end else if (answer_q) begin
        aw_full_q <= 1'b0;
      end
      if (s_axi_wvalid && s_axi_wready) begin
        w_full_q    <= 1'b1;
        wdata_q     <= s_axi_wdata;
        w_partial_q <= s_axi_wstrb != 4'hF;
      end else if (answer_q) begin
        w_full_q <= 1'b0;
      end
      answer_q <= present;
      if (answer_q) begin
        bvalid_q <= 1'b1;
        bresp_q  <= (w_partial_q || reg_werror_i) ? SlvErr : Okay;
      end else if (s_axi_bready) begin
        bvalid_q <= 1'b0;
      end
    end
  end

  assign s_axi_awready = !aw_full_q;
  assign s_axi_wready  = !w_full_q;
  assign s_axi_bvalid  = bvalid_q;
  assign s_axi_bresp   = bresp_q;

  //////////
  // Read //
  //////////
  // ar_full: the address is on the register bus; ar_seen: the core answers it.
  assign reg_raddr_o = araddr_q;
  assign read_taken  = ar_seen_q && !rvalid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ar_full_q <= 1'b0;
      ar_seen_q <= 1'b0;
      rvalid_q  <= 1'b0;
      araddr_q  <= '0;
      rdata_q   <= '0;
      rresp_q   <= Okay;
    end else begin
      if (s_axi_arvalid && s_axi_arready) begin
        ar_full_q <= 1'b1;
        araddr_q  <= s_axi_araddr;
      end else if (read_taken) begin
        ar_full_q <= 1'b0;
      end
      ar_seen_q <= ar_full_q && !read_taken;
      if (read_taken) begin
        rvalid_q <= 1'b1;
        rdata_q  <= reg_rdata_i;
        rresp_q  <= reg_rerror_i ? SlvErr : Okay;
      end else if (s_axi_rready) begin
        rvalid_q <= 1'b0;
      end
    end
  end

  assign s_axi_arready = !ar_full_q;
  assign s_axi_rvalid  = rvalid_q;
  assign s_axi_rdata   = rdata_q;
  assign s_axi_rresp   = rresp_q;

  `ASSERT_STREAM(WriteAnswerStable, s_axi_bvalid, s_axi_bready, s_axi_bresp)
  `ASSERT_STREAM(ReadDataStable, s_axi_rvalid, s_axi_rready, {s_axi_rresp, s_axi_rdata})
  `ASSERT_NEXT(PresentedForOneCycle, reg_write_o, !reg_write_o)

endmodule
