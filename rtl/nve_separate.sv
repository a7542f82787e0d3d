// SPDX-License-Identifier: Apache-2.0
// Column separation of the split machine (isa.md section 6, MEMA): the word wr of port A writes.
// wr even and wr odd turn two words of a column into one of even and one of odd pixels; wr both
// puts the even pixels of a word below its odd ones. wr even needs the even pixels of the word
// behind the input FIFO's oldest: a second storage, at the FIFO's places, has those of every word.
`include "nve_assert.svh"

module nve_separate (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  input  logic                               clear_i,
  // A word that enters the input FIFO, and its place
  input  logic                               push_i,
  input  logic [nve_pkg::WordBits-1:0]       push_word_i,
  input  logic [nve_pkg::InputPlaceBits-1:0] enter_i,
  // The oldest word, its place, and the words inside
  input  logic [nve_pkg::WordBits-1:0]       word_i,
  input  logic                               word_valid_i,
  input  logic [nve_pkg::InputPlaceBits-1:0] leave_i,
  input  logic [nve_pkg::InputLevelBits-1:0] level_i,
  // Part field of the instruction in execution, 0 outside the running states; MEMA writes
  input  logic [1:0]                         part_i,
  input  logic                               write_i,
  // All that the operation needs is here; the word it writes
  output logic                               valid_o,
  output logic [nve_pkg::WordBits-1:0]       data_o,
  output logic [nve_pkg::WordBits/2-1:0]     odd_o
);

  localparam int unsigned WordW  = nve_pkg::WordBits;
  localparam int unsigned HalfW  = WordW / 2;
  localparam int unsigned PixelW = nve_pkg::PixelBits;
  localparam int unsigned LevelW = nve_pkg::InputLevelBits;
  localparam int unsigned PlaceW = nve_pkg::InputPlaceBits;
  localparam int unsigned Depth  = nve_pkg::InputFifoWords;

  if (Depth < 2) begin : gen_bad
    $error("nve_separate: the input FIFO must hold two words");
  end

  logic [HalfW-1:0]  mem [0:Depth-1];
  logic [HalfW-1:0]  push_even, even, odd, next_even;
  logic [HalfW-1:0]  odd_q;
  logic [PlaceW-1:0] next;
  logic              has_next, unused_odd;

  for (genvar k = 0; k < nve_pkg::WordPixels / 2; k++) begin : gen_pixel
    assign push_even[k*PixelW +: PixelW] = push_word_i[2*k*PixelW +: PixelW];
    assign even[k*PixelW +: PixelW]      = word_i[2*k*PixelW +: PixelW];
    assign odd[k*PixelW +: PixelW]       = word_i[(2*k+1)*PixelW +: PixelW];
  end

  // odd[] needs nothing of the word behind.
  assign unused_odd = ^push_word_i;

  // As the FIFO's own: no reset, so that it can become a RAM; the depth need not be a power of two.
  always_ff @(posedge clk_i) begin
    if (push_i) mem[enter_i] <= push_even;
  end

  assign next      = (leave_i == PlaceW'(Depth - 1)) ? '0 : leave_i + 1'b1;
  assign next_even = mem[next];
  assign has_next  = level_i > LevelW'(1);

  always_comb begin
    valid_o = word_valid_i;
    data_o  = word_i;
    unique case (part_i)
      nve_pkg::WrPartEven: begin
        valid_o = has_next;
        data_o  = {next_even, even};
      end
      nve_pkg::WrPartOdd:  data_o = {odd, odd_q};
      nve_pkg::WrPartBoth: data_o = {odd, even};
      default: ;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) odd_q <= '0;
    else if (clear_i) odd_q <= '0;
    else if (write_i && part_i == nve_pkg::WrPartEven) odd_q <= odd;
  end

  assign odd_o = odd_q;

  `ASSERT_IF(WriteOnlyWhenValid, write_i, valid_o)

endmodule
