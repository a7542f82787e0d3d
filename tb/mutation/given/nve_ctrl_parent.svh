// SPDX-License-Identifier: Apache-2.0
  // As in nve_ctrl.svh
  reg        fixed = 1'b0;
  reg [75:0] settings;
  always @(posedge clk_i) begin
    fixed    <= rst_ni && (start_i || gold_state_o != 3'd0);
    settings <= {program_size_i, repeat_first_i, repeat_last_i, iterations_i, extra_i, runs_i};
  end
  always @* begin
    assume (!start_i || gold_state_o == 3'd0);
    assume (!start_i || !start_table_i || start_load_i);
    assume (!start_i || (program_size_i != 0 && program_size_i <= 512 && iterations_i != 0 &&
                         repeat_first_i <= repeat_last_i && repeat_last_i < program_size_i && runs_i != 0 &&
                         extra_i <= 15));
    assume (!fixed ||
            settings == {program_size_i, repeat_first_i, repeat_last_i, iterations_i, extra_i, runs_i});
  end
