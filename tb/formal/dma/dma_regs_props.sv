// SPDX-License-Identifier: Apache-2.0
// Proof of nve_dma_regs, the AXI4-Lite slave in front of the DMA's registers. The master is not
// constrained at all: no assumption. Ghost counters hold the accepted AW, W and AR that have no
// answer yet, ghost registers the address and data a write or read must have.
`include "formal.svh"

module dma_regs_props (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [9:0]  awaddr_i,
  input logic        awvalid_i,
  input logic [31:0] wdata_i,
  input logic        wvalid_i,
  input logic        bready_i,
  input logic [9:0]  araddr_i,
  input logic        arvalid_i,
  input logic        rready_i,
  input logic [63:0] cr_i,
  input logic [63:0] sr_i,
  input logic [63:0] cur_i,
  input logic [63:0] tail_i
);

  `FORMAL_RESET

  logic        awready, wready, bvalid, arready, rvalid;
  logic [31:0] rdata, wr_data;
  logic [1:0]  wr_cr, wr_sr, wr_cur, wr_tail;

  nve_dma_regs dut (
    .clk_i,
    .rst_ni,
    .awaddr_i,
    .awvalid_i,
    .awready_o(awready),
    .wdata_i,
    .wvalid_i,
    .wready_o (wready),
    .bvalid_o (bvalid),
    .bready_i,
    .araddr_i,
    .arvalid_i,
    .arready_o(arready),
    .rdata_o  (rdata),
    .rvalid_o (rvalid),
    .rready_i,
    .wr_cr_o  (wr_cr),
    .wr_sr_o  (wr_sr),
    .wr_cur_o (wr_cur),
    .wr_tail_o(wr_tail),
    .wr_data_o(wr_data),
    .cr_i,
    .sr_i,
    .cur_i,
    .tail_i
  );

  // aw, w, ar: accepted and not yet acted upon or answered. aw_open, w_open: without their B.
  logic        aw_q, w_q, acted_q;
  logic [9:0]  aw_addr_q;
  logic [31:0] w_data_q;
  logic [2:0]  aw_open_q, w_open_q;
  logic        ar_q, aw_take, w_take, b_take, ar_take, r_take, act;
  logic [31:0] r_expect_q, r_now;
  logic        b_stall_q, r_stall_q;
  logic [31:0] rdata_q;
  logic [7:0]  strobes, strobes_expect;
  logic [3:0]  reg_of_write, reg_of_read;

  assign aw_take = awvalid_i && awready;
  assign w_take  = wvalid_i && wready;
  assign b_take  = bvalid && bready_i;
  assign ar_take = arvalid_i && arready;
  assign r_take  = rvalid && rready_i;
  assign strobes = {wr_tail, wr_cur, wr_sr, wr_cr};
  // Both halves are there and the answer to the write before has been taken.
  assign act     = aw_q && w_q && !bvalid;

  // PG021 "Register Space": {not 0x00 to 0x5c, channel, DMACR DMASR CURDESC TAILDESC}.
  function automatic logic [3:0] decode(input logic [9:0] address);
    decode = 4'd8;
    if (address[9:2] == 8'h00 || address[9:2] == 8'h0c) decode = 4'd0;
    if (address[9:2] == 8'h01 || address[9:2] == 8'h0d) decode = 4'd1;
    if (address[9:2] == 8'h02 || address[9:2] == 8'h0e) decode = 4'd2;
    if (address[9:2] == 8'h04 || address[9:2] == 8'h10) decode = 4'd3;
    if (address[9:2] >= 8'h0c && decode != 4'd8) decode = decode + 4'd4;
  endfunction

  assign reg_of_write = decode(aw_addr_q);
  assign reg_of_read  = decode(araddr_i);
  always_comb begin
    strobes_expect = '0;
    if (!reg_of_write[3] && act) begin
      strobes_expect[{reg_of_write[1:0], reg_of_write[2]}] = 1'b1;
    end
    unique case (reg_of_read)
      4'd0:    r_now = cr_i[31:0];
      4'd1:    r_now = sr_i[31:0];
      4'd2:    r_now = cur_i[31:0];
      4'd3:    r_now = tail_i[31:0];
      4'd4:    r_now = cr_i[63:32];
      4'd5:    r_now = sr_i[63:32];
      4'd6:    r_now = cur_i[63:32];
      4'd7:    r_now = tail_i[63:32];
      default: r_now = '0;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      aw_q       <= 1'b0;
      w_q        <= 1'b0;
      aw_open_q  <= '0;
      w_open_q   <= '0;
      acted_q    <= 1'b0;
      ar_q       <= 1'b0;
      b_stall_q  <= 1'b0;
      r_stall_q  <= 1'b0;
      aw_addr_q  <= '0;
      w_data_q   <= '0;
      r_expect_q <= '0;
      rdata_q    <= '0;
    end else begin
      if (act) begin
        aw_q <= 1'b0;
        w_q  <= 1'b0;
      end
      if (aw_take) begin
        aw_q      <= 1'b1;
        aw_addr_q <= awaddr_i;
      end
      if (w_take) begin
        w_q      <= 1'b1;
        w_data_q <= wdata_i;
      end
      aw_open_q <= aw_open_q + 3'(aw_take) - 3'(b_take);
      w_open_q  <= w_open_q + 3'(w_take) - 3'(b_take);
      acted_q    <= act;
      if (r_take) ar_q <= 1'b0;
      if (ar_take) begin
        ar_q       <= 1'b1;
        r_expect_q <= r_now;
      end
      b_stall_q <= bvalid && !bready_i;
      r_stall_q <= rvalid && !rready_i;
      rdata_q   <= rdata;
    end
  end

  always_comb ResetQuiet : assert (rst_ni || (!bvalid && !rvalid && strobes == '0));
  `PROVE(AnswerStays, !b_stall_q || bvalid)
  `PROVE(AnswerHasAddress, !bvalid || aw_open_q != '0)
  `PROVE(AnswerHasData, !bvalid || w_open_q != '0)
  `PROVE(OpenWritesBounded, aw_open_q <= 3'd2 && w_open_q <= 3'd2)
  `PROVE(AnswerAfterWrite, !acted_q || bvalid)
  `PROVE(AddressNotForData, awready == !aw_q)
  `PROVE(DataNotForAddress, wready == !w_q)
  `PROVE(StrobeIsTheWrite, strobes == strobes_expect)
  `PROVE(WriteData, !act || wr_data == w_data_q)
  `PROVE(ReadAnswered, rvalid == ar_q)
  `PROVE(ReadData, !rvalid || rdata == r_expect_q)
  `PROVE(ReadStays, !r_stall_q || (rvalid && rdata == rdata_q))
  `PROVE(ReadTakenWhenFree, arready == !rvalid)
  `REACH(TwoWritesOpen, aw_open_q == 3'd2 && w_open_q == 3'd2)
  `REACH(LateRead, r_stall_q && r_take && rdata != '0)
  `REACH(LastRegister, wr_tail[1])

endmodule
