// SPDX-License-Identifier: Apache-2.0
// ACT slot: looks up half of the lanes in the activation table (isa.md section 6).
// A look-up in advancing cycle t shows on act_out_o from cycle t+1 on; push_o marks the clock cycle
// in which it enters the output FIFO. The table is kept in one dual-port copy per two looked-up
// pixels. Writes of the table go to all copies, come only while nothing is looked up and leave
// act_out_o alone: each port writes half of a word of the stream; an entry of the register bus is
// written by port A.
`include "nve_assert.svh"

module nve_act (
  input  logic                                           clk_i,
  input  logic                                           rst_ni,
  input  logic                                           clear_i,
  // Table write: an entry or, with table_word_i, as many as a word has pixels, table_addr_i the first
  input  logic                                           table_we_i,
  input  logic                                           table_word_i,
  input  logic [nve_pkg::ActIndexBits-1:0]               table_addr_i,
  input  logic [nve_pkg::PixelBits-1:0]                  table_entry_i,
  input  logic [nve_pkg::WordBits-1:0]                   table_pixels_i,
  // act in an advancing cycle, upper half, word goes to the output FIFO
  input  logic                                           act_i,
  input  logic                                           half_i,
  input  logic                                           send_i,
  input  logic [nve_pkg::Lanes*nve_pkg::ActIndexBits-1:0] result_i,
  output logic [nve_pkg::WordBits-1:0]                   act_out_o,
  output logic                                           push_o
);

  localparam int unsigned IndexW = nve_pkg::ActIndexBits;
  localparam int unsigned PixelW = nve_pkg::PixelBits;
  localparam int unsigned HalfW  = nve_pkg::ActLanes * IndexW;
  localparam int unsigned Parts  = nve_pkg::WordPixels / 2;
  localparam int unsigned PartW  = $clog2(Parts);

  if (nve_pkg::ActLanes % 2 != 0 || nve_pkg::Lanes != 2 * nve_pkg::ActLanes) begin : gen_bad
    $error("nve_act: a half must be an even number of lanes");
  end

  logic [HalfW-1:0]             index;
  logic [IndexW-1:PartW]        upper_part;
  logic [Parts-1:0]             lower_we, upper_we;
  logic [Parts*PixelW-1:0]      lower_pixels;
  logic [nve_pkg::WordBits-1:0] looked_up;
  logic                         seen_q, push_q;

  assign index = half_i ? result_i[HalfW +: HalfW] : result_i[0 +: HalfW];

  // What the ports write. The upper half of a word lies behind the lower.
  for (genvar k = 0; k < Parts; k++) begin : gen_part
    assign lower_we[k] = table_we_i && (table_word_i || table_addr_i[PartW-1:0] == PartW'(k));
    assign lower_pixels[k*PixelW +: PixelW] =
        table_word_i ? table_pixels_i[k*PixelW +: PixelW] : table_entry_i;
  end
  assign upper_we   = {Parts{table_we_i && table_word_i}};
  assign upper_part = {table_addr_i[IndexW-1:PartW+1], 1'b1};

  for (genvar c = 0; c < nve_pkg::ActLanes / 2; c++) begin : gen_copy
    logic [IndexW-1:0] a_index, b_index;
    logic [IndexW-1:0] a_addr, b_addr;
    assign a_index = index[2*c*IndexW +: IndexW];
    assign b_index = index[(2*c+1)*IndexW +: IndexW];
    assign a_addr  = {table_we_i ? table_addr_i[IndexW-1:PartW] : a_index[IndexW-1:PartW],
                      a_index[PartW-1:0]};
    assign b_addr  = {table_we_i ? upper_part : b_index[IndexW-1:PartW], b_index[PartW-1:0]};

    nve_ram_2rw_wide #(
      .Width(PixelW),
      .Depth(nve_pkg::ActEntries),
      .Parts(Parts)
    ) u_table (
      .clk_i     (clk_i),
      .re_i      (act_i),
      .a_we_i    (lower_we),
      .a_addr_i  (a_addr),
      .a_wdata_i (lower_pixels),
      .a_rdata_o (looked_up[2*c*PixelW +: PixelW]),
      .b_we_i    (upper_we),
      .b_addr_i  (b_addr),
      .b_wdata_i (table_pixels_i[Parts*PixelW +: Parts*PixelW]),
      .b_rdata_o (looked_up[(2*c+1)*PixelW +: PixelW])
    );
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      seen_q <= 1'b0;
      push_q <= 1'b0;
    end else if (clear_i) begin
      seen_q <= 1'b0;
      push_q <= 1'b0;
    end else begin
      if (act_i) seen_q <= 1'b1;
      // Not held by a stall: the word enters the FIFO in the next clock cycle.
      push_q <= act_i && send_i;
    end
  end

  // The memories' output registers have no reset: 0 until the first look-up.
  assign act_out_o = seen_q ? looked_up : '0;
  assign push_o    = push_q;

  `ASSERT_IF(NoTableWriteWhileLookingUp, table_we_i, !act_i)
  `ASSERT_IF(WordAtItsPlace, table_we_i && table_word_i, table_addr_i[PartW:0] == '0)

endmodule
