// Column separation of the split machine (isa.md section 6, MEMA): the word wr of port A writes.
// wr even and wr odd turn two words of a column into one of even and one of odd pixels; wr both
// puts the even pixels of a word below its odd ones. wr even needs the even pixels of the word
// behind the input FIFO's oldest: a small FIFO beside it has those of every word but the oldest.
`include "nve_assert.svh"

module nve_separate (
  input  logic                               clk_i,
  input  logic                               rst_ni,
  input  logic                               clear_i,
  // A word that enters the input FIFO
  input  logic                               push_i,
  input  logic [nve_pkg::WordBits-1:0]       push_word_i,
  // The oldest word; taken, for a write or as an instruction
  input  logic                               pop_i,
  input  logic [nve_pkg::WordBits-1:0]       word_i,
  input  logic                               word_valid_i,
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
  localparam int unsigned Depth  = nve_pkg::InputFifoWords;

  if (Depth < 2) begin : gen_bad
    $error("nve_separate: the input FIFO must hold two words");
  end

  logic [HalfW-1:0]           push_even, even, odd, next_even;
  logic [HalfW-1:0]           odd_q;
  logic                       behind, has_next, unused_ready, unused_odd;
  logic [$clog2(Depth)-1:0]   unused_level;

  for (genvar k = 0; k < nve_pkg::WordPixels / 2; k++) begin : gen_pixel
    assign push_even[k*PixelW +: PixelW] = push_word_i[2*k*PixelW +: PixelW];
    assign even[k*PixelW +: PixelW]      = word_i[2*k*PixelW +: PixelW];
    assign odd[k*PixelW +: PixelW]       = word_i[(2*k+1)*PixelW +: PixelW];
  end

  // odd[] needs nothing of the word behind.
  assign unused_odd = ^push_word_i;

  // A word that meets an empty FIFO, or the last word leaving, is the oldest at once.
  assign behind = level_i > LevelW'(pop_i);

  nve_fifo #(
    .Width(HalfW),
    .Depth(Depth - 1)
  ) u_next (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .clear_i      (clear_i),
    .push_valid_i (push_i && behind),
    .push_ready_o (unused_ready),
    .push_data_i  (push_even),
    .pop_valid_o  (has_next),
    .pop_ready_i  (pop_i),
    .pop_data_o   (next_even),
    .level_o      (unused_level)
  );

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

  `ASSERT(NextBehindOldest, has_next == (level_i > LevelW'(1)))
  `ASSERT(RoomForNext, !(push_i && behind) || unused_ready)
  `ASSERT(WriteOnlyWhenValid, !write_i || (valid_o && pop_i))

endmodule
