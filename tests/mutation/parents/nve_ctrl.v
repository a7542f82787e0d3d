// nve_ctrl with the instruction memory behind it, for mutants of the fetch: a fetch that reads again what
// stands there already differs at the pins of nve_ctrl only. Programs have one to four instructions of 4
// bits, updates 2 bits: what the memories hold does not matter, only which word is read.
module nve_ctrl_parent (clk_i, rst_ni, clear_i, start_i, start_load_i, size_i, first_i, last_i, iterations_i,
  extra_i, runs_i, mema_wr_i, act_stream_i, in_valid_i, out_level_i, out_push_i, load_word_i, mema_update_i,
  memb_update_i,
  mutsel, state_o, stall_o, pc_o, pass_o, run_o, load_count_o, advance_o, load_o, done_o, instruction_o,
  mema_update_o, memb_update_o);
  input clk_i;
  input rst_ni;
  input clear_i;
  input start_i;
  input start_load_i;
  input [1:0] size_i;
  input [1:0] first_i;
  input [1:0] last_i;
  input [2:0] iterations_i;
  input [1:0] extra_i;
  input [1:0] runs_i;
  input mema_wr_i;
  input act_stream_i;
  input in_valid_i;
  input [4:0] out_level_i;
  input out_push_i;
  input [3:0] load_word_i;
  input [1:0] mema_update_i;
  input [1:0] memb_update_i;
  input [11:0] mutsel;
  output [2:0] state_o;
  output [1:0] stall_o;
  output [8:0] pc_o;
  output [16:0] pass_o;
  output [15:0] run_o;
  output [9:0] load_count_o;
  output advance_o;
  output load_o;
  output done_o;
  output [63:0] instruction_o;
  output [10:0] mema_update_o;
  output [10:0] memb_update_o;
  wire running, fetch, rotating;
  wire [8:0] fetch_addr;
  wire [63:0] instruction;
  wire [10:0] mema_update, memb_update;
  nve_ctrl u_ctrl (.clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .start_i(start_i),
    .start_load_i(start_load_i), .program_size_i({8'd0, size_i} + 10'd1), .repeat_first_i({7'd0, first_i}),
    .repeat_last_i({7'd0, last_i}), .iterations_i({13'd0, iterations_i}), .extra_i({14'd0, extra_i}),
    .runs_i({14'd0, runs_i}), .mema_wr_i(mema_wr_i), .act_stream_i(act_stream_i), .in_valid_i(in_valid_i),
    .out_level_i(out_level_i), .out_push_i(out_push_i), .state_o(state_o), .stall_o(stall_o), .pc_o(pc_o),
    .pass_o(pass_o), .run_o(run_o), .load_count_o(load_count_o), .running_o(running), .advance_o(advance_o),
    .load_o(load_o), .fetch_o(fetch), .fetch_addr_o(fetch_addr), .rotating_o(rotating), .done_o(done_o),
    .mutsel(mutsel));
  nve_ibuf u_ibuf (.clk_i(clk_i), .rst_ni(rst_ni), .load_i(load_o), .load_addr_i(load_count_o[8:0]),
    .load_word_i({60'd0, load_word_i}), .fetch_i(fetch), .fetch_addr_i(fetch_addr),
    .instruction_o(instruction),
    .rotating_i(rotating), .mema_update_o(mema_update), .memb_update_o(memb_update), .update_i(advance_o),
    .update_addr_i(pc_o), .mema_update_i({9'd0, mema_update_i}), .memb_update_i({9'd0, memb_update_i}));
  assign instruction_o = running ? instruction : 64'd0;
  assign mema_update_o = running ? mema_update : 11'd0;
  assign memb_update_o = running ? memb_update : 11'd0;
endmodule
