// SPDX-License-Identifier: Apache-2.0
// Settings, status and interrupt registers, and the write port of the activation table (isa.md
// section 10). The register bus is registered on entry: a write given in cycle t is presented in
// t+1, where werror_o answers it and at whose end it takes effect; a read address given in t is
// answered in t+1 with the value of that cycle. START and RESET act at the end of that cycle too.
`include "nve_assert.svh"

module nve_regs (
  input  logic                                   clk_i,
  input  logic                                   rst_ni,
  // Register bus
  input  logic                                   write_i,
  input  logic [nve_pkg::RegisterSpaceBits-1:0]  waddr_i,
  input  logic [31:0]                            wdata_i,
  input  logic [nve_pkg::RegisterSpaceBits-1:0]  raddr_i,
  // The presented write and read of this cycle, and the answers
  output logic                                   write_o,
  output logic [nve_pkg::RegisterSpaceBits-1:0]  waddr_o,
  output logic [31:0]                            wdata_o,
  output logic [nve_pkg::RegisterSpaceBits-1:0]  raddr_o,
  output logic                                   werror_o,
  output logic [31:0]                            rdata_o,
  output logic                                   rerror_o,
  // Commands, one cycle long
  output logic                                   start_o,
  output logic                                   start_load_o,
  output logic                                   start_table_o,
  output logic                                   soft_reset_o,
  // Core state
  input  nve_pkg::state_e                        state_i,
  input  nve_pkg::stall_e                        stall_i,
  input  logic [nve_pkg::PcBits-1:0]             pc_i,
  input  logic                                   done_i,
  output logic                                   irq_o,
  // Activation table
  output logic                                   table_we_o,
  output logic [nve_pkg::ActIndexBits-1:0]       table_addr_o,
  // Settings
  output logic [nve_pkg::CountBits-1:0]          program_size_o,
  output logic [nve_pkg::PcBits-1:0]             repeat_first_o,
  output logic [nve_pkg::PcBits-1:0]             repeat_last_o,
  output logic [nve_pkg::RegIterationsBits-1:0]  iterations_o,
  output logic [nve_pkg::RegExtraBits-1:0]       extra_o,
  output logic [nve_pkg::RegRunsBits-1:0]        runs_o,
  output logic                                   stride2_o,
  output logic [$clog2(nve_pkg::MaxBiasShift+1)-1:0] bias_shift_o,
  output logic [$clog2(nve_pkg::MaxActShift+1)-1:0]  act_shift_o,
  output logic [nve_pkg::RegPacketWordsBits-1:0] packet_words_o,
  output logic [nve_pkg::AguModes*nve_pkg::AguAddressBits-1:0] agu_inc_o,
  output logic [nve_pkg::AguModes*nve_pkg::AguAddressBits-1:0] agu_toggle_o,
  // For the probe: all that can be written and CONFIG_ERROR, a word each, in its order
  output logic [19*32-1:0]                      registers_o
);

  localparam int unsigned AddrW  = nve_pkg::RegisterSpaceBits;
  localparam int unsigned AguW   = nve_pkg::AguAddressBits;
  localparam int unsigned BiasW  = $clog2(nve_pkg::MaxBiasShift + 1);
  localparam int unsigned ShiftW = $clog2(nve_pkg::MaxActShift + 1);
  localparam logic [31:0]      AguMax     = 32'((1 << AguW) - 1);
  localparam logic [AddrW-1:0] TableBytes = AddrW'(4 * nve_pkg::ActEntries);

  if (nve_pkg::AguModes != 3) begin : gen_bad
    $error("nve_regs: the register map has three AGU modes");
  end

  if (nve_pkg::MaxStride != 1 && nve_pkg::MaxStride != 2) begin : gen_bad_stride
    $error("nve_regs: the largest stride of the lanes must be 1 or 2");
  end

  // Outputs are narrower than registers.
  if (nve_pkg::RegProgramSizeMax > nve_pkg::InstructionWords ||
      nve_pkg::RegStrideMax > nve_pkg::MaxStride ||
      nve_pkg::RegBiasShiftMax > nve_pkg::MaxBiasShift ||
      nve_pkg::RegActShiftMax > nve_pkg::MaxActShift) begin : gen_bad_range
    $error("nve_regs: a setting may be wider than its output");
  end

  // Not compared.
  if (nve_pkg::RegPacketWordsMin != '0 ||
      nve_pkg::RegPacketWordsMax != 32'hFFFF_FFFF) begin : gen_bad_packet_words
    $error("nve_regs: PACKET_WORDS must be allowed to be any number");
  end

  // Compared together.
  if ((nve_pkg::RegAguInc1Min | nve_pkg::RegAguInc2Min | nve_pkg::RegAguInc3Min |
       nve_pkg::RegAguToggle1Min | nve_pkg::RegAguToggle2Min | nve_pkg::RegAguToggle3Min) != '0 ||
      (nve_pkg::RegAguInc1Max & nve_pkg::RegAguInc2Max & nve_pkg::RegAguInc3Max &
       nve_pkg::RegAguToggle1Max & nve_pkg::RegAguToggle2Max & nve_pkg::RegAguToggle3Max) != AguMax ||
      (nve_pkg::RegAguInc1Max | nve_pkg::RegAguInc2Max | nve_pkg::RegAguInc3Max |
       nve_pkg::RegAguToggle1Max | nve_pkg::RegAguToggle2Max | nve_pkg::RegAguToggle3Max) != AguMax)
  begin : gen_bad_agu_range
    $error("nve_regs: INC and TOGGLE of the AGU modes must be allowed to be any address");
  end

  function automatic logic in_range(input logic [31:0] value, input logic [31:0] low,
                                    input logic [31:0] high);
    in_range = value >= low && value <= high;
  endfunction

  logic             write_q;
  logic [AddrW-1:0] waddr_q, raddr_q;
  logic [31:0]      wdata_q;

  logic [nve_pkg::RegProgramSizeBits-1:0] program_size_q;
  logic [nve_pkg::RegRepeatFirstBits-1:0] repeat_first_q;
  logic [nve_pkg::RegRepeatLastBits-1:0]  repeat_last_q;
  logic [nve_pkg::RegIterationsBits-1:0]  iterations_q;
  logic [nve_pkg::RegExtraBits-1:0]       extra_q;
  logic [nve_pkg::RegRunsBits-1:0]        runs_q;
  logic [nve_pkg::RegStrideBits-1:0]      stride_q;
  logic [nve_pkg::RegBiasShiftBits-1:0]   bias_shift_q;
  logic [nve_pkg::RegActShiftBits-1:0]    act_shift_q;
  logic [nve_pkg::RegPacketWordsBits-1:0] packet_words_q;
  logic [nve_pkg::RegAguInc1Bits-1:0]     agu_inc1_q, agu_inc2_q, agu_inc3_q;
  logic [nve_pkg::RegAguToggle1Bits-1:0]  agu_toggle1_q, agu_toggle2_q, agu_toggle3_q;
  logic [nve_pkg::RegIrqBits-1:0]         irq_q;
  logic [nve_pkg::RegIrqEnableBits-1:0]   irq_enable_q;
  logic                                   config_error_q;

  logic        busy, w_table, r_table, w_known, w_always, settings_ok;
  logic        start, load, table_load, soft_reset, malformed, config_refused, refused, accepted;
  logic        r_known;
  logic [31:0] bits_above, status;
  logic [31:0] rdata;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= 1'b0;
      waddr_q <= '0;
      wdata_q <= '0;
      raddr_q <= '0;
    end else begin
      write_q <= write_i;
      waddr_q <= waddr_i;
      wdata_q <= wdata_i;
      raddr_q <= raddr_i;
    end
  end

  /////////////
  // Refusal //
  /////////////
  assign busy    = state_i != nve_pkg::StateIdle;
  assign w_table = waddr_q - nve_pkg::ActTableOffset < TableBytes && waddr_q[1:0] == 2'b00 &&
                   waddr_q >= nve_pkg::ActTableOffset;
  assign r_table = raddr_q - nve_pkg::ActTableOffset < TableBytes && raddr_q[1:0] == 2'b00 &&
                   raddr_q >= nve_pkg::ActTableOffset;

  assign start      = wdata_q[nve_pkg::RegControlStartLsb];
  assign load       = wdata_q[nve_pkg::RegControlLoadLsb];
  assign soft_reset = wdata_q[nve_pkg::RegControlResetLsb];
  assign table_load = wdata_q[nve_pkg::RegControlTableLsb];

  // bits_above: what the data holds above the implemented bits; w_always: writable while busy.
  always_comb begin
    w_known    = 1'b1;
    w_always   = 1'b0;
    bits_above = '0;
    unique case (waddr_q)
      nve_pkg::RegControl: begin
        w_always   = 1'b1;
        bits_above = wdata_q >> nve_pkg::RegControlBits;
      end
      nve_pkg::RegIrq: begin
        w_always   = 1'b1;
        bits_above = wdata_q >> nve_pkg::RegIrqBits;
      end
      nve_pkg::RegIrqEnable: begin
        w_always   = 1'b1;
        bits_above = wdata_q >> nve_pkg::RegIrqEnableBits;
      end
      nve_pkg::RegProgramSize: bits_above = wdata_q >> nve_pkg::RegProgramSizeBits;
      nve_pkg::RegRepeatFirst: bits_above = wdata_q >> nve_pkg::RegRepeatFirstBits;
      nve_pkg::RegRepeatLast:  bits_above = wdata_q >> nve_pkg::RegRepeatLastBits;
      nve_pkg::RegIterations:  bits_above = wdata_q >> nve_pkg::RegIterationsBits;
      nve_pkg::RegExtra:       bits_above = wdata_q >> nve_pkg::RegExtraBits;
      nve_pkg::RegRuns:        bits_above = wdata_q >> nve_pkg::RegRunsBits;
      nve_pkg::RegStride:      bits_above = wdata_q >> nve_pkg::RegStrideBits;
      nve_pkg::RegBiasShift:   bits_above = wdata_q >> nve_pkg::RegBiasShiftBits;
      nve_pkg::RegActShift:    bits_above = wdata_q >> nve_pkg::RegActShiftBits;
      nve_pkg::RegPacketWords: bits_above = '0;
      nve_pkg::RegAguInc1, nve_pkg::RegAguInc2, nve_pkg::RegAguInc3:
        bits_above = wdata_q >> nve_pkg::RegAguInc1Bits;
      nve_pkg::RegAguToggle1, nve_pkg::RegAguToggle2, nve_pkg::RegAguToggle3:
        bits_above = wdata_q >> nve_pkg::RegAguToggle1Bits;
      default: begin
        w_known    = w_table;
        bits_above = wdata_q >> nve_pkg::PixelBits;
      end
    endcase
  end

  assign settings_ok =
      in_range(32'(program_size_q), nve_pkg::RegProgramSizeMin, nve_pkg::RegProgramSizeMax) &&
      repeat_first_q <= repeat_last_q && repeat_last_q < program_size_q &&
      in_range(32'(iterations_q), nve_pkg::RegIterationsMin, nve_pkg::RegIterationsMax) &&
      in_range(32'(extra_q), nve_pkg::RegExtraMin, nve_pkg::RegExtraMax) &&
      in_range(32'(runs_q), nve_pkg::RegRunsMin, nve_pkg::RegRunsMax) &&
      in_range(32'(stride_q), nve_pkg::RegStrideMin, nve_pkg::RegStrideMax) &&
      in_range(32'(bias_shift_q), nve_pkg::RegBiasShiftMin, nve_pkg::RegBiasShiftMax) &&
      in_range(32'(act_shift_q), nve_pkg::RegActShiftMin, nve_pkg::RegActShiftMax) &&
      ((agu_inc1_q | agu_inc2_q | agu_inc3_q | agu_toggle1_q | agu_toggle2_q | agu_toggle3_q)
       >> AguW) == '0;

  // Every reason but the settings; those matter only to a START that has no other fault.
  assign malformed = !w_known || bits_above != '0 || (busy && !w_always) ||
                     (waddr_q == nve_pkg::RegControl &&
                      ((start && busy) || (start && soft_reset) || (load && !start) ||
                       (table_load && !load)));
  assign config_refused = waddr_q == nve_pkg::RegControl && start && !malformed && !settings_ok;
  assign refused        = malformed || config_refused;
  assign accepted       = write_q && !refused;

  assign werror_o      = write_q && refused;
  assign start_o       = accepted && waddr_q == nve_pkg::RegControl && start;
  assign start_load_o  = load;
  assign start_table_o = table_load;
  assign soft_reset_o  = accepted && waddr_q == nve_pkg::RegControl && soft_reset;
  assign table_we_o    = accepted && w_table;
  assign table_addr_o  = waddr_q[2 +: nve_pkg::ActIndexBits];

  //////////////
  // Settings //
  //////////////
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      irq_enable_q   <= nve_pkg::RegIrqEnableReset[nve_pkg::RegIrqEnableBits-1:0];
      program_size_q <= nve_pkg::RegProgramSizeReset[nve_pkg::RegProgramSizeBits-1:0];
      repeat_first_q <= nve_pkg::RegRepeatFirstReset[nve_pkg::RegRepeatFirstBits-1:0];
      repeat_last_q  <= nve_pkg::RegRepeatLastReset[nve_pkg::RegRepeatLastBits-1:0];
      iterations_q   <= nve_pkg::RegIterationsReset[nve_pkg::RegIterationsBits-1:0];
      extra_q        <= nve_pkg::RegExtraReset[nve_pkg::RegExtraBits-1:0];
      runs_q         <= nve_pkg::RegRunsReset[nve_pkg::RegRunsBits-1:0];
      stride_q       <= nve_pkg::RegStrideReset[nve_pkg::RegStrideBits-1:0];
      bias_shift_q   <= nve_pkg::RegBiasShiftReset[nve_pkg::RegBiasShiftBits-1:0];
      act_shift_q    <= nve_pkg::RegActShiftReset[nve_pkg::RegActShiftBits-1:0];
      packet_words_q <= nve_pkg::RegPacketWordsReset[nve_pkg::RegPacketWordsBits-1:0];
      agu_inc1_q     <= nve_pkg::RegAguInc1Reset[nve_pkg::RegAguInc1Bits-1:0];
      agu_inc2_q     <= nve_pkg::RegAguInc2Reset[nve_pkg::RegAguInc1Bits-1:0];
      agu_inc3_q     <= nve_pkg::RegAguInc3Reset[nve_pkg::RegAguInc1Bits-1:0];
      agu_toggle1_q  <= nve_pkg::RegAguToggle1Reset[nve_pkg::RegAguToggle1Bits-1:0];
      agu_toggle2_q  <= nve_pkg::RegAguToggle2Reset[nve_pkg::RegAguToggle1Bits-1:0];
      agu_toggle3_q  <= nve_pkg::RegAguToggle3Reset[nve_pkg::RegAguToggle1Bits-1:0];
    end else if (accepted) begin
      unique case (waddr_q)
        nve_pkg::RegIrqEnable:   irq_enable_q   <= wdata_q[nve_pkg::RegIrqEnableBits-1:0];
        nve_pkg::RegProgramSize: program_size_q <= wdata_q[nve_pkg::RegProgramSizeBits-1:0];
        nve_pkg::RegRepeatFirst: repeat_first_q <= wdata_q[nve_pkg::RegRepeatFirstBits-1:0];
        nve_pkg::RegRepeatLast:  repeat_last_q  <= wdata_q[nve_pkg::RegRepeatLastBits-1:0];
        nve_pkg::RegIterations:  iterations_q   <= wdata_q[nve_pkg::RegIterationsBits-1:0];
        nve_pkg::RegExtra:       extra_q        <= wdata_q[nve_pkg::RegExtraBits-1:0];
        nve_pkg::RegRuns:        runs_q         <= wdata_q[nve_pkg::RegRunsBits-1:0];
        nve_pkg::RegStride:      stride_q       <= wdata_q[nve_pkg::RegStrideBits-1:0];
        nve_pkg::RegBiasShift:   bias_shift_q   <= wdata_q[nve_pkg::RegBiasShiftBits-1:0];
        nve_pkg::RegActShift:    act_shift_q    <= wdata_q[nve_pkg::RegActShiftBits-1:0];
        nve_pkg::RegPacketWords: packet_words_q <= wdata_q[nve_pkg::RegPacketWordsBits-1:0];
        nve_pkg::RegAguInc1:     agu_inc1_q     <= wdata_q[nve_pkg::RegAguInc1Bits-1:0];
        nve_pkg::RegAguInc2:     agu_inc2_q     <= wdata_q[nve_pkg::RegAguInc1Bits-1:0];
        nve_pkg::RegAguInc3:     agu_inc3_q     <= wdata_q[nve_pkg::RegAguInc1Bits-1:0];
        nve_pkg::RegAguToggle1:  agu_toggle1_q  <= wdata_q[nve_pkg::RegAguToggle1Bits-1:0];
        nve_pkg::RegAguToggle2:  agu_toggle2_q  <= wdata_q[nve_pkg::RegAguToggle1Bits-1:0];
        nve_pkg::RegAguToggle3:  agu_toggle3_q  <= wdata_q[nve_pkg::RegAguToggle1Bits-1:0];
        default: ;
      endcase
    end
  end

  // Status is cleared by a soft reset, settings are not. A cause set by the core wins over a clear.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      irq_q          <= nve_pkg::RegIrqReset[nve_pkg::RegIrqBits-1:0];
      config_error_q <= 1'b0;
    end else if (soft_reset_o) begin
      irq_q          <= '0;
      config_error_q <= 1'b0;
    end else begin
      if (accepted && waddr_q == nve_pkg::RegIrq) begin
        irq_q <= irq_q & ~wdata_q[nve_pkg::RegIrqBits-1:0];
      end
      if (done_i) irq_q[nve_pkg::RegIrqDoneLsb] <= 1'b1;
      if (write_q && config_refused) config_error_q <= 1'b1;
      else if (start_o) config_error_q <= 1'b0;
    end
  end

  //////////
  // Read //
  //////////
  always_comb begin
    status = '0;
    status[nve_pkg::RegStatusStateLsb +: 3]         = state_i;
    status[nve_pkg::RegStatusStallLsb +: 2]         = stall_i;
    status[nve_pkg::RegStatusBusyLsb]               = busy;
    status[nve_pkg::RegStatusConfigErrorLsb]        = config_error_q;
    status[nve_pkg::RegStatusPcLsb +: nve_pkg::PcBits] = pc_i;
  end

  always_comb begin
    r_known = 1'b1;
    rdata   = '0;
    unique case (raddr_q)
      nve_pkg::RegControl:     rdata = '0;
      nve_pkg::RegStatus:      rdata = status;
      nve_pkg::RegIrq:         rdata = 32'(irq_q);
      nve_pkg::RegIrqEnable:   rdata = 32'(irq_enable_q);
      nve_pkg::RegProgramSize: rdata = 32'(program_size_q);
      nve_pkg::RegRepeatFirst: rdata = 32'(repeat_first_q);
      nve_pkg::RegRepeatLast:  rdata = 32'(repeat_last_q);
      nve_pkg::RegIterations:  rdata = 32'(iterations_q);
      nve_pkg::RegExtra:       rdata = 32'(extra_q);
      nve_pkg::RegRuns:        rdata = 32'(runs_q);
      nve_pkg::RegStride:      rdata = 32'(stride_q);
      nve_pkg::RegBiasShift:   rdata = 32'(bias_shift_q);
      nve_pkg::RegActShift:    rdata = 32'(act_shift_q);
      nve_pkg::RegPacketWords: rdata = packet_words_q;
      nve_pkg::RegAguInc1:     rdata = 32'(agu_inc1_q);
      nve_pkg::RegAguInc2:     rdata = 32'(agu_inc2_q);
      nve_pkg::RegAguInc3:     rdata = 32'(agu_inc3_q);
      nve_pkg::RegAguToggle1:  rdata = 32'(agu_toggle1_q);
      nve_pkg::RegAguToggle2:  rdata = 32'(agu_toggle2_q);
      nve_pkg::RegAguToggle3:  rdata = 32'(agu_toggle3_q);
      nve_pkg::RegId:          rdata = nve_pkg::RegIdReset;
      nve_pkg::RegArchId:      rdata = nve_pkg::RegArchIdReset;
      default:                 r_known = r_table;
    endcase
  end

  assign write_o  = write_q;
  assign waddr_o  = waddr_q;
  assign wdata_o  = wdata_q;
  assign raddr_o  = raddr_q;
  assign rdata_o  = rdata;
  assign rerror_o = !r_known;
  assign irq_o    = (irq_q & irq_enable_q) != '0;

  // A START is accepted only with settings in range, so the cut bits are 0 while running.
  assign program_size_o = program_size_q[nve_pkg::CountBits-1:0];
  assign repeat_first_o = repeat_first_q[nve_pkg::PcBits-1:0];
  assign repeat_last_o  = repeat_last_q[nve_pkg::PcBits-1:0];
  assign iterations_o   = iterations_q;
  assign extra_o        = extra_q;
  assign runs_o         = runs_q;
  assign stride2_o      = nve_pkg::MaxStride > 1 && stride_q == nve_pkg::RegStrideBits'(2);
  assign bias_shift_o   = bias_shift_q[BiasW-1:0];
  assign act_shift_o    = act_shift_q[ShiftW-1:0];
  assign packet_words_o = packet_words_q;
  assign agu_inc_o      = {agu_inc3_q[AguW-1:0], agu_inc2_q[AguW-1:0], agu_inc1_q[AguW-1:0]};
  assign agu_toggle_o   = {agu_toggle3_q[AguW-1:0], agu_toggle2_q[AguW-1:0],
                           agu_toggle1_q[AguW-1:0]};

  assign registers_o = {
    32'(config_error_q), 32'(agu_toggle3_q), 32'(agu_inc3_q), 32'(agu_toggle2_q), 32'(agu_inc2_q),
    32'(agu_toggle1_q), 32'(agu_inc1_q), packet_words_q, 32'(act_shift_q), 32'(bias_shift_q),
    32'(stride_q), 32'(runs_q), 32'(extra_q), 32'(iterations_q), 32'(repeat_last_q),
    32'(repeat_first_q), 32'(program_size_q), 32'(irq_enable_q), 32'(irq_q)
  };

  `ASSERT(OneCommand, start_o || soft_reset_o, !(start_o && soft_reset_o))
  `ASSERT_IF(TableWithLoad, start_o && start_table_o, start_load_o)
  `ASSERT_IF(TableOnlyWhenIdle, table_we_o, !busy)

endmodule
