// SPDX-License-Identifier: Apache-2.0
// nve_ctrl with the instruction at one place behind it, for mutants of the fetch: a fetch that reads again
// what stands there already differs at the pins of nve_ctrl only. What nve_ibuf holds is modelled at place_i
// alone, one bit of the instruction and one of its rotating update, and seen while pc is there. place_i is
// any address, taken in the first cycle: what holds for it holds for all of them.
module nve_ctrl_parent (clk_i, rst_ni, clear_i, start_i, start_load_i, start_table_i, program_size_i,
  repeat_first_i, repeat_last_i, iterations_i, extra_i, runs_i, mema_wr_i, act_stream_i, in_valid_i,
  out_level_i, out_push_i, place_i, load_bit_i, update_bit_i, mutsel, state_o, stall_o, pc_o, pass_o, run_o,
  load_count_o, running_o, advance_o, table_o, load_o, no_stream_write_o, no_act_output_o, done_o,
  place_right_o, instruction_o, update_o);
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
  input [8:0] place_i;
  input load_bit_i;
  input update_bit_i;
  input [11:0] mutsel;
  output [2:0] state_o;
  output [1:0] stall_o;
  output [8:0] pc_o;
  output [16:0] pass_o;
  output [15:0] run_o;
  output [9:0] load_count_o;
  output running_o;
  output advance_o;
  output table_o;
  output load_o;
  output no_stream_write_o;
  output no_act_output_o;
  output done_o;
  output place_right_o;
  output instruction_o;
  output update_o;
  wire fetch, rotating;
  wire [8:0] fetch_addr;
  nve_ctrl u_ctrl (.clk_i(clk_i), .rst_ni(rst_ni), .clear_i(clear_i), .start_i(start_i),
    .start_load_i(start_load_i), .start_table_i(start_table_i), .program_size_i(program_size_i),
    .repeat_first_i(repeat_first_i), .repeat_last_i(repeat_last_i), .iterations_i(iterations_i),
    .extra_i(extra_i), .runs_i(runs_i), .mema_wr_i(mema_wr_i), .act_stream_i(act_stream_i),
    .in_valid_i(in_valid_i), .out_level_i(out_level_i), .out_push_i(out_push_i), .state_o(state_o),
    .stall_o(stall_o), .pc_o(pc_o), .pass_o(pass_o), .run_o(run_o), .load_count_o(load_count_o),
    .running_o(running_o), .advance_o(advance_o), .table_o(table_o), .load_o(load_o), .fetch_o(fetch),
    .fetch_addr_o(fetch_addr), .rotating_o(rotating), .no_stream_write_o(no_stream_write_o),
    .no_act_output_o(no_act_output_o), .done_o(done_o), .mutsel(mutsel));
  // A register, so that it stays without an assumption, which would hide from abc that `here` and pc agree.
  reg begun = 1'b0;
  reg [8:0] kept = 9'd0;
  wire [8:0] place = begun ? kept : place_i;
  // The next instruction is the one at the place; this one is, unless place_right_o says otherwise.
  reg followed = 1'b0;
  wire comes = fetch_addr == place;
  wire here = begun ? followed : place == 9'd0;
  assign place_right_o = here == (pc_o == place);
  // As in nve_ibuf: a read beside a write takes the old word, which the bypass makes up for.
  reg word = 1'b0, updated = 1'b0;
  reg instruction = 1'b0, rotated = 1'b0, bypass = 1'b0, bypass_data = 1'b0;
  always @(posedge clk_i) begin
    begun    <= 1'b1;
    kept     <= place;
    followed <= (!rst_ni || clear_i) ? place == 9'd0 : comes;
    if (load_o && load_count_o[8:0] == place) word <= load_bit_i;
    if (advance_o && here) updated <= update_bit_i;
    if (fetch) begin
      instruction <= comes && word;
      rotated     <= comes && updated;
      bypass      <= comes && advance_o && here;
      bypass_data <= update_bit_i;
    end
  end
  // The loaded update field is a part of the instruction.
  wire seen = running_o && here;
  assign instruction_o = seen && instruction;
  assign update_o = seen && (rotating ? (bypass ? bypass_data : rotated) : instruction);
endmodule
