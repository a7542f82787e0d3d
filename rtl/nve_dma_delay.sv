// SPDX-License-Identifier: Apache-2.0
// Ages events without stalling what they describe: a token entered in cycle t can be taken from
// t+Delay on, and tokens keep their order. Placed beside a FIFO (one token per entry) it models a
// pipeline of Delay stages that never bubbles, which is how the DMA timing parameters are met.
`include "nve_assert.svh"

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

  localparam int unsigned CntW = $clog2(MaxTokens + 1);

  if (Delay < 1) begin : gen_bad
    $error("nve_dma_delay: Delay must be at least 1");
  end

  logic            mature;
  logic [CntW-1:0] count_q;

  if (Delay <= 1) begin : gen_direct
    assign mature = in_i;
  end else begin : gen_shift
    localparam int unsigned PipeW = Delay - 1;
    logic [PipeW-1:0] pipe_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) pipe_q <= '0;
      else if (clear_i) pipe_q <= '0;
      else pipe_q <= PipeW'({pipe_q, in_i});
    end

    assign mature = pipe_q[PipeW-1];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else if (clear_i) count_q <= '0;
    else if (mature && !take_i) count_q <= count_q + 1'b1;
    else if (take_i && !mature) count_q <= count_q - 1'b1;
  end

  assign avail_o = count_q != '0;

  `ASSERT_IF(TakeOnlyAvailable, take_i && !clear_i, avail_o)
  `ASSERT_IF(NoTokenOverflow, mature && !take_i && !clear_i, count_q != CntW'(MaxTokens))

endmodule
