// SPDX-License-Identifier: Apache-2.0
// Properties of nve_core as a whole: what an instruction may do in a cycle (decode), that nothing moves in
// a stall, that no word is lost between the streams' FIFOs and the machine, TLAST, and that every
// assumption made about the neighbours of a unit holds inside the core. The instruction, the words read
// from memories and the products are left to the solver: whatever they are, this holds.
`include "formal.svh"

module core_props #(
  localparam int unsigned AguW   = nve_pkg::AguAddressBits,
  localparam int unsigned LocalW = nve_pkg::LocalAddressBits,
  localparam int unsigned CountW = nve_pkg::CountBits,
  localparam int unsigned PcW    = nve_pkg::PcBits,
  localparam int unsigned LevelW = nve_pkg::OutputLevelBits,
  localparam int unsigned RwW    = nve_pkg::RwEntries * nve_pkg::WeightBits,
  localparam int unsigned RiW    = nve_pkg::RiEntries * nve_pkg::PixelBits,
  localparam int unsigned AccuW  = nve_pkg::Lanes * nve_pkg::AccumulatorBits,
  localparam int unsigned ResW   = nve_pkg::Lanes * nve_pkg::ActIndexBits
) (
  input logic                                  clk_i,
  input logic                                  rst_ni,
  input logic                                  reg_write_i,
  input logic [nve_pkg::RegisterSpaceBits-1:0] reg_waddr_i,
  input logic [31:0]                           reg_wdata_i,
  input logic [nve_pkg::WordBits-1:0]          s_axis_tdata,
  input logic                                  s_axis_tvalid,
  input logic                                  m_axis_tready
);

  logic s_axis_tready, m_axis_tvalid, m_axis_tlast, irq;

  nve_core dut (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .reg_write_i    (reg_write_i),
    .reg_waddr_i    (reg_waddr_i),
    .reg_wdata_i    (reg_wdata_i),
    .reg_werror_o   (),
    .reg_raddr_i    ('0),
    .reg_rdata_o    (),
    .reg_rerror_o   (),
    .s_axis_tdata   (s_axis_tdata),
    .s_axis_tvalid  (s_axis_tvalid),
    .s_axis_tready  (s_axis_tready),
    .s_axis_tlast   (1'b0),
    .m_axis_tdata   (),
    .m_axis_tkeep   (),
    .m_axis_tvalid  (m_axis_tvalid),
    .m_axis_tready  (m_axis_tready),
    .m_axis_tlast   (m_axis_tlast),
    .irq_o          (irq),
    .probe_o        (),
    .probe_inputs_o ()
  );

  `FORMAL_RESET

  // From inside
  nve_pkg::instruction_t instruction;
  logic [2:0]        state;
  logic [1:0]        stall;
  logic              running, advance, table_load, load, fetch, no_stream_write, no_act_output, done;
  logic              start, start_load, start_table, soft_reset;
  logic              a_rd, a_wr, b_rd, b_wr, in_enough, act_push, push_last, act_look_up, out_ready;
  logic              table_we, table_word;
  logic [nve_pkg::ActIndexBits-1:0] table_addr;
  logic [nve_pkg::WordBits-1:0]     table_pixels, in_word;
  logic              mac, setrb, act_half;
  logic [1:0]        wreg_op;
  logic [2:0]        ireg_op;
  logic [AguW-1:0]   a_update, b_update;
  logic [LocalW-1:0] a_address, b_address;
  logic [31:0]       packet_words, packet;
  logic [LevelW-1:0] in_level, out_level;
  logic [RwW-1:0]    rw;
  logic [RiW-1:0]    ri;
  logic [AccuW-1:0]  accu;
  logic [ResW-1:0]   result;
  logic [63:0]       port_a, port_b;
  logic [CountW-1:0] program_size, load_count;
  logic [PcW-1:0]    repeat_first, repeat_last;
  logic [15:0]       iterations, extra, runs;

  logic [127:0] settings;
  assign settings = 128'({program_size, repeat_first, repeat_last, iterations, extra, runs});

  logic [RwW+RiW+AccuW+ResW+127:0] registers, registers_q;
  assign registers = {rw, ri, accu, result, port_a, port_b};

  logic         seen_q, moved_q, send_q, push_q, start_q, soft_reset_q, fixed_q, pop_q, enter_q;
  logic [31:0]  count_q;
  logic [127:0] settings_q;
  logic [LevelW-1:0] in_level_q, out_level_q;
  logic         taken_q, leave_q;
  always_ff @(posedge clk_i) begin
    seen_q       <= rst_ni && !soft_reset;
    moved_q      <= advance;
    send_q       <= rst_ni && !soft_reset && advance && instruction[59] && !instruction[61] && !no_act_output;
    registers_q  <= registers;
    settings_q   <= settings;
    fixed_q      <= rst_ni && (start || state != 3'd0);
    taken_q      <= table_load || load || a_wr;
    enter_q      <= s_axis_tvalid && s_axis_tready;
    push_q       <= act_push;
    leave_q      <= m_axis_tvalid && m_axis_tready;
    in_level_q   <= in_level;
    out_level_q  <= out_level;
    // Words that entered the output FIFO since START or the last TLAST
    if (!rst_ni || soft_reset || start) count_q <= '0;
    else if (act_push && packet_words != '0 && count_q + 1'b1 == packet_words) count_q <= '0;
    else if (act_push) count_q <= count_q + 1'b1;
  end
  logic seen;
  assign seen = formal_started && seen_q;

  // Decode
  `PROVE(NoInstructionUnlessRunning, running || instruction == '0)
  `PROVE(PortADoesOneThing, !(a_rd && a_wr))
  `PROVE(PortBDoesOneThing, !(b_rd && b_wr))
  `PROVE(ReadAExact, a_rd == (advance && instruction[1:0] == 2'd1))
  `PROVE(WriteAExact, a_wr == (advance && instruction[1:0] == 2'd2 && !no_stream_write))
  `PROVE(ReadBExact, b_rd == (advance && instruction[27:26] == 2'd1))
  `PROVE(WriteBExact, b_wr == (advance && instruction[27:26] == 2'd2 && !no_act_output))
  `PROVE(IllegalMemoryCodeDoesNothing, (instruction[1:0] != 2'd3 || !(a_rd || a_wr)) &&
                                       (instruction[27:26] != 2'd3 || !(b_rd || b_wr)))
  `PROVE(VmacDecodeExact, mac == (instruction[58:57] == 2'd2) && setrb == (instruction[58:57] == 2'd1))
  `PROVE(SlotsGetTheirCodes, wreg_op == instruction[53:52] && ireg_op == instruction[56:54] &&
                             act_half == instruction[60])
  `PROVE(LookUpExact, act_look_up == (advance && instruction[59]))
  `PROVE(AddressA, a_address == LocalW'(instruction[12:2] + a_update))
  `PROVE(AddressB, b_address == LocalW'(instruction[38:28] + b_update))
  // Stall
  `PROVE(NothingIssuedInStall,
         stall == 2'd0 || !(a_rd || a_wr || b_rd || b_wr || act_look_up || table_load || load || fetch ||
                            done))
  `PROVE(RegistersHoldUnlessAdvance, !(seen && !moved_q) || registers == registers_q)
  // Streams
  `PROVE(TakesOnlyWhatIsThere, !(table_load || load || a_wr) || (in_enough && in_level != '0))
  `PROVE(OneTakesTheWord, !(table_load && load) && !(table_load && a_wr) && !(load && a_wr))
  `PROVE(TableTakesWhatIsThere, table_load == (state == 3'd5 && in_level != '0))
  `PROVE(TableWordGoesToItsEntries, !table_load || (table_we && table_word && table_pixels == in_word &&
                                                    table_addr == nve_pkg::ActIndexBits'({load_count, 3'd0})))
  if (nve_pkg::Split != 0) begin : gen_split
    `PROVE(EvenTakesFromTwoWords, !(a_wr && instruction[63:62] == 2'd1) || in_level > LevelW'(1))
  end
  `PROVE(InputLevelExact, !seen || in_level == in_level_q + LevelW'(enter_q) - LevelW'(taken_q))
  `PROVE(OutputLevelExact, !seen || out_level == out_level_q + LevelW'(push_q) - LevelW'(leave_q))
  `PROVE(PushAfterSentAct, act_push == (formal_started && send_q))
  `PROVE(OutputFifoHasRoom, !act_push || out_ready)
  `PROVE(PacketCountsPushes, packet == count_q)
  `PROVE(LastWordOfPacket, push_last == (packet_words != '0 && count_q + 1'b1 == packet_words))
  `PROVE(ReadyUnlessFull, s_axis_tready == (in_level != LevelW'(nve_pkg::InputFifoWords)))
  `PROVE(ValidUnlessEmpty, m_axis_tvalid == (out_level != '0))
  // Assumptions of the units
  `PROVE(OnlyWhenAdvancing, advance || !(a_rd || a_wr || b_rd || b_wr))
  `PROVE(NoTableWriteWhileLookingUp, !(act_look_up && table_we))
  `PROVE(WordAtItsPlace, !(table_we && table_word) || table_addr[2:0] == '0)
  `PROVE(TableWithLoad, !(start && start_table) || start_load)
  `PROVE(UpdateOnlyWithFetch, !advance || fetch)
  `PROVE(StartOnlyWhenIdle, !start || state == 3'd0)
  `PROVE(SettingsStable, !(formal_started && fixed_q) || settings == settings_q)

  `REACH(OutputStallWithPush, stall == 2'd2 && act_push)
  `REACH(WordLeavesWithLast, m_axis_tvalid && m_axis_tlast && m_axis_tready)

endmodule
