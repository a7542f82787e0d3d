// SPDX-License-Identifier: Apache-2.0
  // NoFetchWithoutRoom of nve_dma_fetch.sv
  always @* assume (!desc_valid_i || gold_desc_ready_o);
  // In reset the channel does not run (rs_q of nve_dma_chan.sv), which clears the queue (nve_dma.sv, u_cmdq).
  always @* assume (rst_ni || clear_i);
