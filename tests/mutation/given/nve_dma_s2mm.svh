  // nve_dma.sv, gen_plain: in the vendor's profile a descriptor is one command with data, also when it has
  // come through u_cmd and while it is at work. The mover's ports have 64 bits.
  (* hierconn *) wire \gold.cmd_head , \gold.cmd_last , \gold.cmd_mark , \gold.active_q , \gold.last_q ;
  always @* assume ($bits(tdata_i) == 64 || cmd_i[1:0] == 2'b10);
  always @* assume ($bits(tdata_i) == 64 || !\gold.cmd_head || \gold.cmd_last && !\gold.cmd_mark );
  always @* assume ($bits(tdata_i) == 64 || !\gold.active_q || \gold.last_q );
