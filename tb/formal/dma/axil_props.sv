// SPDX-License-Identifier: Apache-2.0
// Proof of nve_axil, the AXI4-Lite slave in front of the core's register bus. Neither the master nor
// the answers of the core are constrained: no assumption but the first reset. Ghost registers hold
// the halves of a write that wait, the write that is presented, and what the core answered.
`include "formal.svh"

module axil_props (
  input logic                                  clk_i,
  input logic                                  rst_ni,
  input logic [nve_pkg::RegisterSpaceBits-1:0] awaddr_i,
  input logic                                  awvalid_i,
  input logic [31:0]                           wdata_i,
  input logic [3:0]                            wstrb_i,
  input logic                                  wvalid_i,
  input logic                                  bready_i,
  input logic [nve_pkg::RegisterSpaceBits-1:0] araddr_i,
  input logic                                  arvalid_i,
  input logic                                  rready_i,
  input logic                                  werror_i,
  input logic [31:0]                           reg_rdata_i,
  input logic                                  rerror_i
);

  localparam int unsigned AddrW = nve_pkg::RegisterSpaceBits;

  `FORMAL_RESET

  logic             awready, wready, bvalid, arready, rvalid, reg_write;
  logic [1:0]       bresp, rresp;
  logic [31:0]      rdata, reg_wdata;
  logic [AddrW-1:0] reg_waddr, reg_raddr;

  nve_axil dut (
    .clk_i,
    .rst_ni,
    .s_axi_awaddr (awaddr_i),
    .s_axi_awvalid(awvalid_i),
    .s_axi_awready(awready),
    .s_axi_wdata  (wdata_i),
    .s_axi_wstrb  (wstrb_i),
    .s_axi_wvalid (wvalid_i),
    .s_axi_wready (wready),
    .s_axi_bresp  (bresp),
    .s_axi_bvalid (bvalid),
    .s_axi_bready (bready_i),
    .s_axi_araddr (araddr_i),
    .s_axi_arvalid(arvalid_i),
    .s_axi_arready(arready),
    .s_axi_rdata  (rdata),
    .s_axi_rresp  (rresp),
    .s_axi_rvalid (rvalid),
    .s_axi_rready (rready_i),
    .reg_write_o  (reg_write),
    .reg_waddr_o  (reg_waddr),
    .reg_wdata_o  (reg_wdata),
    .reg_werror_i (werror_i),
    .reg_raddr_o  (reg_raddr),
    .reg_rdata_i  (reg_rdata_i),
    .reg_rerror_i (rerror_i)
  );

  ///////////
  // Write //
  ///////////
  // aw, w: a half is there. acted: the cycle after both were there, in which the core answers.
  logic             aw_q, w_q, partial_q, acted_q, answered_q, b_stall_q, act;
  logic [AddrW-1:0] awaddr_q;
  logic [31:0]      wdata_q;
  logic [1:0]       bresp_expect_q, open_aw_q, open_w_q;
  logic             aw_take, w_take, b_take;
  logic [1:0]       bresp_q;

  assign aw_take = awvalid_i && awready;
  assign w_take  = wvalid_i && wready;
  assign b_take  = bvalid && bready_i;
  assign act     = aw_q && w_q && !acted_q && !bvalid;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_q           <= 1'b0;
      w_q            <= 1'b0;
      partial_q      <= 1'b0;
      acted_q        <= 1'b0;
      answered_q     <= 1'b0;
      awaddr_q       <= '0;
      wdata_q        <= '0;
      bresp_expect_q <= '0;
      open_aw_q      <= '0;
      open_w_q       <= '0;
      b_stall_q      <= 1'b0;
      bresp_q        <= '0;
    end else begin
      if (acted_q) begin
        aw_q           <= 1'b0;
        w_q            <= 1'b0;
        bresp_expect_q <= (partial_q || werror_i) ? 2'b10 : 2'b00;
      end
      if (aw_take) begin
        aw_q     <= 1'b1;
        awaddr_q <= awaddr_i;
      end
      if (w_take) begin
        w_q       <= 1'b1;
        wdata_q   <= wdata_i;
        partial_q <= wstrb_i != 4'hF;
      end
      acted_q    <= act;
      answered_q <= acted_q;
      open_aw_q  <= open_aw_q + 2'(aw_take) - 2'(b_take);
      open_w_q   <= open_w_q + 2'(w_take) - 2'(b_take);
      b_stall_q  <= bvalid && !bready_i;
      bresp_q    <= bresp;
    end
  end

  always_comb ResetQuiet : assert (rst_ni || (!bvalid && !rvalid && !reg_write));
  `PROVE(WriteStays, !b_stall_q || (bvalid && bresp == bresp_q))
  `PROVE(AnswerHasAddress, !bvalid || open_aw_q != '0)
  `PROVE(AnswerHasData, !bvalid || open_w_q != '0)
  `PROVE(OpenWritesBounded, open_aw_q <= 2'd2 && open_w_q <= 2'd2)
  `PROVE(AddressNotForData, awready == !aw_q)
  `PROVE(DataNotForAddress, wready == !w_q)
  `PROVE(PresentedOnce, reg_write == (act && !partial_q))
  `PROVE(PresentedAddress, !reg_write || reg_waddr == awaddr_q)
  `PROVE(PresentedData, !reg_write || reg_wdata == wdata_q)
  `PROVE(AnsweredInTime, !answered_q || bvalid)
  `PROVE(WriteAnswer, !bvalid || bresp == bresp_expect_q)
  `REACH(RefusedWrite, bvalid && bresp == 2'b10 && !partial_q)
  `REACH(TwoWritesOpen, open_aw_q == 2'd2 && open_w_q == 2'd2)

  //////////
  // Read //
  //////////
  logic             ar_q, r_stall_q, rvalid_q, bus_error_q;
  logic [AddrW-1:0] araddr_q, bus_addr_q, bus_addr_qq;
  logic [31:0]      rdata_q, bus_data_q;
  logic [1:0]       rresp_q, age_q;
  logic             ar_take, r_take;

  assign ar_take = arvalid_i && arready;
  assign r_take  = rvalid && rready_i;

  // ar: the address waits for its data; the bus of the two cycles before.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ar_q        <= 1'b0;
      araddr_q    <= '0;
      age_q       <= '0;
      r_stall_q   <= 1'b0;
      rvalid_q    <= 1'b0;
      rdata_q     <= '0;
      rresp_q     <= '0;
      bus_addr_q  <= '0;
      bus_addr_qq <= '0;
      bus_data_q  <= '0;
      bus_error_q <= 1'b0;
    end else begin
      if (ar_take) begin
        ar_q     <= 1'b1;
        araddr_q <= araddr_i;
      end else if (rvalid && !rvalid_q) begin
        ar_q <= 1'b0;
      end
      age_q       <= (ar_q && !rvalid) ? age_q + 2'd1 : '0;
      r_stall_q   <= rvalid && !rready_i;
      rvalid_q    <= rvalid;
      rdata_q     <= rdata;
      rresp_q     <= rresp;
      bus_addr_q  <= reg_raddr;
      bus_addr_qq <= bus_addr_q;
      bus_data_q  <= reg_rdata_i;
      bus_error_q <= rerror_i;
    end
  end

  `PROVE(ReadStays, !r_stall_q || (rvalid && rdata == rdata_q && rresp == rresp_q))
  `PROVE(ReadHasAddress, !(rvalid && !rvalid_q) || ar_q)
  `PROVE(ReadOnce, !(r_take && rvalid_q) || r_stall_q)
  `PROVE(ReadOfItsAddress, !(rvalid && !rvalid_q) || bus_addr_qq == araddr_q)
  `PROVE(ReadData, !(rvalid && !rvalid_q) || rdata == bus_data_q)
  `PROVE(ReadAnswer, !(rvalid && !rvalid_q) || rresp == (bus_error_q ? 2'b10 : 2'b00))
  `PROVE(ReadInTime, age_q <= 2'd2)
  `REACH(ReadError, rvalid && rresp == 2'b10)
  `REACH(ReadWaits, r_stall_q && ar_q)

endmodule
