// SPDX-License-Identifier: Apache-2.0
// The assertion macros of rtl/nve_assert.svh for the build that measures coverage: every assertion has a twin
// that counts the cycles in which there was something to hold, those of When.
`ifndef NVE_ASSERT_SVH
`define NVE_ASSERT_SVH

`define ASSERT(Name, When, Prop, Clk = clk_i, Rst = !rst_ni) \
  Name : assert property (@(posedge Clk) disable iff (Rst) (Prop)) \
  else $error("%m: %s", `"Name`"); \
  Name``_when : cover property (@(posedge Clk) disable iff (Rst) (When));

`define ASSERT_IF(Name, When, Then, Clk = clk_i, Rst = !rst_ni) \
  `ASSERT(Name, When, (When) |-> (Then), Clk, Rst)
`define ASSERT_NEXT(Name, When, Then, Clk = clk_i, Rst = !rst_ni) \
  `ASSERT(Name, When, (When) |=> (Then), Clk, Rst)

`define ASSERT_STREAM(Name, Valid, Ready, Payload, Clk = clk_i, Rst = !rst_ni) \
  Name : assert property (@(posedge Clk) disable iff (Rst) \
                          ((Valid) && !(Ready)) |=> ((Valid) && $stable(Payload))) \
  else $error("%m: %s", `"Name`"); \
  Name``_when : cover property (@(posedge Clk) disable iff (Rst) ((Valid) && !(Ready)));

`endif
