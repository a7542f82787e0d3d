// SPDX-License-Identifier: Apache-2.0
  // TakeOnlyAvailable of nve_dma_delay.sv
  always @* assume (!take_i || gold_avail_o || clear_i);
