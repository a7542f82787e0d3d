// SPDX-License-Identifier: Apache-2.0
// What the wrappers of the proofs share. Properties are immediate and combinational, so that an assumption
// and an assertion of one cycle speak of the same cycle (yosys 0.23 has no clocked assertions).
`ifndef NVE_FORMAL_SVH
`define NVE_FORMAL_SVH

// Reset is active in the first cycle and free after it.
`define FORMAL_RESET \
  logic formal_started = 1'b0; \
  always_ff @(posedge clk_i) formal_started <= 1'b1; \
  `GIVEN(ResetFirst, formal_started || !rst_ni)

`define PROVE(Name, Expression) \
  always_comb if (rst_ni) Name : assert (Expression);

`define GIVEN(Name, Expression) \
  always_comb Name : assume (Expression);

// Expression in every cycle of When
`define GIVEN_IF(Name, When, Expression) \
  `GIVEN(Name, !(When) || (Expression))

`define REACH(Name, Expression) \
  always_comb if (rst_ni) Name : cover (Expression);

`endif
