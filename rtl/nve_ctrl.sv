// SPDX-License-Identifier: Apache-2.0
// Control FSM, position in the program and the one stall equation (thesis 3.3, isa.md section 8).
// advance_o is 1 in a running cycle that does not stall; the datapath moves in those cycles only.
// fetch_addr_o is the position of the next cycle, so that a memory with registered output delivers
// every instruction in the cycle it executes. Settings are stable while the state is not idle.
`include "nve_assert.svh"

module nve_ctrl (
  input  logic                                  clk_i,
  input  logic                                  rst_ni,
  input  logic                                  clear_i,
  // Accepted START, with LOAD, with TABLE
  input  logic                                  start_i,
  input  logic                                  start_load_i,
  input  logic                                  start_table_i,
  // Settings
  input  logic [nve_pkg::CountBits-1:0]         program_size_i,
  input  logic [nve_pkg::PcBits-1:0]            repeat_first_i,
  input  logic [nve_pkg::PcBits-1:0]            repeat_last_i,
  input  logic [nve_pkg::RegIterationsBits-1:0] iterations_i,
  input  logic [nve_pkg::RegExtraBits-1:0]      extra_i,
  input  logic [nve_pkg::RegRunsBits-1:0]       runs_i,
  // The instruction in execution, operations only; FIFO levels. in_valid_i: the input FIFO has all
  // that MEMA's wr needs, or a word to load, of the table or an instruction
  input  logic                                  mema_wr_i,
  input  logic                                  act_stream_i,
  input  logic                                  in_valid_i,
  input  logic [nve_pkg::OutputLevelBits-1:0]   out_level_i,
  input  logic                                  out_push_i,
  // State
  output nve_pkg::state_e                       state_o,
  output nve_pkg::stall_e                       stall_o,
  output logic [nve_pkg::PcBits-1:0]            pc_o,
  output logic [nve_pkg::RegIterationsBits:0]   pass_o,
  output logic [nve_pkg::RegRunsBits-1:0]       run_o,
  output logic [nve_pkg::CountBits-1:0]         load_count_o,
  // What happens in this cycle
  output logic                                  running_o,
  output logic                                  advance_o,
  output logic                                  table_o,
  output logic                                  load_o,
  output logic                                  fetch_o,
  output logic [nve_pkg::PcBits-1:0]            fetch_addr_o,
  output logic                                  rotating_o,
  output logic                                  no_stream_write_o,
  output logic                                  no_act_output_o,
  output logic                                  done_o
);

  localparam int unsigned PassW  = nve_pkg::RegIterationsBits + 1;
  localparam int unsigned CountW = nve_pkg::CountBits;
  localparam int unsigned PcW    = nve_pkg::PcBits;
  localparam int unsigned RunW   = nve_pkg::RegRunsBits;
  localparam int unsigned LevelW = nve_pkg::OutputLevelBits;
  localparam int unsigned TableWords = nve_pkg::ActEntries / nve_pkg::WordPixels;

  if (TableWords < 1 || TableWords > 2 ** CountW) begin : gen_bad
    $error("nve_ctrl: load_count must count the words of the activation table");
  end

  nve_pkg::state_e   state_q, state_d, first_state;
  nve_pkg::stall_e   stall;
  logic [PcW-1:0]    pc_q, pc_d;
  logic [PassW-1:0]  pass_q, pass_d, passes, pass_next;
  logic [RunW-1:0]   run_q, run_d;
  logic [CountW-1:0] load_count_q, load_count_d, pc_next;
  logic [RunW:0]     run_next;
  logic [LevelW:0]   out_next;
  logic              running, in_repeat, loaded, run_ends;

  assign running   = state_q == nve_pkg::StateInitial || state_q == nve_pkg::StateRepeat ||
                     state_q == nve_pkg::StateFinal;
  assign in_repeat = state_q == nve_pkg::StateRepeat;
  assign loaded    = load_count_q == program_size_i;

  // One bit more than the counters: none of these sums wraps.
  assign passes    = PassW'(iterations_i) + PassW'(extra_i);
  assign pass_next = pass_q + 1'b1;
  assign run_next  = {1'b0, run_q} + 1'b1;
  assign pc_next   = CountW'(pc_q) + 1'b1;
  assign out_next  = {1'b0, out_level_i} + (LevelW + 1)'(out_push_i);

  // A kernel-only program fills its pipeline in the first EXTRA passes and drains it in the last.
  assign no_stream_write_o = in_repeat && pass_q >= PassW'(iterations_i);
  assign no_act_output_o   = in_repeat && pass_q < PassW'(extra_i);
  assign rotating_o        = in_repeat && pass_q != '0;

  ///////////
  // Stall //
  ///////////
  always_comb begin
    stall = nve_pkg::StallNone;
    if (state_q == nve_pkg::StateTable) begin
      if (!in_valid_i) stall = nve_pkg::StallInput;
    end else if (state_q == nve_pkg::StateLoad) begin
      if (!loaded && !in_valid_i) stall = nve_pkg::StallInput;
    end else if (running) begin
      if (mema_wr_i && !no_stream_write_o && !in_valid_i) begin
        stall = nve_pkg::StallInput;
      end else if (act_stream_i && !no_act_output_o &&
                   out_next >= (LevelW + 1)'(nve_pkg::OutputFifoWords)) begin
        // Room is kept for the word that is on its way.
        stall = nve_pkg::StallOutput;
      end
    end
  end

  assign advance_o = running && stall == nve_pkg::StallNone;
  assign table_o   = state_q == nve_pkg::StateTable && in_valid_i;
  assign load_o    = state_q == nve_pkg::StateLoad && !loaded && in_valid_i;

  ////////////////////////
  // State and position //
  ////////////////////////
  always_comb begin
    first_state = nve_pkg::StateInitial;
    if (repeat_first_i == '0) first_state = nve_pkg::StateRepeat;
  end

  always_comb begin
    state_d      = state_q;
    pc_d         = pc_q;
    pass_d       = pass_q;
    run_d        = run_q;
    load_count_d = load_count_q;
    run_ends     = 1'b0;
    done_o       = 1'b0;

    unique case (state_q)
      nve_pkg::StateIdle: begin
        if (start_i) begin
          state_d      = nve_pkg::StateLoad;
          if (start_table_i) state_d = nve_pkg::StateTable;
          load_count_d = start_load_i ? '0 : program_size_i;
        end
      end
      nve_pkg::StateTable: begin
        if (table_o) begin
          load_count_d = load_count_q + 1'b1;
          if (load_count_q == CountW'(TableWords - 1)) begin
            state_d      = nve_pkg::StateLoad;
            load_count_d = '0;
          end
        end
      end
      nve_pkg::StateLoad: begin
        if (loaded) state_d = first_state;
        else if (in_valid_i) load_count_d = load_count_q + 1'b1;
      end
      nve_pkg::StateInitial: begin
        if (advance_o) begin
          pc_d = pc_next[PcW-1:0];
          if (pc_next == CountW'(repeat_first_i)) state_d = nve_pkg::StateRepeat;
        end
      end
      nve_pkg::StateRepeat: begin
        if (advance_o) begin
          if (pc_q != repeat_last_i) begin
            pc_d = pc_next[PcW-1:0];
          end else if (pass_next < passes) begin
            pass_d = pass_next;
            pc_d   = repeat_first_i;
          end else begin
            pass_d = '0;
            if (pc_next < program_size_i) begin
              state_d = nve_pkg::StateFinal;
              pc_d    = pc_next[PcW-1:0];
            end else begin
              run_ends = 1'b1;
            end
          end
        end
      end
      nve_pkg::StateFinal: begin
        if (advance_o) begin
          if (pc_next == program_size_i) run_ends = 1'b1;
          else pc_d = pc_next[PcW-1:0];
        end
      end
      default: state_d = nve_pkg::StateIdle;
    endcase

    if (run_ends) begin
      pc_d = '0;
      if (run_next < {1'b0, runs_i}) begin
        run_d   = run_next[RunW-1:0];
        state_d = first_state;
      end else begin
        run_d   = '0;
        state_d = nve_pkg::StateIdle;
        done_o  = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q      <= nve_pkg::StateIdle;
      pc_q         <= '0;
      pass_q       <= '0;
      run_q        <= '0;
      load_count_q <= '0;
    end else if (clear_i) begin
      state_q      <= nve_pkg::StateIdle;
      pc_q         <= '0;
      pass_q       <= '0;
      run_q        <= '0;
      load_count_q <= '0;
    end else begin
      state_q      <= state_d;
      pc_q         <= pc_d;
      pass_q       <= pass_d;
      run_q        <= run_d;
      load_count_q <= load_count_d;
    end
  end

  // The first instruction is fetched while the state is still load.
  assign fetch_o      = advance_o || (state_q == nve_pkg::StateLoad && loaded);
  assign fetch_addr_o = pc_d;

  assign state_o      = state_q;
  assign stall_o      = stall;
  assign pc_o         = pc_q;
  assign pass_o       = pass_q;
  assign run_o        = run_q;
  assign load_count_o = load_count_q;
  assign running_o    = running;

  `ASSERT(StateLegal, state_q != nve_pkg::StateIdle,
          running || state_q == nve_pkg::StateIdle || state_q == nve_pkg::StateTable ||
          state_q == nve_pkg::StateLoad)
  `ASSERT_IF(CountInTable, state_q == nve_pkg::StateTable,
             {1'b0, load_count_q} < (CountW + 1)'(TableWords))
  `ASSERT_IF(PositionInProgram, running, CountW'(pc_q) < program_size_i)
  `ASSERT_IF(PassInRange, in_repeat, pass_q < passes)
  // What the neighbours guarantee
  `ASSERT_IF(StartOnlyWhenIdle, start_i, state_q == nve_pkg::StateIdle)
  `ASSERT_IF(TableWithLoad, start_i && start_table_i, start_load_i)
  `ASSERT_IF(SettingsInRange, start_i,
             program_size_i != '0 && program_size_i <= CountW'(nve_pkg::InstructionWords) &&
             repeat_first_i <= repeat_last_i && CountW'(repeat_last_i) < program_size_i &&
             iterations_i != '0 && runs_i != '0 && extra_i <=
             nve_pkg::RegExtraBits'(nve_pkg::MaxExtraPasses))
  `ASSERT_NEXT(SettingsStable, start_i || state_q != nve_pkg::StateIdle,
               $stable({program_size_i, repeat_first_i, repeat_last_i, iterations_i, extra_i, runs_i}))

endmodule
