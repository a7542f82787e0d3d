// SPDX-License-Identifier: Apache-2.0
// Instruction buffer and rotating update memory (thesis 3.2 and 3.3, isa.md section 7).
// fetch_i reads the next position's instruction, which stands on instruction_o from the next cycle
// until the next fetch: with a fetch in every advancing cycle there is no bubble. The update values
// written back in that same cycle are bypassed, so that a repeated part of one instruction sees
// them. The loaded update fields are never overwritten.
`include "nve_assert.svh"

module nve_ibuf (
  input  logic                                clk_i,
  input  logic                                rst_ni,
  // Loading
  input  logic                                load_i,
  input  logic [nve_pkg::PcBits-1:0]          load_addr_i,
  input  logic [nve_pkg::InstructionBits-1:0] load_word_i,
  // Fetch of the next position
  input  logic                                fetch_i,
  input  logic [nve_pkg::PcBits-1:0]          fetch_addr_i,
  output logic [nve_pkg::InstructionBits-1:0] instruction_o,
  // Current update values: the loaded fields, or the rotating ones
  input  logic                                rotating_i,
  output logic [nve_pkg::AguAddressBits-1:0]  mema_update_o,
  output logic [nve_pkg::AguAddressBits-1:0]  memb_update_o,
  // Write back of the next update values
  input  logic                                update_i,
  input  logic [nve_pkg::PcBits-1:0]          update_addr_i,
  input  logic [nve_pkg::AguAddressBits-1:0]  mema_update_i,
  input  logic [nve_pkg::AguAddressBits-1:0]  memb_update_i
);

  localparam int unsigned UpdateW = 2 * nve_pkg::AguAddressBits;

  nve_pkg::instruction_t       loaded;
  logic [UpdateW-1:0]          rotating_read, rotating, selected;
  logic                        bypass_q;
  logic [UpdateW-1:0]          bypass_data_q;
  logic                        unused_fields;

  nve_ram_1r1w #(
    .Width(nve_pkg::InstructionBits),
    .Depth(nve_pkg::InstructionWords)
  ) u_instructions (
    .clk_i   (clk_i),
    .we_i    (load_i),
    .waddr_i (load_addr_i),
    .wdata_i (load_word_i),
    .re_i    (fetch_i),
    .raddr_i (fetch_addr_i),
    .rdata_o (instruction_o)
  );

  nve_ram_1r1w #(
    .Width(UpdateW),
    .Depth(nve_pkg::InstructionWords)
  ) u_updates (
    .clk_i   (clk_i),
    .we_i    (update_i),
    .waddr_i (update_addr_i),
    .wdata_i ({memb_update_i, mema_update_i}),
    .re_i    (fetch_i),
    .raddr_i (fetch_addr_i),
    .rdata_o (rotating_read)
  );

  // The memory returns the old word on a collision, hence the bypass.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bypass_q      <= 1'b0;
      bypass_data_q <= '0;
    end else if (fetch_i) begin
      bypass_q      <= update_i && update_addr_i == fetch_addr_i;
      bypass_data_q <= {memb_update_i, mema_update_i};
    end
  end

  assign loaded   = instruction_o;
  assign rotating = bypass_q ? bypass_data_q : rotating_read;
  assign selected = rotating_i ? rotating : {loaded.memb_update, loaded.mema_update};

  assign {memb_update_o, mema_update_o} = selected;

  // Only the update fields are of interest here.
  assign unused_fields = ^loaded;

  // An instruction in execution would not see an update written back behind its fetch.
  `ASSERT_IF(UpdateOnlyWithFetch, update_i, fetch_i)

endmodule
