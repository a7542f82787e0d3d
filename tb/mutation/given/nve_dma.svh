// SPDX-License-Identifier: Apache-2.0
  // Data movers with LengthWidth = 14, those of the netlist dma_b: no byte count of a status has more bits.
  (* hierconn *) wire [117:0] \gold.stat ;
  always @* assume (\gold.stat [25:14] == '0 && \gold.stat [84:73] == '0);
