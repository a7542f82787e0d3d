// SPDX-License-Identifier: Apache-2.0
// Properties of nve_agu as the compiler uses it (isa.md section 7, thesis 3.2): toggle = n * inc, loaded
// update m * inc with m < n. After k passes the update is ((m + k) mod n) * inc: a circular buffer of n
// columns.
`include "formal.svh"

module agu_circle_props #(
  localparam int unsigned AddrW = nve_pkg::AguAddressBits,
  localparam int unsigned ModeW = $clog2(nve_pkg::AguModes + 1)
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             step_i,
  input logic [AddrW-1:0] offset_i
);

  (* anyconst *) logic [ModeW-1:0] mode;
  (* anyconst *) logic [AddrW-1:0] inc, columns, first;
  logic [AddrW-1:0] address, next, toggle;
  assign toggle = columns * inc;

  logic [AddrW-1:0] u_q;

  nve_agu dut (
    .offset_i  (offset_i),
    .update_i  (u_q),
    .mode_i    (mode),
    .inc_i     ({nve_pkg::AguModes{inc}}),
    .toggle_i  ({nve_pkg::AguModes{toggle}}),
    .address_o (address),
    .update_o  (next)
  );

  `FORMAL_RESET
  `GIVEN(PatternFits, mode != '0 && inc != '0 && first < columns &&
                      (2*AddrW)'(columns) * (2*AddrW)'(inc) < ((2*AddrW)'(1) << AddrW))

  logic [AddrW-1:0] column_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      u_q      <= first * inc;
      column_q <= first;
    end else if (step_i) begin
      u_q      <= next;
      column_q <= (column_q + 1'b1 == columns) ? '0 : column_q + 1'b1;
    end
  end

  `PROVE(UpdateIsColumnTimesInc, u_q == AddrW'(column_q * inc))
  `PROVE(ColumnInRange, column_q < columns)
  `PROVE(UpdateBelowToggle, u_q < toggle)
  logic [AddrW:0] pattern_end;
  assign pattern_end = (AddrW + 1)'(offset_i) + (AddrW + 1)'(toggle);
  `PROVE(AddressStaysInPattern, pattern_end[AddrW] ||
                                (address >= offset_i && (AddrW + 1)'(address) < pattern_end))

  `REACH(BackAtFirstColumn, columns == AddrW'(3) && inc == AddrW'(2) && column_q == '0 && first == AddrW'(1))

endmodule
