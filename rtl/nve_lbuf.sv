// SPDX-License-Identifier: Apache-2.0
// Local buffer: true dual port, one read or write per port and advancing cycle (isa.md section 5).
// A read in advancing cycle t shows on the port's output from advancing cycle t+2 on; a write is
// stored at the end of its cycle and leaves the output alone. When both ports write the same word,
// port A's word is stored. The memory keeps its contents in reset, the outputs are cleared.
`include "nve_assert.svh"

module nve_lbuf (
  input  logic                                 clk_i,
  input  logic                                 rst_ni,
  input  logic                                 clear_i,
  input  logic                                 advance_i,
  // Port A; rd and wr are 1 in advancing cycles only
  input  logic                                 a_rd_i,
  input  logic                                 a_wr_i,
  input  logic [nve_pkg::LocalAddressBits-1:0] a_addr_i,
  input  logic [nve_pkg::WordBits-1:0]         a_wdata_i,
  output logic [nve_pkg::WordBits-1:0]         a_out_o,
  // Port B
  input  logic                                 b_rd_i,
  input  logic                                 b_wr_i,
  input  logic [nve_pkg::LocalAddressBits-1:0] b_addr_i,
  input  logic [nve_pkg::WordBits-1:0]         b_wdata_i,
  output logic [nve_pkg::WordBits-1:0]         b_out_o,
  // For the probe: words read in the last advancing cycle, on their way to the outputs
  output logic                                 a_read_o,
  output logic [nve_pkg::WordBits-1:0]         a_word_o,
  output logic                                 b_read_o,
  output logic [nve_pkg::WordBits-1:0]         b_word_o
);

  logic                         b_wr_kept;
  logic                         a_read_q, b_read_q;
  logic [nve_pkg::WordBits-1:0] a_rdata, b_rdata;
  logic [nve_pkg::WordBits-1:0] a_out_q, b_out_q;

  assign b_wr_kept = b_wr_i && !(a_wr_i && a_addr_i == b_addr_i);

  nve_ram_2rw #(
    .Width(nve_pkg::WordBits),
    .Depth(nve_pkg::LocalWords)
  ) u_ram (
    .clk_i     (clk_i),
    .a_en_i    (a_rd_i || a_wr_i),
    .a_we_i    (a_wr_i),
    .a_addr_i  (a_addr_i),
    .a_wdata_i (a_wdata_i),
    .a_rdata_o (a_rdata),
    .b_en_i    (b_rd_i || b_wr_kept),
    .b_we_i    (b_wr_kept),
    .b_addr_i  (b_addr_i),
    .b_wdata_i (b_wdata_i),
    .b_rdata_o (b_rdata)
  );

  // The memory's own output register cannot be reset and changes with a write; it reaches the port
  // output only in the advancing cycle after a read, so neither is ever seen.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      a_read_q <= 1'b0;
      b_read_q <= 1'b0;
      a_out_q  <= '0;
      b_out_q  <= '0;
    end else if (clear_i) begin
      a_read_q <= 1'b0;
      b_read_q <= 1'b0;
      a_out_q  <= '0;
      b_out_q  <= '0;
    end else if (advance_i) begin
      a_read_q <= a_rd_i;
      b_read_q <= b_rd_i;
      if (a_read_q) a_out_q <= a_rdata;
      if (b_read_q) b_out_q <= b_rdata;
    end
  end

  assign a_out_o = a_out_q;
  assign b_out_o = b_out_q;

  assign a_read_o = a_read_q;
  assign a_word_o = a_read_q ? a_rdata : '0;
  assign b_read_o = b_read_q;
  assign b_word_o = b_read_q ? b_rdata : '0;

  `ASSERT(OnePortOneAction, a_rd_i || a_wr_i || b_rd_i || b_wr_i,
          !(a_rd_i && a_wr_i) && !(b_rd_i && b_wr_i))
  `ASSERT_IF(OnlyWhenAdvancing, a_rd_i || a_wr_i || b_rd_i || b_wr_i, advance_i)

endmodule
