// IREG slot: the image register ri and the pixels the lanes see (isa.md section 6).
// With stride 1 a vector has one pixel per lane, with stride 2 two; set loads a vector (stride 2:
// its upper half, the old upper half moves down), sh moves by one pixel, setsh moves the vector by
// one and puts the word of port B behind it. Entry k is in bits 8k+7:8k; entries not named hold.
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
  // Bits of a vector, and of the part of ri that a stride-1 program uses.
  localparam int unsigned Vec1W  = nve_pkg::Lanes * PixelW;
  localparam int unsigned Vec2W  = 2 * Vec1W;
  localparam int unsigned Used1W = Vec1W + nve_pkg::WordBits - PixelW;

  if (Vec1W != 2 * nve_pkg::WordBits || RiW != Vec2W + nve_pkg::WordBits - PixelW) begin : gen_bad
    $error("nve_ireg: the lanes must take two words, ri two vectors and a word less one pixel");
  end

  logic [RiW-1:0] ri_q, ri_d;

  always_comb begin
    ri_d = ri_q;
    if (!stride2_i) begin
      unique case (op_i)
        nve_pkg::IregOpSet: ri_d[Vec1W-1:0] = {port_b_i, port_a_i};
        nve_pkg::IregOpSetsh:
          ri_d[Used1W-1:0] = {port_b_i, ri_q[Vec1W-1:PixelW]};
        nve_pkg::IregOpSh:
          ri_d[Used1W-1:0] = {{PixelW{1'b0}}, ri_q[Used1W-1:PixelW]};
        default: ;
      endcase
    end else begin
      unique case (op_i)
        nve_pkg::IregOpSet: ri_d[Vec2W-1:0] = {port_b_i, port_a_i, ri_q[Vec2W-1:Vec1W]};
        nve_pkg::IregOpSetsh:
          ri_d = {port_b_i, ri_q[Vec2W-1:PixelW]};
        nve_pkg::IregOpSh:
          ri_d = {{PixelW{1'b0}}, ri_q[RiW-1:PixelW]};
        default: ;
      endcase
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ri_q <= '0;
    else if (clear_i) ri_q <= '0;
    else if (advance_i) ri_q <= ri_d;
  end

  for (genvar l = 0; l < nve_pkg::Lanes; l++) begin : gen_lane
    assign pixels_o[l*PixelW +: PixelW] = stride2_i ? ri_q[2*l*PixelW +: PixelW]
                                                    : ri_q[l*PixelW +: PixelW];
  end

  assign ri_o = ri_q;

endmodule
