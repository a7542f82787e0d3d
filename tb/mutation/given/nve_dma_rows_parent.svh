// SPDX-License-Identifier: Apache-2.0
  // Nothing is given: these are proved too, so that abc finds what holds inside the design. Only a descriptor
  // that is there makes rows; there is a column left, and without rows it is the last one of all loops.
  (* hierconn *) wire        \gold.valid ;
  (* hierconn *) wire [1:0]  \gold.u_rows.state_q ;
  (* hierconn *) wire [12:0] \gold.u_rows.column_q ;
  (* hierconn *) wire        \gold.u_rows.rows ;
  (* hierconn *) wire        \gold.u_rows.last_row ;
  wire in_rows = \gold.u_rows.state_q == 2'd1;
  always @* begin
    assert (\gold.valid || \gold.u_rows.state_q == 2'd0);
    assert (!in_rows || \gold.u_rows.rows || \gold.u_rows.last_row );
    assert (!in_rows || \gold.u_rows.column_q != 13'd0);
  end
