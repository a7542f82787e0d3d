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

`ifdef NVE_NO_ASSERT

`define ASSERT(Name, Prop, Clk = clk_i, Rst = !rst_ni)
`define ASSERT_STREAM(Name, Valid, Ready, Payload, Clk = clk_i, Rst = !rst_ni)

`else

// Prop holds at every clock edge outside reset.
`define ASSERT(Name, Prop, Clk = clk_i, Rst = !rst_ni) \
  Name : assert property (@(posedge Clk) disable iff (Rst) (Prop)) \
  else $error("%m: %s", `"Name`");

// Valid/ready rule: an offered word stays offered, unchanged, until it is taken.
`define ASSERT_STREAM(Name, Valid, Ready, Payload, Clk = clk_i, Rst = !rst_ni) \
  Name : assert property (@(posedge Clk) disable iff (Rst) \
                          ((Valid) && !(Ready)) |=> ((Valid) && $stable(Payload))) \
  else $error("%m: %s", `"Name`");

`endif
`endif
