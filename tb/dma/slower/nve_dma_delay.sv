// SPDX-License-Identifier: Apache-2.0
// nve_dma_delay of the builds with slower bugs: that of rtl/, here called nve_dma_delay_plain, whose
// tokens come a cycle later if a patch of this folder says so.
module nve_dma_delay #(
  parameter int unsigned Delay     = 1,
  parameter int unsigned MaxTokens = 4
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  input  logic in_i,
  input  logic take_i,
  output logic avail_o
);

  logic late, in_q;

  assign late = 1'b0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) in_q <= 1'b0;
    else if (clear_i) in_q <= 1'b0;
    else in_q <= in_i;
  end

  nve_dma_delay_plain #(
    .Delay    (Delay),
    .MaxTokens(MaxTokens)
  ) u_plain (
    .clk_i,
    .rst_ni,
    .clear_i,
    .in_i(late ? in_q : in_i),
    .take_i,
    .avail_o
  );

endmodule
