// SPDX-License-Identifier: Apache-2.0
  // Data movers with LengthWidth = 14, those of the netlist dma_b: no byte count has more bits.
  always @* assume (stat_i[25:14] == '0 && stat_i[84:73] == '0);
