// SPDX-License-Identifier: Apache-2.0
// Says when a FIFO or a delay of the congested builds pretends to be full or empty. congestor.cpp
// decides it after every clock edge for the cycle that begins there, from what has just happened; so
// the sides that are held depend on registers only, as those of the RTL do.
module nve_congestor (
  input  logic clk_i,
  // In this cycle: there is room, and a word came in; there is a word, and it left
  input  logic room_i,
  input  logic pushed_i,
  input  logic word_i,
  input  logic popped_i,
  // What to pretend: no room, no word
  output logic hold_push_o,
  output logic hold_pop_o,
  // Forget the next word that comes in, which is a defect for tests of the bench
  output logic lose_o
);

  import "DPI-C" function chandle nve_congestor_open(input string place);
  import "DPI-C" function int nve_congestor_next(input chandle congestor, input bit room,
                                                 input bit pushed, input bit word,
                                                 input bit popped);

  chandle     congestor;
  logic [2:0] pretend_q;

  initial congestor = nve_congestor_open($sformatf("%m"));

  always_ff @(posedge clk_i) begin
    pretend_q <= 3'(nve_congestor_next(congestor, room_i, pushed_i, word_i, popped_i));
  end

  assign {lose_o, hold_pop_o, hold_push_o} = pretend_q;

endmodule
