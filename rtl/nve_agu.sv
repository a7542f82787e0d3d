// SPDX-License-Identifier: Apache-2.0
// Address generation of one memory slot (thesis 3.2, isa.md section 7); combinational.
//   address = offset + u
//   u'      = mode = 0 ? u : u + inc[mode] = toggle[mode] ? 0 : u + inc[mode]
// All arithmetic is modulo 2^AguAddressBits.
module nve_agu (
  // Instruction fields and current update value u
  input  logic [nve_pkg::AguAddressBits-1:0]                   offset_i,
  input  logic [nve_pkg::AguAddressBits-1:0]                   update_i,
  input  logic [$clog2(nve_pkg::AguModes+1)-1:0]               mode_i,
  // Settings, mode 1 in the low bits
  input  logic [nve_pkg::AguModes*nve_pkg::AguAddressBits-1:0] inc_i,
  input  logic [nve_pkg::AguModes*nve_pkg::AguAddressBits-1:0] toggle_i,
  // Address and next update value u'
  output logic [nve_pkg::AguAddressBits-1:0]                   address_o,
  output logic [nve_pkg::AguAddressBits-1:0]                   update_o
);

  localparam int unsigned AddrW = nve_pkg::AguAddressBits;
  localparam int unsigned ModeW = $clog2(nve_pkg::AguModes + 1);

  logic [AddrW-1:0] inc, toggle, sum;

  always_comb begin
    inc    = '0;
    toggle = '0;
    for (int unsigned m = 0; m < nve_pkg::AguModes; m++) begin
      if (mode_i == ModeW'(m + 1)) begin
        inc    = inc_i[m*AddrW +: AddrW];
        toggle = toggle_i[m*AddrW +: AddrW];
      end
    end
  end

  // Mode 0 selects inc = 0, so that sum is u itself.
  assign sum       = update_i + inc;
  assign update_o  = (mode_i != '0 && sum == toggle) ? '0 : sum;
  assign address_o = offset_i + update_i;

endmodule
