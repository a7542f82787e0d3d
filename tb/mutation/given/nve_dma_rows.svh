// SPDX-License-Identifier: Apache-2.0
  // What the neighbours guarantee. The descriptor is the head of a queue (nve_dma_cmdq), which stays what it
  // is until it is taken or the queue is cleared: DescriptorStays of nve_dma_rows.sv says it of desc_valid_i
  // only; of the data it is proved (tb/formal/dma, dma_cmdq, CommandStays).
  reg         held = 1'b0;
  reg [182:0] kept;
  always @(posedge clk_i) begin
    held <= rst_ni && desc_valid_i && !gold_desc_ready_o && !clear_i;
    kept <= desc_i;
  end
  always @* assume (!held || (desc_valid_i && desc_i == kept));
  // ListBeatIsAsked, ListDoneIsAsked
  always @* assume ((!list_beat_i || gold_list_valid_o || clear_i) && (!list_done_i || gold_list_valid_o));
