// SPDX-License-Identifier: Apache-2.0
// Properties of nve_agu (isa.md section 7). The update value u of a slot is stepped as the instruction
// buffer does, once per pass, with settings and mode held, and compared with its closed form: base + k *
// inc modulo the address range after k steps since u was last set to 0 (base 0) or loaded (base u).
`include "formal.svh"

module agu_props #(
  localparam int unsigned AddrW = nve_pkg::AguAddressBits,
  localparam int unsigned ModeW = $clog2(nve_pkg::AguModes + 1)
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             load_i,
  input logic             step_i,
  input logic [AddrW-1:0] loaded_i,
  input logic [AddrW-1:0] offset_i
);

  (* anyconst *) logic [ModeW-1:0]                   mode;
  (* anyconst *) logic [nve_pkg::AguModes*AddrW-1:0] inc, toggle;
  logic [AddrW-1:0] update, address, next;

  nve_agu dut (
    .offset_i  (offset_i),
    .update_i  (update),
    .mode_i    (mode),
    .inc_i     (inc),
    .toggle_i  (toggle),
    .address_o (address),
    .update_o  (next)
  );

  `FORMAL_RESET

  // The settings of the mode, as a table look-up
  logic [AddrW-1:0] own_inc, own_toggle;
  always_comb begin
    own_inc    = inc >> ((mode - 1) * AddrW);
    own_toggle = toggle >> ((mode - 1) * AddrW);
  end

  // u, and the closed form's base and number of steps
  logic [AddrW-1:0] u_q, base_q, steps_q;
  logic             stepped_q;
  assign update = u_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      u_q       <= '0;
      base_q    <= '0;
      steps_q   <= '0;
      stepped_q <= 1'b0;
    end else if (load_i) begin
      u_q       <= loaded_i;
      base_q    <= loaded_i;
      steps_q   <= '0;
      stepped_q <= 1'b0;
    end else if (step_i) begin
      u_q       <= next;
      stepped_q <= 1'b1;
      if (base_q + (steps_q + 1'b1) * own_inc == own_toggle) begin
        base_q  <= '0;
        steps_q <= '0;
      end else begin
        steps_q <= steps_q + 1'b1;
      end
    end
  end

  logic [AddrW-1:0] closed_form;
  assign closed_form = base_q + steps_q * own_inc;

  `PROVE(AddressIsOffsetPlusUpdate, address == offset_i + u_q)
  `PROVE(ModeZeroKeepsUpdate, mode != '0 || next == u_q)
  `PROVE(StepAddsInc, mode == '0 || u_q + own_inc == own_toggle || next == AddrW'(u_q + own_inc))
  `PROVE(StepAtToggleIsZero, mode == '0 || AddrW'(u_q + own_inc) != own_toggle || next == '0)
  `PROVE(NeverAtToggleAfterStep, mode == '0 || !stepped_q || u_q != own_toggle || own_toggle == '0)
  `PROVE(UpdateIsClosedForm, mode == '0 || u_q == closed_form)

  `REACH(TurnsAfterThreeSteps,
         step_i && mode == ModeW'(2) && steps_q == AddrW'(2) && next == '0 && own_inc > 1)
  `REACH(SumWraps, mode == ModeW'(3) && AddrW'(u_q + own_inc) < u_q && own_inc != '0)

endmodule
