// SPDX-License-Identifier: Apache-2.0
// Assertion macros. Verilator checks them as concurrent assertions (build with --assert); synthesis
// tools see nothing, since yosys has no clocked assertions. The arguments Clk and Rst default to
// the project's clock and inverted reset.
`ifndef NVE_ASSERT_SVH
`define NVE_ASSERT_SVH

`ifdef YOSYS
`define NVE_NO_ASSERT
`endif
`ifdef SYNTHESIS
`define NVE_NO_ASSERT
`endif

// The build that measures coverage counts here how often there was something to hold
// (tb/coverage/coverage_assert.svh), so that no assertion passes for want of a case.
`ifndef NVE_COUNT_WHEN
`define NVE_COUNT_WHEN(Name, When, Clk, Rst)
`endif

// Prop holds at every clock edge outside reset. When says in which cycles there is something to hold.
`ifdef NVE_NO_ASSERT
`define ASSERT(Name, When, Prop, Clk = clk_i, Rst = !rst_ni)
`else
`define ASSERT(Name, When, Prop, Clk = clk_i, Rst = !rst_ni) \
  Name : assert property (@(posedge Clk) disable iff (Rst) (Prop)) \
  else $error("%m: %s", `"Name`"); \
  `NVE_COUNT_WHEN(Name, When, Clk, Rst)
`endif

// Then holds in every cycle of When; in every cycle after one of When.
`define ASSERT_IF(Name, When, Then, Clk = clk_i, Rst = !rst_ni) \
  `ASSERT(Name, When, (When) |-> (Then), Clk, Rst)
`define ASSERT_NEXT(Name, When, Then, Clk = clk_i, Rst = !rst_ni) \
  `ASSERT(Name, When, (When) |=> (Then), Clk, Rst)

// Valid/ready rule: an offered word stays offered, unchanged, until it is taken.
`define ASSERT_STREAM(Name, Valid, Ready, Payload, Clk = clk_i, Rst = !rst_ni) \
  `ASSERT_NEXT(Name, (Valid) && !(Ready), (Valid) && $stable(Payload), Clk, Rst)

`endif
