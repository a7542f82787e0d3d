// SPDX-License-Identifier: Apache-2.0
// IREG slot: the image register ri and the pixels the lanes see of it (isa.md section 6).
// With stride 1 a vector has one pixel per lane, with stride 2 two; set loads a vector (stride 2:
// its upper half, the old upper half moves down), sh moves by one pixel, setsh moves the vector by
// one and puts the word of port B behind it, setsh hi of the split machine the word's upper half.
// Entry k is in bits 8k+7:8k; entries not named hold. Stride 2 exists with MaxStride 2 only.
module nve_ireg (
  input  logic                                             clk_i,
  input  logic                                             rst_ni,
  input  logic                                             clear_i,
  input  logic                                             advance_i,
  input  logic                                             stride2_i,
  input  logic [2:0]                                       op_i,
  input  logic [nve_pkg::WordBits-1:0]                     port_a_i,
  input  logic [nve_pkg::WordBits-1:0]                     port_b_i,
  output logic [nve_pkg::RiEntries*nve_pkg::PixelBits-1:0] ri_o,
  // x[l] of every lane
  output logic [nve_pkg::Lanes*nve_pkg::PixelBits-1:0]     pixels_o
);

  localparam int unsigned PixelW = nve_pkg::PixelBits;
  localparam int unsigned RiW    = nve_pkg::RiEntries * PixelW;
  // Bits of a stride-1 vector, of half a word, and of the part of ri that a stride-1 program uses.
  localparam int unsigned Vec1W  = nve_pkg::Lanes * PixelW;
  localparam int unsigned HalfW  = nve_pkg::WordBits / 2;
  localparam int unsigned Used1W = Vec1W + nve_pkg::WordBits - PixelW;

  if (Vec1W != 2 * nve_pkg::WordBits ||
      RiW != nve_pkg::MaxStride * Vec1W + nve_pkg::WordBits - PixelW) begin : gen_bad
    $error("nve_ireg: the lanes must take two words, ri MaxStride vectors and a word less a pixel");
  end

  logic [RiW-1:0] ri_q, ri_d, ri2_d;
  logic           stride2;

  assign stride2 = nve_pkg::MaxStride > 1 && stride2_i;

  always_comb begin
    ri_d = ri_q;
    if (!stride2) begin
      unique case (op_i)
        nve_pkg::IregOpSet: ri_d[Vec1W-1:0] = {port_b_i, port_a_i};
        nve_pkg::IregOpSetsh:
          ri_d[Used1W-1:0] = {port_b_i, ri_q[Vec1W-1:PixelW]};
        nve_pkg::IregOpSh:
          ri_d[Used1W-1:0] = {{PixelW{1'b0}}, ri_q[Used1W-1:PixelW]};
        nve_pkg::IregOpSetshHi:
          if (nve_pkg::Split != 0) begin
            ri_d[Used1W-1:0] = {{HalfW{1'b0}}, port_b_i[nve_pkg::WordBits-1:HalfW],
                                ri_q[Vec1W-1:PixelW]};
          end
        default: ;
      endcase
    end else begin
      ri_d = ri2_d;
    end
  end

  if (nve_pkg::MaxStride > 1) begin : gen_stride2
    localparam int unsigned Vec2W = 2 * Vec1W;
    always_comb begin
      ri2_d = ri_q;
      unique case (op_i)
        nve_pkg::IregOpSet: ri2_d[Vec2W-1:0] = {port_b_i, port_a_i, ri_q[Vec2W-1:Vec1W]};
        nve_pkg::IregOpSetsh:
          ri2_d = {port_b_i, ri_q[Vec2W-1:PixelW]};
        nve_pkg::IregOpSh:
          ri2_d = {{PixelW{1'b0}}, ri_q[RiW-1:PixelW]};
        default: ;
      endcase
    end
    for (genvar l = 0; l < nve_pkg::Lanes; l++) begin : gen_lane
      assign pixels_o[l*PixelW +: PixelW] = stride2 ? ri_q[2*l*PixelW +: PixelW]
                                                    : ri_q[l*PixelW +: PixelW];
    end
  end else begin : gen_stride1
    assign ri2_d    = ri_q;
    assign pixels_o = ri_q[Vec1W-1:0];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ri_q <= '0;
    else if (clear_i) ri_q <= '0;
    else if (advance_i) ri_q <= ri_d;
  end

  assign ri_o = ri_q;

endmodule
