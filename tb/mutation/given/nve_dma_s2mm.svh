// SPDX-License-Identifier: Apache-2.0
  // The vendor's profile only, whose netlist has ports of 32 bits (the mover's have 64): a descriptor is one
  // command with data (nve_dma.sv, gen_plain), also when it has come through u_cmd and while it is at work.
  (* hierconn *) wire \gold.cmd_head , \gold.cmd_last , \gold.cmd_mark , \gold.active_q , \gold.last_q ;
  always @* assume ($bits(tdata_i) == 64 || cmd_i[1:0] == 2'b10);
  always @* assume ($bits(tdata_i) == 64 || !\gold.cmd_head || \gold.cmd_last && !\gold.cmd_mark );
  always @* assume ($bits(tdata_i) == 64 || !\gold.active_q || \gold.last_q );
  // Both profiles: u_rec gives back what it was given, bursts of at most 16 words, which is proved here.
  (* hierconn *) wire \gold.rec_valid ;
  (* hierconn *) wire [7:0] \gold.rec_len , \gold.beat_q ;
  always @* assume (!\gold.rec_valid || \gold.rec_len [7:4] == '0);
  always @* assert (\gold.beat_q [7:4] == '0);
