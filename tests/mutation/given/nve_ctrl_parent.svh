  // As in nve_ctrl.svh
  reg        fixed = 1'b0;
  reg [12:0] settings;
  always @(posedge clk_i) begin
    fixed    <= rst_ni && (start_i || gold_state_o != 3'd0);
    settings <= {size_i, first_i, last_i, iterations_i, extra_i, runs_i};
  end
  always @* begin
    assume (!start_i || gold_state_o == 3'd0);
    assume (!start_i || (first_i <= last_i && last_i <= size_i && iterations_i != 0 && runs_i != 0));
    assume (!fixed || settings == {size_i, first_i, last_i, iterations_i, extra_i, runs_i});
  end
