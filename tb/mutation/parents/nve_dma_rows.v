// SPDX-License-Identifier: Apache-2.0
// nve_dma_rows with the head of the descriptor queue: a register, so that a descriptor stays without an
// assumption. Bursts of the list are answered when they are asked for.
module nve_dma_rows_parent (clk_i, rst_ni, clear_i, new_valid_i, new_desc_i, cmd_ready_i, list_beat_i,
  list_data_i, list_done_i, mutsel, desc_ready_o, cmd_valid_o, cmd_o, list_valid_o, list_addr_o, list_len_o,
  list_desc_o);
  input clk_i;
  input rst_ni;
  input clear_i;
  input new_valid_i;
  input [182:0] new_desc_i;
  input cmd_ready_i;
  input list_beat_i;
  input [63:0] list_data_i;
  input list_done_i;
  input [11:0] mutsel;
  output desc_ready_o;
  output cmd_valid_o;
  output [86:0] cmd_o;
  output list_valid_o;
  output [31:0] list_addr_o;
  output [3:0] list_len_o;
  output [25:0] list_desc_o;
  reg valid = 1'b0;
  reg [182:0] desc = 183'd0;
  always @(posedge clk_i) begin
    if (!rst_ni || clear_i) valid <= 1'b0;
    else if (!valid || desc_ready_o) valid <= new_valid_i;
    if (!valid || desc_ready_o) desc <= new_desc_i;
  end
  nve_dma_rows u_rows (.clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .desc_valid_i(valid),
    .desc_ready_o(desc_ready_o), .desc_i(desc), .cmd_valid_o(cmd_valid_o), .cmd_ready_i(cmd_ready_i),
    .cmd_o(cmd_o), .list_valid_o(list_valid_o), .list_addr_o(list_addr_o), .list_len_o(list_len_o),
    .list_desc_o(list_desc_o), .list_beat_i(list_beat_i && (list_valid_o || clear_i)),
    .list_data_i(list_data_i), .list_done_i(list_done_i && list_valid_o), .mutsel(mutsel));
endmodule
