// SPDX-License-Identifier: Apache-2.0
// nve_ibuf with the control that fetches: a rotating update value is asked for in later passes only, whose
// instructions were all fetched while an instruction advanced. Outside the running states nobody looks at the
// outputs.
module nve_ibuf_parent (clk_i, rst_ni, clear_i, start_i, start_load_i, start_table_i, program_size_i,
  repeat_first_i, repeat_last_i, iterations_i, extra_i, runs_i, mema_wr_i, act_stream_i, in_valid_i,
  out_level_i, out_push_i, load_word_i, mema_update_i, memb_update_i, mutsel, state_o, instruction_o,
  mema_update_o, memb_update_o);
  input clk_i;
  input rst_ni;
  input clear_i;
  input start_i;
  input start_load_i;
  input start_table_i;
  input [9:0] program_size_i;
  input [8:0] repeat_first_i;
  input [8:0] repeat_last_i;
  input [15:0] iterations_i;
  input [15:0] extra_i;
  input [15:0] runs_i;
  input mema_wr_i;
  input act_stream_i;
  input in_valid_i;
  input [4:0] out_level_i;
  input out_push_i;
  input [63:0] load_word_i;
  input [10:0] mema_update_i;
  input [10:0] memb_update_i;
  input [11:0] mutsel;
  output [2:0] state_o;
  output [63:0] instruction_o;
  output [10:0] mema_update_o;
  output [10:0] memb_update_o;
  wire running, advance, load, fetch, rotating;
  wire [8:0] pc, fetch_addr;
  wire [9:0] load_count;
  wire [63:0] instruction;
  wire [10:0] mema_update, memb_update;
  nve_ctrl u_ctrl (.clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .start_i(start_i),
    .start_load_i(start_load_i), .start_table_i(start_table_i), .program_size_i(program_size_i),
    .repeat_first_i(repeat_first_i), .repeat_last_i(repeat_last_i), .iterations_i(iterations_i),
    .extra_i(extra_i), .runs_i(runs_i), .mema_wr_i(mema_wr_i), .act_stream_i(act_stream_i),
    .in_valid_i(in_valid_i), .out_level_i(out_level_i), .out_push_i(out_push_i), .state_o(state_o),
    .pc_o(pc), .load_count_o(load_count), .running_o(running), .advance_o(advance), .load_o(load),
    .fetch_o(fetch), .fetch_addr_o(fetch_addr), .rotating_o(rotating));
  nve_ibuf u_ibuf (.clk_i(clk_i), .rst_ni(rst_ni), .load_i(load), .load_addr_i(load_count[8:0]),
    .load_word_i(load_word_i), .fetch_i(fetch), .fetch_addr_i(fetch_addr), .instruction_o(instruction),
    .rotating_i(rotating), .mema_update_o(mema_update), .memb_update_o(memb_update), .update_i(advance),
    .update_addr_i(pc), .mema_update_i(mema_update_i), .memb_update_i(memb_update_i), .mutsel(mutsel));
  assign instruction_o = running ? instruction : 64'd0;
  assign mema_update_o = running ? mema_update : 11'd0;
  assign memb_update_o = running ? memb_update : 11'd0;
endmodule
