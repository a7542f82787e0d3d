// SPDX-License-Identifier: Apache-2.0
// The NVE core: one VLIW machine between two streams, set up over a register bus (docs/isa.md).
// Six slots of the instruction at pc execute together in every cycle that does not stall. Every
// output is a function of registers only, except that probe_inputs_o repeats the streams' inputs;
// the register bus is registered on entry (nve_regs).
`include "nve_assert.svh"

module nve_core (
  input  logic                                    clk_i,
  input  logic                                    rst_ni,
  // Register bus
  input  logic                                    reg_write_i,
  input  logic [nve_pkg::RegisterSpaceBits-1:0]   reg_waddr_i,
  input  logic [31:0]                             reg_wdata_i,
  output logic                                    reg_werror_o,
  input  logic [nve_pkg::RegisterSpaceBits-1:0]   reg_raddr_i,
  output logic [31:0]                             reg_rdata_o,
  output logic                                    reg_rerror_o,
  // Input stream: activation table, instructions, then coefficients and pixels
  input  logic [nve_pkg::WordBits-1:0]            s_axis_tdata,
  input  logic                                    s_axis_tvalid,
  output logic                                    s_axis_tready,
  input  logic                                    s_axis_tlast,
  // Output stream: pixels
  output logic [nve_pkg::WordBits-1:0]            m_axis_tdata,
  output logic [nve_pkg::WordBytes-1:0]           m_axis_tkeep,
  output logic                                    m_axis_tvalid,
  input  logic                                    m_axis_tready,
  output logic                                    m_axis_tlast,
  // Interrupt
  output logic                                    irq_o,
  // State and inputs of this cycle (isa.md section 13)
  output logic [32*nve_pkg::ProbeWords-1:0]       probe_o,
  output logic [32*nve_pkg::ProbeInputsWords-1:0] probe_inputs_o
);

  localparam int unsigned WordW   = nve_pkg::WordBits;
  localparam int unsigned AguW    = nve_pkg::AguAddressBits;
  localparam int unsigned IndexW  = nve_pkg::ActIndexBits;
  localparam int unsigned LocalW  = nve_pkg::LocalAddressBits;
  localparam int unsigned PixelsW = $clog2(nve_pkg::WordPixels);
  localparam int unsigned PackW   = nve_pkg::RegPacketWordsBits;
  localparam int unsigned ResultProbeW = 16;

  // Register bus as presented, commands, status
  logic                                  write, irq, werror, rerror;
  logic [nve_pkg::RegisterSpaceBits-1:0] waddr, raddr;
  logic [31:0]                           wdata, rdata;
  logic                                  start, start_load, start_table, soft_reset, done;
  // Table writes: an entry by the register bus, a word from the stream, either
  logic                                  entry_we, table_load, table_we;
  logic [IndexW-1:0]                     entry_addr, table_addr;
  // Settings
  logic [nve_pkg::CountBits-1:0]         program_size;
  logic [nve_pkg::PcBits-1:0]            repeat_first, repeat_last;
  logic [nve_pkg::RegIterationsBits-1:0] iterations;
  logic [nve_pkg::RegExtraBits-1:0]      extra;
  logic [nve_pkg::RegRunsBits-1:0]       runs;
  logic                                  stride2;
  logic [$clog2(nve_pkg::MaxBiasShift+1)-1:0] bias_shift;
  logic [$clog2(nve_pkg::MaxActShift+1)-1:0]  act_shift;
  logic [PackW-1:0]                      packet_words;
  logic [nve_pkg::AguModes*AguW-1:0]     agu_inc, agu_toggle;
  logic [19*32-1:0]                      registers;
  // Control
  nve_pkg::state_e                       state;
  nve_pkg::stall_e                       stall;
  logic [nve_pkg::PcBits-1:0]            pc, fetch_addr;
  logic [nve_pkg::RegIterationsBits:0]   pass;
  logic [nve_pkg::RegRunsBits-1:0]       run;
  logic [nve_pkg::CountBits-1:0]         load_count;
  logic                                  running, advance, load, fetch, rotating;
  logic                                  no_stream_write, no_act_output;
  // Instruction in execution
  logic [nve_pkg::InstructionBits-1:0]   fetched;
  nve_pkg::instruction_t                 instruction;
  logic                                  act, act_stream, unused_instruction;
  // Addresses and local buffer
  logic [AguW-1:0]                       a_update, b_update, a_next, b_next;
  logic [AguW-1:0]                       a_address, b_address;
  logic                                  a_rd, a_wr, b_rd, b_wr, unused_address;
  logic                                  a_read, b_read;
  logic [WordW-1:0]                      a_word, b_word, port_a, port_b;
  // Datapath
  logic [nve_pkg::RwEntries*nve_pkg::WeightBits-1:0]  rw;
  logic [nve_pkg::RiEntries*nve_pkg::PixelBits-1:0]   ri;
  logic [nve_pkg::Lanes*nve_pkg::AccumulatorBits-1:0] accu;
  logic                                               stage1_set;
  logic [nve_pkg::Lanes*IndexW-1:0]                   stage1, stage2, result;
  logic [nve_pkg::Lanes*ResultProbeW-1:0]             stage1_probe, stage2_probe, result_probe;
  logic [WordW-1:0]                      act_out;
  logic                                  act_push;
  // FIFOs
  logic [WordW-1:0]                      in_word, write_word;
  logic                                  in_ready, in_valid, in_enough, unused_out_ready;
  logic [nve_pkg::InputLevelBits-1:0]    in_level;
  logic [nve_pkg::InputPlaceBits-1:0]    in_enter, in_leave;
  logic [WordW/2-1:0]                    odd;
  logic [nve_pkg::OutputLevelBits-1:0]   out_level;
  logic [nve_pkg::OutputPlaceBits-1:0]   out_enter, out_leave;
  logic [WordW-1:0]                      out_word;
  logic                                  out_valid, out_last, push_last;
  logic [PackW-1:0]                      packet_q, packet_next;
  logic                                  unused_tlast;
  nve_pkg::probe_t                       probe;
  nve_pkg::probe_inputs_t                probe_inputs;

  //////////////////////////
  // Settings and control //
  //////////////////////////
  nve_regs u_regs (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .write_i        (reg_write_i),
    .waddr_i        (reg_waddr_i),
    .wdata_i        (reg_wdata_i),
    .raddr_i        (reg_raddr_i),
    .write_o        (write),
    .waddr_o        (waddr),
    .wdata_o        (wdata),
    .raddr_o        (raddr),
    .werror_o       (werror),
    .rdata_o        (rdata),
    .rerror_o       (rerror),
    .start_o        (start),
    .start_load_o   (start_load),
    .start_table_o  (start_table),
    .soft_reset_o   (soft_reset),
    .state_i        (state),
    .stall_i        (stall),
    .pc_i           (pc),
    .done_i         (done),
    .irq_o          (irq),
    .table_we_o     (entry_we),
    .table_addr_o   (entry_addr),
    .program_size_o (program_size),
    .repeat_first_o (repeat_first),
    .repeat_last_o  (repeat_last),
    .iterations_o   (iterations),
    .extra_o        (extra),
    .runs_o         (runs),
    .stride2_o      (stride2),
    .bias_shift_o   (bias_shift),
    .act_shift_o    (act_shift),
    .packet_words_o (packet_words),
    .agu_inc_o      (agu_inc),
    .agu_toggle_o   (agu_toggle),
    .registers_o    (registers)
  );

  nve_ctrl u_ctrl (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .clear_i           (soft_reset),
    .start_i           (start),
    .start_load_i      (start_load),
    .start_table_i     (start_table),
    .program_size_i    (program_size),
    .repeat_first_i    (repeat_first),
    .repeat_last_i     (repeat_last),
    .iterations_i      (iterations),
    .extra_i           (extra),
    .runs_i            (runs),
    .mema_wr_i         (instruction.mema_op == nve_pkg::MemOpWr),
    .act_stream_i      (act_stream),
    .in_valid_i        (in_enough),
    .out_level_i       (out_level),
    .out_push_i        (act_push),
    .state_o           (state),
    .stall_o           (stall),
    .pc_o              (pc),
    .pass_o            (pass),
    .run_o             (run),
    .load_count_o      (load_count),
    .running_o         (running),
    .advance_o         (advance),
    .table_o           (table_load),
    .load_o            (load),
    .fetch_o           (fetch),
    .fetch_addr_o      (fetch_addr),
    .rotating_o        (rotating),
    .no_stream_write_o (no_stream_write),
    .no_act_output_o   (no_act_output),
    .done_o            (done)
  );

  assign table_we   = entry_we || table_load;
  assign table_addr = table_load ? {load_count[IndexW-PixelsW-1:0], {PixelsW{1'b0}}} : entry_addr;

  ////////////////////////////////
  // Instructions and addresses //
  ////////////////////////////////
  nve_ibuf u_ibuf (
    .clk_i         (clk_i),
    .rst_ni        (rst_ni),
    .load_i        (load),
    .load_addr_i   (load_count[nve_pkg::PcBits-1:0]),
    .load_word_i   (in_word[nve_pkg::InstructionBits-1:0]),
    .fetch_i       (fetch),
    .fetch_addr_i  (fetch_addr),
    .instruction_o (fetched),
    .rotating_i    (rotating),
    .mema_update_o (a_update),
    .memb_update_o (b_update),
    .update_i      (advance),
    .update_addr_i (pc),
    .mema_update_i (a_next),
    .memb_update_i (b_next)
  );

  // Outside the running states the memory's output means nothing.
  assign instruction = running ? fetched : '0;

  nve_agu u_agu_a (
    .offset_i  (instruction.mema_offset),
    .update_i  (a_update),
    .mode_i    (instruction.mema_mode),
    .inc_i     (agu_inc),
    .toggle_i  (agu_toggle),
    .address_o (a_address),
    .update_o  (a_next)
  );

  nve_agu u_agu_b (
    .offset_i  (instruction.memb_offset),
    .update_i  (b_update),
    .mode_i    (instruction.memb_mode),
    .inc_i     (agu_inc),
    .toggle_i  (agu_toggle),
    .address_o (b_address),
    .update_o  (b_next)
  );

  assign a_rd = advance && instruction.mema_op == nve_pkg::MemOpRd;
  assign a_wr = advance && instruction.mema_op == nve_pkg::MemOpWr && !no_stream_write;
  assign b_rd = advance && instruction.memb_op == nve_pkg::MemOpRd;
  assign b_wr = advance && instruction.memb_op == nve_pkg::MemOpWr && !no_act_output;

  assign act        = instruction.act_op == nve_pkg::ActOpAct;
  assign act_stream = act && instruction.act_to == nve_pkg::ActToStream;

  // The update fields are used in nve_ibuf; mema_part without Split and high address bits nowhere.
  assign unused_instruction = ^instruction;
  assign unused_address     = ^{a_address, b_address};

  nve_lbuf u_lbuf (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .clear_i   (soft_reset),
    .advance_i (advance),
    .a_rd_i    (a_rd),
    .a_wr_i    (a_wr),
    .a_addr_i  (a_address[LocalW-1:0]),
    .a_wdata_i (write_word),
    .a_out_o   (port_a),
    .a_read_o  (a_read),
    .a_word_o  (a_word),
    .b_rd_i    (b_rd),
    .b_wr_i    (b_wr),
    .b_addr_i  (b_address[LocalW-1:0]),
    .b_wdata_i (act_out),
    .b_out_o   (port_b),
    .b_read_o  (b_read),
    .b_word_o  (b_word)
  );

  //////////////
  // Datapath //
  //////////////
  nve_datapath u_datapath (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .clear_i        (soft_reset),
    .advance_i      (advance),
    .wreg_op_i      (instruction.wreg_op),
    .ireg_op_i      (instruction.ireg_op),
    .vmac_op_i      (instruction.vmac_op),
    .act_i          (act),
    .act_half_i     (instruction.act_half),
    .act_send_i     (act_stream && !no_act_output),
    .stride2_i      (stride2),
    .bias_shift_i   (bias_shift),
    .act_shift_i    (act_shift),
    .table_we_i     (table_we),
    .table_word_i   (table_load),
    .table_addr_i   (table_addr),
    .table_entry_i  (wdata[nve_pkg::PixelBits-1:0]),
    .table_pixels_i (in_word),
    .port_a_i       (port_a),
    .port_b_i       (port_b),
    .rw_o           (rw),
    .ri_o           (ri),
    .accu_o         (accu),
    .result_o       (result),
    .stage1_set_o   (stage1_set),
    .stage1_o       (stage1),
    .stage2_o       (stage2),
    .act_out_o      (act_out),
    .act_push_o     (act_push)
  );

  /////////////
  // Streams //
  /////////////
  // The settings say how many words a program takes.
  assign unused_tlast = s_axis_tlast;

  nve_fifo #(
    .Width(WordW),
    .Depth(nve_pkg::InputFifoWords)
  ) u_in_fifo (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .clear_i      (soft_reset),
    .push_valid_i (s_axis_tvalid),
    .push_ready_o (in_ready),
    .push_data_i  (s_axis_tdata),
    .pop_valid_o  (in_valid),
    .pop_ready_i  (table_load || load || a_wr),
    .pop_data_o   (in_word),
    .level_o      (in_level),
    .places_o     ({in_enter, in_leave})
  );

  // What MEMA's wr writes, and whether it is all there.
  if (nve_pkg::Split != 0) begin : gen_split
    nve_separate u_separate (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .clear_i      (soft_reset),
      .push_i       (s_axis_tvalid && in_ready),
      .push_word_i  (s_axis_tdata),
      .enter_i      (in_enter),
      .word_i       (in_word),
      .word_valid_i (in_valid),
      .leave_i      (in_leave),
      .level_i      (in_level),
      .part_i       (instruction.mema_part),
      .write_i      (a_wr),
      .valid_o      (in_enough),
      .data_o       (write_word),
      .odd_o        (odd)
    );
  end else begin : gen_whole
    assign in_enough  = in_valid;
    assign write_word = in_word;
    assign odd        = '0;
  end

  // The stall equation keeps room for every word, so the FIFO's own ready is not needed.
  nve_fifo #(
    .Width(WordW + 1),
    .Depth(nve_pkg::OutputFifoWords)
  ) u_out_fifo (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .clear_i      (soft_reset),
    .push_valid_i (act_push),
    .push_ready_o (unused_out_ready),
    .push_data_i  ({push_last, act_out}),
    .pop_valid_o  (out_valid),
    .pop_ready_i  (m_axis_tready),
    .pop_data_o   ({out_last, out_word}),
    .level_o      (out_level),
    .places_o     ({out_enter, out_leave})
  );

  // Packet counter: words that entered the output FIFO since the last TLAST.
  assign packet_next = packet_q + 1'b1;
  assign push_last   = packet_words != '0 && packet_next == packet_words;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) packet_q <= '0;
    else if (soft_reset || start) packet_q <= '0;
    else if (act_push) packet_q <= push_last ? '0 : packet_next;
  end

  assign s_axis_tready = in_ready;
  assign m_axis_tvalid = out_valid;
  assign m_axis_tdata  = out_word;
  assign m_axis_tlast  = out_last;
  assign m_axis_tkeep  = '1;

  assign reg_werror_o = werror;
  assign reg_rdata_o  = rdata;
  assign reg_rerror_o = rerror;
  assign irq_o        = irq;

  ///////////
  // Probe //
  ///////////
  for (genvar l = 0; l < nve_pkg::Lanes; l++) begin : gen_result
    assign stage1_probe[l*ResultProbeW +: ResultProbeW] =
        ResultProbeW'(stage1[l*IndexW +: IndexW]);
    assign stage2_probe[l*ResultProbeW +: ResultProbeW] =
        ResultProbeW'(stage2[l*IndexW +: IndexW]);
    assign result_probe[l*ResultProbeW +: ResultProbeW] =
        ResultProbeW'(result[l*IndexW +: IndexW]);
  end

  always_comb begin
    probe                 = '0;
    probe.state           = 32'(state);
    probe.stall           = 32'(stall);
    probe.pc              = 32'(pc);
    probe.pass            = 32'(pass);
    probe.run             = 32'(run);
    probe.load_count      = 32'(load_count);
    {
      probe.config_error, probe.agu_toggle3, probe.agu_inc3, probe.agu_toggle2, probe.agu_inc2,
      probe.agu_toggle1, probe.agu_inc1, probe.packet_words, probe.act_shift, probe.bias_shift,
      probe.stride, probe.runs, probe.extra, probe.iterations, probe.repeat_last,
      probe.repeat_first, probe.program_size, probe.irq_enable, probe.irq_causes
    }                     = registers;
    probe.instruction     = instruction;
    probe.agu_write       = 32'(advance);
    probe.agu_mema        = running ? 32'(a_next) : '0;
    probe.agu_memb        = running ? 32'(b_next) : '0;
    probe.read_a          = 32'(a_read);
    probe.read_a_data     = a_word;
    probe.read_b          = 32'(b_read);
    probe.read_b_data     = b_word;
    probe.port_a          = port_a;
    probe.port_b          = port_b;
    probe.rw              = rw;
    probe.ri              = $bits(probe.ri)'(ri);
    probe.accu            = accu;
    probe.stage1_set      = 32'(stage1_set);
    probe.stage1          = stage1_probe;
    probe.stage2          = stage2_probe;
    probe.result          = result_probe;
    probe.table_write     = 32'(table_we);
    probe.table_address   = table_we ? 32'(table_addr) : '0;
    probe.act_out         = act_out;
    probe.act_push        = 32'(act_push);
    probe.packet          = packet_q;
    probe.write_a         = 32'(a_wr);
    probe.write_a_address = a_wr ? 32'(a_address[LocalW-1:0]) : '0;
    probe.write_a_data    = a_wr ? write_word : '0;
    probe.write_b         = 32'(b_wr);
    probe.write_b_address = b_wr ? 32'(b_address[LocalW-1:0]) : '0;
    probe.write_b_data    = b_wr ? act_out : '0;
    probe.odd             = odd;
    probe.in_level        = 32'(in_level);
    probe.in_word         = in_valid ? in_word : '0;
    probe.in_enter        = 32'(in_enter);
    probe.in_leave        = 32'(in_leave);
    probe.out_level       = 32'(out_level);
    probe.out_enter       = 32'(out_enter);
    probe.out_leave       = 32'(out_leave);
    probe.s_tready        = 32'(in_ready);
    probe.m_tvalid        = 32'(out_valid);
    probe.m_tlast         = 32'(out_valid && out_last);
    probe.m_tdata         = out_valid ? out_word : '0;
    probe.irq             = 32'(irq);
    probe.reg_werror      = 32'(werror);
    probe.reg_rdata       = rdata;
    probe.reg_rerror      = 32'(rerror);
  end

  always_comb begin
    probe_inputs           = '0;
    probe_inputs.s_tvalid  = 32'(s_axis_tvalid);
    probe_inputs.s_tdata   = s_axis_tdata;
    probe_inputs.m_tready  = 32'(m_axis_tready);
    probe_inputs.reg_write = 32'(write);
    probe_inputs.reg_waddr = 32'(waddr);
    probe_inputs.reg_wdata = wdata;
    probe_inputs.reg_raddr = 32'(raddr);
  end

  assign probe_o        = probe;
  assign probe_inputs_o = probe_inputs;

  `ASSERT_IF(OutputFifoHasRoom, act_push, unused_out_ready)
  `ASSERT_NEXT(OutputStable, m_axis_tvalid && !m_axis_tready && !soft_reset,
               m_axis_tvalid && $stable({m_axis_tdata, m_axis_tlast}))
  `ASSERT_IF(NothingMovesInAStall, a_rd || a_wr || b_rd || b_wr, stall == nve_pkg::StallNone)

endmodule
