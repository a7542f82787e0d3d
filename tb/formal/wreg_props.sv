// SPDX-License-Identifier: Apache-2.0
// Properties of nve_wreg (isa.md section 6, WREG): what one cycle makes of the coefficients.
`include "formal.svh"

module wreg_props #(
  localparam int unsigned WeightW = nve_pkg::WeightBits,
  localparam int unsigned Entries = nve_pkg::RwEntries,
  localparam int unsigned WordW   = nve_pkg::WordBits
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             clear_i,
  input logic             advance_i,
  input logic [1:0]       op_i,
  input logic [WordW-1:0] port_a_i
);

  logic [Entries*WeightW-1:0] rw;

  nve_wreg dut (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .clear_i   (clear_i),
    .advance_i (advance_i),
    .op_i      (op_i),
    .port_a_i  (port_a_i),
    .rw_o      (rw)
  );

  `FORMAL_RESET

  // The cycle before
  logic                       seen_q, reset_q, advance_q;
  logic [1:0]                 op_q;
  logic [WordW-1:0]           port_a_q;
  logic [Entries*WeightW-1:0] rw_q;
  always_ff @(posedge clk_i) begin
    seen_q    <= rst_ni && !clear_i;
    reset_q   <= !rst_ni || clear_i;
    advance_q <= advance_i;
    op_q      <= op_i;
    port_a_q  <= port_a_i;
    rw_q      <= rw;
  end

  logic moved;
  assign moved = formal_started && seen_q && advance_q;

  // Entry by entry
  logic [Entries-1:0] set_ok, sh_ok;
  for (genvar k = 0; k < Entries; k++) begin : gen_entry
    assign set_ok[k] = rw[k*WeightW +: WeightW] == port_a_q[k*WeightW +: WeightW];
    if (k + 1 < Entries) begin : gen_below
      assign sh_ok[k] = rw[k*WeightW +: WeightW] == rw_q[(k+1)*WeightW +: WeightW];
    end else begin : gen_last
      assign sh_ok[k] = rw[k*WeightW +: WeightW] == '0;
    end
  end
  `PROVE(SetLoads, !(moved && op_q == 2'd1) || (&set_ok))
  `PROVE(ShMovesDownAndFillsZero, !(moved && op_q == 2'd2) || (&sh_ok))
  `PROVE(OtherCodesHold, !(moved && (op_q == 2'd0 || op_q == 2'd3)) || rw == rw_q)
  `PROVE(StallHolds, !(formal_started && seen_q && !advance_q) || rw == rw_q)
  `PROVE(ClearedByReset, !(formal_started && reset_q) || rw == '0)

  `REACH(LoadedAndShiftedTwice,
         moved && op_q == 2'd2 && rw != '0 && rw[WeightW +: WeightW] == rw_q[2*WeightW +: WeightW])

endmodule
