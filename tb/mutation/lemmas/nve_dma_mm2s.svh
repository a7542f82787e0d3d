// SPDX-License-Identifier: Apache-2.0
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
  always @* assert (!\gold.active_q || \gold.beats_q == \gate.beats_q );
  always @* assert (\gold.used_q == \gate.used_q );
  always @* assert (\gold.active_q == \gate.active_q && \gold.mark_q == \gate.mark_q );
  always @* assert (!\gold.cmd_head || \gold.cmd_mark || \gold.cmd_addr == \gate.cmd_addr );
  // The vendor's profile: a pause behind a clear ends before a word of after it is old enough to leave.
  (* hierconn *) wire [1:0] \gold.gap_q , \gate.gap_q ;
  (* hierconn *) wire [1:0] \gold.u_data_age.gen_shift.pipe_q ;
  (* hierconn *) wire \gold.data_aged ;
  wire none_aged = !\gold.data_aged && !\gold.u_data_age.gen_shift.pipe_q [1];
  always @* assert (\gold.gap_q == \gate.gap_q || \gold.gap_q == 0 && none_aged &&
                    (\gate.gap_q == 1 || \gate.gap_q == 2 && !\gold.u_data_age.gen_shift.pipe_q [0]));
  // The vendor's profile: every command in the queue has one token that ages; the first old one has been the
  // head for a cycle at least, or its forerunner was, and is the first of a descriptor.
  (* hierconn *) wire [2:0] \gold.u_cmd.level_q , \gold.u_cmd_age.count_q ;
  (* hierconn *) wire [5:0] \gold.u_cmd_age.gen_shift.pipe_q ;
  (* hierconn *) wire \gold.cmd_aged , \gold.fresh_q , \gate.fresh_q ;
  wire [3:0] young = \gold.u_cmd_age.gen_shift.pipe_q [0] + \gold.u_cmd_age.gen_shift.pipe_q [1]
                   + \gold.u_cmd_age.gen_shift.pipe_q [2] + \gold.u_cmd_age.gen_shift.pipe_q [3]
                   + \gold.u_cmd_age.gen_shift.pipe_q [4] + \gold.u_cmd_age.gen_shift.pipe_q [5];
  always @* assert ($bits(rdata_i) == 64 || \gold.u_cmd.level_q == young + \gold.u_cmd_age.count_q );
  always @* assert ($bits(rdata_i) == 64 || !\gold.cmd_aged || \gold.fresh_q && \gate.fresh_q );
