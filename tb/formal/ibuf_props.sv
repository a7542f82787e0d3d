// SPDX-License-Identifier: Apache-2.0
// Properties of nve_ibuf (isa.md section 7): any one position of the program, followed from its load and
// from the write-back of its update values to the cycle it executes in.
`include "formal.svh"

module ibuf_props #(
  localparam int unsigned WordW = nve_pkg::InstructionBits,
  localparam int unsigned PcW   = nve_pkg::PcBits,
  localparam int unsigned AguW  = nve_pkg::AguAddressBits,
  localparam int unsigned Words = nve_pkg::InstructionWords
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             load_i,
  input logic [PcW-1:0]   load_addr_i,
  input logic [WordW-1:0] load_word_i,
  input logic             fetch_i,
  input logic [PcW-1:0]   fetch_addr_i,
  input logic             rotating_i,
  input logic             update_i,
  input logic [PcW-1:0]   update_addr_i,
  input logic [AguW-1:0]  mema_update_i,
  input logic [AguW-1:0]  memb_update_i
);

  (* anyconst *) logic [PcW-1:0] watched;
  logic [WordW-1:0]         instruction;
  logic [AguW-1:0]          mema_update, memb_update;
  logic [Words*WordW-1:0]   words;
  logic [Words*2*AguW-1:0]  updates;

  nve_ibuf dut (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .load_i        (load_i),
    .load_addr_i   (load_addr_i),
    .load_word_i   (load_word_i),
    .fetch_i       (fetch_i),
    .fetch_addr_i  (fetch_addr_i),
    .instruction_o (instruction),
    .rotating_i    (rotating_i),
    .mema_update_o (mema_update),
    .memb_update_o (memb_update),
    .update_i      (update_i),
    .update_addr_i (update_addr_i),
    .mema_update_i (mema_update_i),
    .memb_update_i (memb_update_i)
  );

  `FORMAL_RESET
  `GIVEN_IF(UpdateOnlyWithFetch, update_i, fetch_i)

  nve_pkg::instruction_t loaded;
  assign loaded = instruction;

  // The followed position: as loaded, as written back last; as of the last fetch
  logic [WordW-1:0]  word_q = '0;
  logic [2*AguW-1:0] update_q = '0;
  logic              fetched_q, held_q, together_q;
  logic [WordW-1:0]  fetched_word_q, before_q;
  logic [2*AguW-1:0] update_now;
  assign update_now = (update_i && update_addr_i == watched) ? {memb_update_i, mema_update_i} : update_q;
  logic [2*AguW-1:0] fetched_update_q;
  always_ff @(posedge clk_i) begin
    if (load_i && load_addr_i == watched) word_q <= load_word_i;
    update_q <= update_now;
    if (!rst_ni) fetched_q <= 1'b0;
    else if (fetch_i) fetched_q <= fetch_addr_i == watched;
    if (fetch_i) begin
      fetched_word_q   <= word_q;
      fetched_update_q <= update_now;
    end
    held_q     <= rst_ni && !fetch_i;
    together_q <= rst_ni && fetch_i && update_i && fetch_addr_i == update_addr_i;
    before_q   <= instruction;
  end

  `PROVE(InstructionIsLoadedWord, !fetched_q || instruction == fetched_word_q)
  `PROVE(InstructionHolds, !(formal_started && held_q) || instruction == before_q)
  `PROVE(RotatingUpdateIsLastWritten,
         !fetched_q || !rotating_i || {memb_update, mema_update} == fetched_update_q)
  `PROVE(FirstPassUsesLoadedUpdate,
         rotating_i || {memb_update, mema_update} == {loaded.memb_update, loaded.mema_update})
  `PROVE(LoadedWordNeverOverwritten, words[watched*WordW +: WordW] == word_q)
  `PROVE(WrittenBackValueKept, updates[watched*2*AguW +: 2*AguW] == update_q)

  `REACH(SameCycleUpdateSeen, fetched_q && rotating_i && together_q && mema_update == AguW'(3))
  `REACH(LoopOfOne, fetched_q && update_i && fetch_i && update_addr_i == watched && fetch_addr_i == watched &&
                    mema_update_i == AguW'(mema_update + 2) && rotating_i)

endmodule
