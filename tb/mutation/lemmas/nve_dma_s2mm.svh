// SPDX-License-Identifier: Apache-2.0
  // What is left of a buffer is of account while a command is at work only, and loaded with the next.
  (* hierconn *) wire \gold.active_q , \gate.active_q ;
  (* hierconn *) wire [25:0] \gold.remain_q , \gate.remain_q ;
  always @* assert (\gold.active_q == \gate.active_q );
  always @* assert (!\gold.active_q || \gold.remain_q == \gate.remain_q );
