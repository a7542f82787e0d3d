// SPDX-License-Identifier: Apache-2.0
  // The vendor's profile only, whose netlist has ports of 32 bits (the mover's have 64): a descriptor is one
  // command with data (nve_dma.sv, gen_plain), also when it has come through u_cmd.
  (* hierconn *) wire \gold.cmd_head , \gold.cmd_last , \gold.cmd_mark ;
  always @* assume ($bits(rdata_i) == 64 || cmd_i[1:0] == 2'b10);
  always @* assume ($bits(rdata_i) == 64 || !\gold.cmd_head || \gold.cmd_last && !\gold.cmd_mark );
  // Both profiles: `keep` of nve_dma_mm2s.sv always has byte 0. A place of the data FIFO that was never
  // written is seen only while the FIFO is empty, when nobody looks; the storage has no reset, so it may as
  // well hold such an entry.
  (* hierconn *) wire \gold.head_marker ;
  always @* assume (\gold.head_marker || gold_tkeep_o[0]);
  // The vendor's profile: a marker has no bytes. u_data gives back what it was given, which is proved here.
  (* hierconn *) wire \gold.marker ;
  (* hierconn *) wire [$bits(rdata_i)-1:0] \gold.marker_data , \gold.head_data ;
  always @* assume ($bits(rdata_i) == 64 || !\gold.head_marker || \gold.head_data [$bits(rdata_i)-1:3] == '0);
  always @* assert ($bits(rdata_i) == 64 || !\gold.marker || \gold.marker_data [$bits(rdata_i)-1:3] == '0);
