// SPDX-License-Identifier: Apache-2.0
// ACT slot: looks up half of the lanes in the activation table (isa.md section 6).
// A look-up in advancing cycle t shows on act_out_o from cycle t+1 on; push_o marks the clock cycle
// in which it enters the output FIFO. The table is kept in one dual-port copy per two looked-up
// pixels; table writes use port A of each, come only while idle and leave act_out_o alone.
`include "nve_assert.svh"

module nve_act (
  input  logic                                           clk_i,
  input  logic                                           rst_ni,
  input  logic                                           clear_i,
  // Table write
  input  logic                                           table_we_i,
  input  logic [nve_pkg::ActIndexBits-1:0]               table_addr_i,
  input  logic [nve_pkg::PixelBits-1:0]                  table_data_i,
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

  if (nve_pkg::ActLanes % 2 != 0 || nve_pkg::Lanes != 2 * nve_pkg::ActLanes) begin : gen_bad
    $error("nve_act: a half must be an even number of lanes");
  end

  logic [HalfW-1:0]             index;
  logic [nve_pkg::WordBits-1:0] looked_up;
  logic                         seen_q, push_q;

  assign index = half_i ? result_i[HalfW +: HalfW] : result_i[0 +: HalfW];

  for (genvar c = 0; c < nve_pkg::ActLanes / 2; c++) begin : gen_copy
    nve_ram_1rw1r #(
      .Width(PixelW),
      .Depth(nve_pkg::ActEntries)
    ) u_table (
      .clk_i     (clk_i),
      .a_en_i    (act_i || table_we_i),
      .a_we_i    (table_we_i),
      .a_addr_i  (table_we_i ? table_addr_i : index[2*c*IndexW +: IndexW]),
      .a_wdata_i (table_data_i),
      .a_rdata_o (looked_up[2*c*PixelW +: PixelW]),
      .b_en_i    (act_i),
      .b_addr_i  (index[(2*c+1)*IndexW +: IndexW]),
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

endmodule
