// SPDX-License-Identifier: Apache-2.0
// Properties of nve_regs (isa.md section 10): which writes are refused, that a refused one changes nothing,
// that START guarantees the settings the rest of the core relies on, read back, commands, status,
// interrupt.
`include "formal.svh"

module regs_props #(
  localparam int unsigned AddrW  = nve_pkg::RegisterSpaceBits,
  localparam int unsigned AguW   = nve_pkg::AguModes * nve_pkg::AguAddressBits,
  localparam int unsigned AguW1  = nve_pkg::AguAddressBits,
  localparam int unsigned CountW = nve_pkg::CountBits,
  localparam int unsigned PcW    = nve_pkg::PcBits,
  localparam int unsigned BiasW  = $clog2(nve_pkg::MaxBiasShift + 1),
  localparam int unsigned ShiftW = $clog2(nve_pkg::MaxActShift + 1)
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             write_i,
  input logic [AddrW-1:0] waddr_i,
  input logic [31:0]      wdata_i,
  input logic [AddrW-1:0] raddr_i,
  input logic [2:0]       state_i,
  input logic [1:0]       stall_i,
  input logic [PcW-1:0]   pc_i,
  input logic             done_i
);

  logic             write, werror, rerror, start, start_load, start_table, soft_reset, irq_line, table_we;
  logic             stride2;
  logic [AddrW-1:0] waddr, raddr;
  logic [31:0]      wdata, rdata;
  logic [nve_pkg::ActIndexBits-1:0]       table_addr;
  logic [CountW-1:0]                      program_size;
  logic [PcW-1:0]                         repeat_first, repeat_last;
  logic [nve_pkg::RegIterationsBits-1:0]  iterations;
  logic [nve_pkg::RegExtraBits-1:0]       extra;
  logic [nve_pkg::RegRunsBits-1:0]        runs;
  logic [BiasW-1:0]                       bias_shift;
  logic [ShiftW-1:0]                      act_shift;
  logic [nve_pkg::RegPacketWordsBits-1:0] packet_words;
  logic [AguW-1:0]                        agu_inc, agu_toggle;
  // From inside
  logic [nve_pkg::RegIrqBits-1:0]         irq;
  logic [nve_pkg::RegIrqEnableBits-1:0]   irq_enable;

  nve_regs dut (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .write_i        (write_i),
    .waddr_i        (waddr_i),
    .wdata_i        (wdata_i),
    .raddr_i        (raddr_i),
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
    .state_i        (state_i),
    .stall_i        (stall_i),
    .pc_i           (pc_i),
    .done_i         (done_i),
    .irq_o          (irq_line),
    .table_we_o     (table_we),
    .table_addr_o   (table_addr),
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
    .registers_o    ()
  );

  `FORMAL_RESET

  // The register map, from the page: word offsets of the settings, bits of each
  logic        busy, is_setting, is_irq_pair, is_control, is_table, is_read_only, wide, fits;
  logic [10:0] word;
  assign busy         = state_i != 3'd0;
  assign word         = waddr[AddrW-1:2];
  assign is_control   = waddr == AddrW'(13'h000);
  assign is_irq_pair  = waddr == AddrW'(13'h008) || waddr == AddrW'(13'h00C);
  assign is_read_only = waddr == AddrW'(13'h004) || waddr == AddrW'(13'h080) || waddr == AddrW'(13'h084);
  assign is_setting   = waddr[1:0] == 2'b00 && ((word >= 11'h004 && word <= 11'h00D) ||
                                                (word >= 11'h010 && word <= 11'h015));
  assign is_table     = waddr[1:0] == 2'b00 && waddr >= AddrW'(13'h1000) &&
                        waddr <= AddrW'(13'h1000 + 4 * (nve_pkg::ActEntries - 1));
  assign wide         = word == 11'h00D;
  assign fits         = is_control ? wdata[31:4] == '0 : is_irq_pair ? wdata[31:1] == '0
                      : is_table ? wdata[31:8] == '0 : wide || wdata[31:16] == '0;

  logic [287:0] settings, settings_q;
  assign settings = 288'({program_size, repeat_first, repeat_last, iterations, extra, runs, stride2,
                          bias_shift, act_shift, packet_words, agu_inc, agu_toggle, irq_enable});

  // One register that can be read and written, any of them, followed from a write to the reads
  (* anyconst *) logic [AddrW-1:0] watched;
  logic        watchable, known_q;
  logic [31:0] value_q;
  assign watchable = watched[1:0] == 2'b00 && (watched == AddrW'(13'h00C) ||
                     (watched >= AddrW'(13'h010) && watched <= AddrW'(13'h034)) ||
                     (watched >= AddrW'(13'h040) && watched <= AddrW'(13'h054)));

  // All settings by word of their offset, as the writes that were accepted left them
  localparam int unsigned FirstWord = 4, Words = 22;
  localparam int unsigned AddrMax   = 2 ** nve_pkg::AguAddressBits - 1;
  logic [Words*32-1:0] set_q;
  logic [31:0]         size, first, last, stride, shift, act;
  logic                agu_fits, in_range, error_q, sound_start, refused_start, reads_register;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      set_q             <= '0;
      set_q[32*10 +: 32] <= 32'd1;
    end else if (write && !werror && is_setting) begin
      for (int unsigned k = FirstWord; k < Words; k++) begin
        if (word == 11'(k)) set_q[32*k +: 32] <= wdata;
      end
    end
    if (!rst_ni || soft_reset) error_q <= 1'b0;
    else if (refused_start) error_q <= 1'b1;
    else if (start) error_q <= 1'b0;
  end
  // From inside, what the induction needs: the settings as stored
  logic [15:0] in_size, in_first, in_last, in_iterations, in_extra, in_runs, in_stride, in_bias_shift;
  logic [15:0] in_act_shift, in_inc1, in_toggle1, in_inc2, in_toggle2, in_inc3, in_toggle3;
  logic [31:0] in_packet_words;
  logic        config_error;
  logic [Words*32-1:0] stored;
  assign stored = {32'(in_toggle3), 32'(in_inc3), 32'(in_toggle2), 32'(in_inc2), 32'(in_toggle1),
                   32'(in_inc1), 64'd0, in_packet_words, 32'(in_act_shift), 32'(in_bias_shift),
                   32'(in_stride), 32'(in_runs), 32'(in_extra), 32'(in_iterations), 32'(in_last),
                   32'(in_first), 32'(in_size), 128'd0};
  assign size   = set_q[32*4 +: 32];
  assign first  = set_q[32*5 +: 32];
  assign last   = set_q[32*6 +: 32];
  assign stride = set_q[32*10 +: 32];
  assign shift  = set_q[32*11 +: 32];
  assign act    = set_q[32*12 +: 32];
  always_comb begin
    agu_fits = 1'b1;
    for (int unsigned k = 16; k < Words; k++) begin
      if (set_q[32*k +: 32] > 32'(AddrMax)) agu_fits = 1'b0;
    end
  end
  assign in_range = size != '0 && size <= 32'(nve_pkg::InstructionWords) && first <= last && last < size &&
                    set_q[32*7 +: 32] != '0 && set_q[32*8 +: 32] <= 32'(nve_pkg::MaxExtraPasses) &&
                    set_q[32*9 +: 32] != '0 && stride != '0 && stride <= 32'(nve_pkg::MaxStride) &&
                    shift <= 32'(nve_pkg::MaxBiasShift) && act <= 32'(nve_pkg::MaxActShift) && agu_fits;
  // START without another fault than the settings
  assign sound_start    = write && is_control && fits && wdata[0] && !wdata[2] && !(wdata[3] && !wdata[1]) &&
                          !busy;
  assign refused_start  = sound_start && !in_range;
  assign reads_register = raddr[1:0] == 2'b00 &&
                          (raddr <= AddrW'(13'h034) ||
                           (raddr >= AddrW'(13'h040) && raddr <= AddrW'(13'h054)) ||
                           raddr == AddrW'(13'h080) || raddr == AddrW'(13'h084));
  logic reads_table;
  assign reads_table = raddr[1:0] == 2'b00 && raddr >= AddrW'(13'h1000) &&
                       raddr <= AddrW'(13'h1000 + 4 * (nve_pkg::ActEntries - 1));

  logic             seen_q, busy_q, start_q, werror_q, soft_reset_q, done_q, irq_clear_q;
  logic             unpresented_q, other_q;
  logic [nve_pkg::RegIrqBits-1:0] irq_q;
  logic [AddrW-1:0] waddr_before_q, raddr_before_q;
  logic [31:0]      wdata_before_q;
  logic             write_before_q;
  always_ff @(posedge clk_i) begin
    seen_q         <= rst_ni;
    busy_q         <= busy;
    start_q        <= start;
    werror_q       <= werror;
    unpresented_q  <= !write;
    soft_reset_q   <= soft_reset;
    other_q        <= is_control || waddr == AddrW'(13'h008) || is_table;
    done_q         <= done_i;
    irq_q          <= irq;
    irq_clear_q    <= write && !werror && waddr == AddrW'(13'h008) && wdata[0];
    settings_q     <= settings;
    write_before_q <= write_i;
    waddr_before_q <= waddr_i;
    wdata_before_q <= wdata_i;
    raddr_before_q <= raddr_i;
    if (!rst_ni) begin
      known_q <= 1'b0;
    end else if (write && !werror && waddr == watched) begin
      known_q <= 1'b1;
      value_q <= wdata;
    end
  end
  logic seen;
  assign seen = formal_started && seen_q;

  // Presented a cycle later
  `PROVE(PresentedOneCycleLater, !seen || (write == write_before_q && waddr == waddr_before_q &&
                                           wdata == wdata_before_q && raddr == raddr_before_q))
  // Refusals
  `PROVE(RefusesUnknownOffset, !write || werror || is_control || is_irq_pair || is_setting || is_table)
  `PROVE(RefusesReadOnly, !write || !is_read_only || werror)
  `PROVE(RefusesBitsAbove, !write || fits || werror)
  `PROVE(RefusesWhileBusy, !write || !busy || is_control || is_irq_pair || werror)
  `PROVE(RefusesBadCommands, !write || !is_control || werror ||
                             !((wdata[0] && busy) || (wdata[0] && wdata[2]) || (wdata[1] && !wdata[0]) ||
                               (wdata[3] && !wdata[1])))
  `PROVE(AcceptsTheRest, !write || !werror || !fits || is_read_only || (busy && !is_irq_pair) ||
                         !(is_setting || is_irq_pair || is_table ||
                           (is_control && !wdata[0] && !wdata[1] && !wdata[3])))
  `PROVE(AcceptsResetWhileBusy, !write || !is_control || wdata != 32'd4 || soft_reset)
  `PROVE(ErrorOnlyWhenPresented, write || !werror)
  `PROVE(RefusedChangesNothing, !seen || !(werror_q || unpresented_q || other_q) || settings == settings_q)
  // What the core relies on
  `PROVE(StartOnlyWhenIdle, !start || !busy)
  `PROVE(OneCommand, !(start && soft_reset))
  `PROVE(TableOnlyWhenIdle, !table_we || !busy)
  `PROVE(CommandsOnlyWhenWritten, !(start || soft_reset || table_we) || (write && !werror))
  `PROVE(StartHasProgram, !start || (program_size != '0 &&
                                     program_size <= CountW'(nve_pkg::InstructionWords) &&
                                     repeat_first <= repeat_last && CountW'(repeat_last) < program_size))
  `PROVE(StartHasCounts, !start || (iterations != '0 && runs != '0 &&
                                    extra <= nve_pkg::RegExtraBits'(nve_pkg::MaxExtraPasses)))
  `PROVE(StartHasShifts, !start || (bias_shift <= BiasW'(nve_pkg::MaxBiasShift) &&
                                    act_shift <= ShiftW'(nve_pkg::MaxActShift)))
  `PROVE(StartAcceptedIfInRange, !sound_start || (werror == !in_range && start == in_range))
  `PROVE(StartHasItsLoad, !start || start_load == wdata[1])
  `PROVE(StartHasItsTable, !start || start_table == wdata[3])
  `PROVE(TableWithLoad, !(start && start_table) || start_load)
  `PROVE(SettingsDriveTheirOutputs,
         program_size == CountW'(size) && repeat_first == PcW'(first) && repeat_last == PcW'(last) &&
         32'(iterations) == set_q[32*7 +: 32] && 32'(extra) == set_q[32*8 +: 32] &&
         32'(runs) == set_q[32*9 +: 32] && stride2 == (nve_pkg::MaxStride > 1 && stride == 32'd2) &&
         bias_shift == BiasW'(shift) && act_shift == ShiftW'(act) && packet_words == set_q[32*13 +: 32])
  `PROVE(AguSettingsDriveTheirOutputs,
         agu_inc == {set_q[32*20 +: AguW1], set_q[32*18 +: AguW1], set_q[32*16 +: AguW1]} &&
         agu_toggle == {set_q[32*21 +: AguW1], set_q[32*19 +: AguW1], set_q[32*17 +: AguW1]})
  `PROVE(SettingsStayWhileBusy, !(seen && busy_q) || settings[287:1] == settings_q[287:1])
  `PROVE(SettingsStayAtStart, !(seen && start_q) || settings == settings_q)
  `PROVE(SettingsStayInSoftReset, !(seen && soft_reset_q) || settings == settings_q)
  `PROVE(TableAddress, !table_we || (is_table && AddrW'(13'h1000) + (AddrW'(table_addr) << 2) == waddr))
  // Reads
  `PROVE(ReadsBackWhatWasWritten,
         !(known_q && watchable && raddr == watched) || (rdata == value_q && !rerror))
  `PROVE(StoredAsWritten, stored == set_q)
  `PROVE(WatchedIsStored, !(known_q && watchable) || value_q ==
                          (watched == AddrW'(13'h00C) ? 32'(irq_enable) : set_q[32*watched[6:2] +: 32]))
  `PROVE(StatusShowsState, raddr != AddrW'(13'h004) ||
         ({rdata[31:24], rdata[6:0]} == {8'd0, busy, stall_i, 1'b0, state_i} && rdata[23:8] == 16'(pc_i)))
  `PROVE(ConfigErrorStored, config_error == error_q)
  `PROVE(ConfigErrorExact, raddr != AddrW'(13'h004) || rdata[7] == error_q)
  `PROVE(ReadErrorExact, rerror == !(reads_register || reads_table))
  `PROVE(ControlAndTableReadZero, !(raddr == '0 || reads_table) || rdata == '0)
  `PROVE(IdentifiesItself, raddr != AddrW'(13'h080) || (rdata == 32'h4E564531 && !rerror))
  // Interrupt
  `PROVE(DoneSetsIrq, !(seen && done_q && !soft_reset_q) || irq[0])
  `PROVE(IrqClearedByOne, !(seen && irq_clear_q && !done_q) || !irq[0])
  `PROVE(IrqStaysOtherwise, !(seen && !irq_clear_q && !done_q && !soft_reset_q) || irq == irq_q)
  `PROVE(SoftResetClearsIrq, !(seen && soft_reset_q) || irq == '0)
  `PROVE(IrqLine, irq_line == ((irq & irq_enable) != '0))

  `REACH(StartWithLoad, start && start_load && runs == 16'd7)
  `REACH(StartWithTable, start && start_table && runs == 16'd9)
  `REACH(TableWritten, table_we && &table_addr)
  `REACH(RefusedForSettings, refused_start && size != '0 && act == 32'd3)
  `REACH(ReadBackSetting, known_q && watchable && raddr == watched && rdata == 32'h0000_1234)
  `REACH(DoneMeetsClear, seen && done_q && irq_clear_q && irq[0])

endmodule
