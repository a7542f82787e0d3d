// SPDX-License-Identifier: Apache-2.0
// nve_regs with the control that makes the core busy: START accepts settings in range only, and they stay
// while the core is busy, so what a setting out of range makes of stride2 is never used. The datapath moves
// in running cycles only.
module nve_regs_parent (clk_i, rst_ni, write_i, waddr_i, wdata_i, raddr_i, mema_wr_i, act_stream_i,
  in_valid_i, out_level_i, out_push_i, mutsel, write_o, waddr_o, wdata_o, raddr_o, werror_o, rdata_o,
  rerror_o, start_o, start_load_o, start_table_o, soft_reset_o, irq_o, table_we_o, table_addr_o,
  program_size_o, repeat_first_o, repeat_last_o, iterations_o, extra_o, runs_o, stride2_running_o,
  bias_shift_o, act_shift_o, packet_words_o, agu_inc_o, agu_toggle_o, state_o);
  input clk_i;
  input rst_ni;
  input write_i;
  input [12:0] waddr_i;
  input [31:0] wdata_i;
  input [12:0] raddr_i;
  input mema_wr_i;
  input act_stream_i;
  input in_valid_i;
  input [4:0] out_level_i;
  input out_push_i;
  input [11:0] mutsel;
  output write_o;
  output [12:0] waddr_o;
  output [31:0] wdata_o;
  output [12:0] raddr_o;
  output werror_o;
  output [31:0] rdata_o;
  output rerror_o;
  output start_o;
  output start_load_o;
  output start_table_o;
  output soft_reset_o;
  output irq_o;
  output table_we_o;
  output [9:0] table_addr_o;
  output [9:0] program_size_o;
  output [8:0] repeat_first_o;
  output [8:0] repeat_last_o;
  output [15:0] iterations_o;
  output [15:0] extra_o;
  output [15:0] runs_o;
  output stride2_running_o;
  output [4:0] bias_shift_o;
  output [4:0] act_shift_o;
  output [31:0] packet_words_o;
  output [32:0] agu_inc_o;
  output [32:0] agu_toggle_o;
  output [2:0] state_o;
  wire [1:0] stall;
  wire [8:0] pc;
  wire running, done, stride2;
  nve_regs u_regs (.clk_i(clk_i), .rst_ni(rst_ni), .write_i(write_i), .waddr_i(waddr_i), .wdata_i(wdata_i),
    .raddr_i(raddr_i), .write_o(write_o), .waddr_o(waddr_o), .wdata_o(wdata_o), .raddr_o(raddr_o),
    .werror_o(werror_o), .rdata_o(rdata_o), .rerror_o(rerror_o), .start_o(start_o),
    .start_load_o(start_load_o), .start_table_o(start_table_o), .soft_reset_o(soft_reset_o),
    .state_i(state_o), .stall_i(stall), .pc_i(pc), .done_i(done), .irq_o(irq_o), .table_we_o(table_we_o),
    .table_addr_o(table_addr_o), .program_size_o(program_size_o), .repeat_first_o(repeat_first_o),
    .repeat_last_o(repeat_last_o), .iterations_o(iterations_o), .extra_o(extra_o), .runs_o(runs_o),
    .stride2_o(stride2), .bias_shift_o(bias_shift_o), .act_shift_o(act_shift_o),
    .packet_words_o(packet_words_o), .agu_inc_o(agu_inc_o), .agu_toggle_o(agu_toggle_o), .mutsel(mutsel));
  nve_ctrl u_ctrl (.clk_i(clk_i), .rst_ni(rst_ni), .clear_i(soft_reset_o), .start_i(start_o),
    .start_load_i(start_load_o), .start_table_i(start_table_o), .program_size_i(program_size_o),
    .repeat_first_i(repeat_first_o), .repeat_last_i(repeat_last_o), .iterations_i(iterations_o),
    .extra_i(extra_o), .runs_i(runs_o), .mema_wr_i(mema_wr_i), .act_stream_i(act_stream_i),
    .in_valid_i(in_valid_i), .out_level_i(out_level_i), .out_push_i(out_push_i), .state_o(state_o),
    .stall_o(stall), .pc_o(pc), .running_o(running), .done_o(done));
  assign stride2_running_o = running && stride2;
endmodule
