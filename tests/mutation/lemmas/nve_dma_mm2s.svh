  // An address is of no account in a command without data, which reads nothing. Each place of the queue of
  // commands is the same in both copies, or holds such a command in both (bit 0) and differs in the address
  // only.
  (* hierconn *) wire [$bits(cmd_i)-1:0] \gold.u_cmd.mem[0] , \gold.u_cmd.mem[1] , \gold.u_cmd.mem[2] ,
    \gold.u_cmd.mem[3] , \gate.u_cmd.mem[0] , \gate.u_cmd.mem[1] , \gate.u_cmd.mem[2] , \gate.u_cmd.mem[3] ;
  wire [$bits(cmd_i)-1:0] same = ~($bits(cmd_i)'(32'hffff_ffff) << 29);
  wire [$bits(cmd_i)-1:0] place0 = \gold.u_cmd.mem[0] ^ \gate.u_cmd.mem[0] ;
  wire [$bits(cmd_i)-1:0] place1 = \gold.u_cmd.mem[1] ^ \gate.u_cmd.mem[1] ;
  wire [$bits(cmd_i)-1:0] place2 = \gold.u_cmd.mem[2] ^ \gate.u_cmd.mem[2] ;
  wire [$bits(cmd_i)-1:0] place3 = \gold.u_cmd.mem[3] ^ \gate.u_cmd.mem[3] ;
  always @* assert (place0 == 0 || \gold.u_cmd.mem[0] [0] && (place0 & same) == 0);
  always @* assert (place1 == 0 || \gold.u_cmd.mem[1] [0] && (place1 & same) == 0);
  always @* assert (place2 == 0 || \gold.u_cmd.mem[2] [0] && (place2 & same) == 0);
  always @* assert (place3 == 0 || \gold.u_cmd.mem[3] [0] && (place3 & same) == 0);
  // The command at work, and the head of the queue
  (* hierconn *) wire [31:0] \gold.addr_q , \gate.addr_q , \gold.cmd_addr , \gate.cmd_addr ;
  (* hierconn *) wire [23:0] \gold.beats_q , \gate.beats_q ;
  (* hierconn *) wire [7:0] \gold.used_q , \gate.used_q ;
  (* hierconn *) wire \gold.active_q , \gold.mark_q , \gate.active_q , \gate.mark_q ;
  always @* assert (!\gold.active_q || \gold.mark_q || \gold.addr_q == \gate.addr_q );
  always @* assert (\gold.beats_q == \gate.beats_q && \gold.used_q == \gate.used_q );
  always @* assert (\gold.active_q == \gate.active_q && \gold.mark_q == \gate.mark_q );
  always @* assert (!\gold.cmd_head || \gold.cmd_mark || \gold.cmd_addr == \gate.cmd_addr );
