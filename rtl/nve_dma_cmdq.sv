// SPDX-License-Identifier: Apache-2.0
// Descriptor queue of one channel: holds fetched descriptors until the data mover takes them. A
// descriptor pushed in cycle t is offered as a command from t+SgPipe on, and two commands are never
// closer than CmdInterval cycles. PG021 "Descriptor Management" (prefetch queue).

module nve_dma_cmdq #(
  parameter int unsigned Width       = 90,
  parameter int unsigned Depth       = 4,
  parameter int unsigned SgPipe      = 9,
  parameter int unsigned CmdInterval = 8
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,
  // Fetch engine
  input  logic             desc_valid_i,
  output logic             desc_ready_o,
  input  logic [Width-1:0] desc_i,
  // Data mover
  output logic             cmd_valid_o,
  input  logic             cmd_ready_i,
  output logic [Width-1:0] cmd_o,
  output logic             empty_o
);

  localparam int unsigned WaitW  = $clog2(CmdInterval + 1);
  localparam int unsigned LevelW = $clog2(Depth + 1);
  localparam int unsigned PtrW   = $clog2(Depth);

  logic              head_valid, aged, take;
  logic [WaitW-1:0]  wait_q;
  logic [LevelW-1:0] level;
  logic [2*PtrW-1:0] unused_places;

  nve_fifo #(
    .Width(Width),
    .Depth(Depth)
  ) u_queue (
    .clk_i,
    .rst_ni,
    .clear_i,
    .push_valid_i(desc_valid_i),
    .push_ready_o(desc_ready_o),
    .push_data_i (desc_i),
    .pop_valid_o (head_valid),
    .pop_ready_i (take),
    .pop_data_o  (cmd_o),
    .level_o     (level),
    .places_o    (unused_places)
  );

  nve_dma_delay #(
    .Delay    (SgPipe),
    .MaxTokens(Depth)
  ) u_age (
    .clk_i,
    .rst_ni,
    .clear_i,
    .in_i   (desc_valid_i && desc_ready_o),
    .take_i (take),
    .avail_o(aged)
  );

  assign cmd_valid_o = head_valid && aged && wait_q == '0;
  assign take        = cmd_valid_o && cmd_ready_i;
  assign empty_o     = level == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wait_q <= '0;
    else if (clear_i) wait_q <= '0;
    else if (take) wait_q <= WaitW'(CmdInterval - 1);
    else if (wait_q != '0) wait_q <= wait_q - 1'b1;
  end

endmodule
