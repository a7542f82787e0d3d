// SPDX-License-Identifier: Apache-2.0
// Properties of nve_ireg (isa.md section 6, IREG): what one cycle makes of every pixel of ri, and what the
// lanes see. Entry k of the page is in bits 8k+7:8k. Stride 2 and the hi operation exist in some machines
// only.
`include "formal.svh"

module ireg_props #(
  localparam int unsigned PixelW  = nve_pkg::PixelBits,
  localparam int unsigned Entries = nve_pkg::RiEntries,
  localparam int unsigned WordW   = nve_pkg::WordBits
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             clear_i,
  input logic             advance_i,
  input logic             stride2_i,
  input logic [2:0]       op_i,
  input logic [WordW-1:0] port_a_i,
  input logic [WordW-1:0] port_b_i
);

  logic [Entries*PixelW-1:0]        ri;
  logic [nve_pkg::Lanes*PixelW-1:0] pixels;

  nve_ireg dut (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .clear_i   (clear_i),
    .advance_i (advance_i),
    .stride2_i (stride2_i),
    .op_i      (op_i),
    .port_a_i  (port_a_i),
    .port_b_i  (port_b_i),
    .ri_o      (ri),
    .pixels_o  (pixels)
  );

  `FORMAL_RESET

  // The cycle before; the old ri with zeros behind its end
  logic                        seen_q, reset_q, advance_q, stride2_q;
  logic [2:0]                  op_q;
  logic [WordW-1:0]            port_a_q, port_b_q;
  logic [(Entries+1)*PixelW-1:0] old_q;
  always_ff @(posedge clk_i) begin
    seen_q    <= rst_ni && !clear_i;
    reset_q   <= !rst_ni || clear_i;
    advance_q <= advance_i;
    stride2_q <= stride2_i && nve_pkg::MaxStride > 1;
    op_q      <= op_i;
    port_a_q  <= port_a_i;
    port_b_q  <= port_b_i;
    old_q     <= {PixelW'(0), ri};
  end

  logic moved, one, two;
  assign moved = formal_started && seen_q && advance_q;
  assign one   = moved && !stride2_q;
  assign two   = moved && stride2_q;

  // Entry by entry, as the page numbers them; stride 1 uses the entries 0 to 22.
  logic [Entries-1:0] set_ok, setsh_ok, sh_ok, hi_ok, set2_ok, setsh2_ok, sh2_ok;
  for (genvar k = 0; k < Entries; k++) begin : gen_entry
    logic [PixelW-1:0] now, held, above;
    assign now   = ri[k*PixelW +: PixelW];
    assign held  = old_q[k*PixelW +: PixelW];
    assign above = old_q[(k+1)*PixelW +: PixelW];

    if (k < 8) assign set_ok[k] = now == port_a_q[k*PixelW +: PixelW];
    else if (k < 16) assign set_ok[k] = now == port_b_q[(k-8)*PixelW +: PixelW];
    else assign set_ok[k] = now == held;

    if (k < 15) assign setsh_ok[k] = now == above;
    else if (k < 23) assign setsh_ok[k] = now == port_b_q[(k-15)*PixelW +: PixelW];
    else assign setsh_ok[k] = now == held;

    if (k < 22) assign sh_ok[k] = now == above;
    else if (k == 22) assign sh_ok[k] = now == '0;
    else assign sh_ok[k] = now == held;

    if (k < 15) assign hi_ok[k] = now == above;
    else if (k < 19) assign hi_ok[k] = now == port_b_q[(k-11)*PixelW +: PixelW];
    else if (k < 23) assign hi_ok[k] = now == '0;
    else assign hi_ok[k] = now == held;

    if (k < 16) assign set2_ok[k] = now == old_q[((k+16)%Entries)*PixelW +: PixelW];
    else if (k < 24) assign set2_ok[k] = now == port_a_q[(k-16)*PixelW +: PixelW];
    else if (k < 32) assign set2_ok[k] = now == port_b_q[(k-24)*PixelW +: PixelW];
    else assign set2_ok[k] = now == held;

    if (k < 31) assign setsh2_ok[k] = now == above;
    else assign setsh2_ok[k] = now == port_b_q[(k-31)*PixelW +: PixelW];

    assign sh2_ok[k] = now == above;
  end
  `PROVE(SetLoadsBothPorts, !(one && op_q == 3'd1) || (&set_ok))
  `PROVE(SetshMovesAndLoadsPortB, !(one && op_q == 3'd2) || (&setsh_ok))
  `PROVE(ShMovesDownAndFillsZero, !(one && op_q == 3'd3) || (&sh_ok))
  if (nve_pkg::Split != 0) begin : gen_split
    `PROVE(SetshHiLoadsUpperHalf, !(one && op_q == 3'd4) || (&hi_ok))
  end
  if (nve_pkg::MaxStride > 1) begin : gen_stride2
    `PROVE(Stride2SetMovesVector, !(two && op_q == 3'd1) || (&set2_ok))
    `PROVE(Stride2SetshMovesAndLoadsPortB, !(two && op_q == 3'd2) || (&setsh2_ok))
    `PROVE(Stride2ShMovesDown, !(two && op_q == 3'd3) || (&sh2_ok))
  end

  `PROVE(OtherCodesHold, !(moved && (op_q == 3'd0 || op_q > 3'd4 || (op_q == 3'd4 && nve_pkg::Split == 0))) ||
                         ri == old_q[Entries*PixelW-1:0])
  `PROVE(StallHolds, !(formal_started && seen_q && !advance_q) || ri == old_q[Entries*PixelW-1:0])
  `PROVE(ClearedByReset, !(formal_started && reset_q) || ri == '0)

  logic [nve_pkg::Lanes-1:0] lane1_ok, lane2_ok;
  for (genvar l = 0; l < nve_pkg::Lanes; l++) begin : gen_lane
    assign lane1_ok[l] = pixels[l*PixelW +: PixelW] == ri[l*PixelW +: PixelW];
    assign lane2_ok[l] = pixels[l*PixelW +: PixelW] == ri[((2*l)%Entries)*PixelW +: PixelW];
  end
  `PROVE(LaneSeesItsPixel, (stride2_i && nve_pkg::MaxStride > 1) ? (&lane2_ok) : (&lane1_ok))

  `REACH(FilledAndShifted,
         one && op_q == 3'd3 && ri[21*PixelW +: PixelW] == PixelW'(8'hA5) && ri[0 +: PixelW] != '0)

endmodule
