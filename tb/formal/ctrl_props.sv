// SPDX-License-Identifier: Apache-2.0
// Properties of nve_ctrl at full width (isa.md section 8): the stall equation, every row of the table of
// states, the rules of the next position, and that every position executed is the one fetched last. The
// settings are those that nve_regs guarantees (regs_props).
`include "formal.svh"

module ctrl_props #(
  localparam int unsigned CountW = nve_pkg::CountBits,
  localparam int unsigned PcW    = nve_pkg::PcBits,
  localparam int unsigned IterW  = nve_pkg::RegIterationsBits,
  localparam int unsigned ExtraW = nve_pkg::RegExtraBits,
  localparam int unsigned RunW   = nve_pkg::RegRunsBits,
  localparam int unsigned LevelW = nve_pkg::OutputLevelBits,
  localparam int unsigned SettingsW = CountW + 2 * PcW + IterW + ExtraW + RunW
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic              clear_i,
  input logic              start_i,
  input logic              start_load_i,
  input logic              start_table_i,
  input logic [CountW-1:0] program_size_i,
  input logic [PcW-1:0]    repeat_first_i,
  input logic [PcW-1:0]    repeat_last_i,
  input logic [IterW-1:0]  iterations_i,
  input logic [ExtraW-1:0] extra_i,
  input logic [RunW-1:0]   runs_i,
  input logic              mema_wr_i,
  input logic              act_stream_i,
  input logic              in_valid_i,
  input logic [LevelW-1:0] out_level_i,
  input logic              out_push_i
);

  localparam logic [2:0] Idle = 3'd0, Load = 3'd1, Initial = 3'd2, Repeat = 3'd3, Final = 3'd4;
  localparam logic [2:0] Table = 3'd5;
  // Words of the table
  localparam int unsigned TableWords = nve_pkg::ActEntries / 8;
  localparam logic [1:0] None = 2'd0, Input = 2'd1, Output = 2'd2;

  nve_pkg::state_e   state;
  nve_pkg::stall_e   stall;
  logic [PcW-1:0]    pc, fetch_addr;
  logic [IterW:0]    pass;
  logic [RunW-1:0]   run;
  logic [CountW-1:0] load_count;
  logic              running, advance, table_taken, load, fetch, rotating, no_stream_write, no_act_output;
  logic              done;

  nve_ctrl dut (
    .clk_i             (clk_i),
    .rst_ni            (rst_ni),
    .clear_i           (clear_i),
    .start_i           (start_i),
    .start_load_i      (start_load_i),
    .start_table_i     (start_table_i),
    .program_size_i    (program_size_i),
    .repeat_first_i    (repeat_first_i),
    .repeat_last_i     (repeat_last_i),
    .iterations_i      (iterations_i),
    .extra_i           (extra_i),
    .runs_i            (runs_i),
    .mema_wr_i         (mema_wr_i),
    .act_stream_i      (act_stream_i),
    .in_valid_i        (in_valid_i),
    .out_level_i       (out_level_i),
    .out_push_i        (out_push_i),
    .state_o           (state),
    .stall_o           (stall),
    .pc_o              (pc),
    .pass_o            (pass),
    .run_o             (run),
    .load_count_o      (load_count),
    .running_o         (running),
    .advance_o         (advance),
    .table_o           (table_taken),
    .load_o            (load),
    .fetch_o           (fetch),
    .fetch_addr_o      (fetch_addr),
    .rotating_o        (rotating),
    .no_stream_write_o (no_stream_write),
    .no_act_output_o   (no_act_output),
    .done_o            (done)
  );

  `FORMAL_RESET

  /////////////////
  // Assumptions //
  /////////////////
  logic [SettingsW-1:0] settings, settings_q;
  logic                 fixed_q;
  logic                 in_range;
  assign settings = {program_size_i, repeat_first_i, repeat_last_i, iterations_i, extra_i, runs_i};
  assign in_range = program_size_i != '0 && program_size_i <= CountW'(nve_pkg::InstructionWords) &&
                    repeat_first_i <= repeat_last_i && CountW'(repeat_last_i) < program_size_i &&
                    iterations_i != '0 && extra_i <= ExtraW'(nve_pkg::MaxExtraPasses) && runs_i != '0;
  `GIVEN(StartOnlyWhenIdle, !start_i || state == Idle)
  `GIVEN_IF(TableWithLoad, start_i && start_table_i, start_load_i)
  `GIVEN(SettingsInRange, !start_i || in_range)
  `GIVEN(SettingsStable, !(formal_started && fixed_q) || settings == settings_q)

  // The cycle before
  logic              seen_q, start_q, start_load_q, start_table_q, in_valid_q, advance_q, fetch_q, done_q;
  logic              running_q;
  logic [2:0]        state_q;
  logic [PcW-1:0]    pc_q, fetch_addr_q, fetched_q;
  logic [IterW:0]    pass_q;
  logic [RunW-1:0]   run_q;
  logic [CountW-1:0] load_count_q;
  logic              reset_q;
  always_ff @(posedge clk_i) begin
    settings_q    <= settings;
    fixed_q       <= rst_ni && (start_i || state != Idle);
    seen_q        <= rst_ni && !clear_i;
    reset_q       <= !rst_ni || clear_i;
    start_q       <= start_i;
    start_load_q  <= start_load_i;
    start_table_q <= start_table_i;
    in_valid_q    <= in_valid_i;
    advance_q     <= advance;
    running_q     <= running;
    fetch_q       <= fetch;
    done_q        <= done;
    state_q       <= state;
    pc_q          <= pc;
    pass_q        <= pass;
    run_q         <= run;
    load_count_q  <= load_count;
    if (fetch) fetched_q <= fetch_addr;
  end
  logic seen, moved;
  assign seen  = formal_started && seen_q;
  assign moved = seen && advance_q;

  ///////////
  // Stall //
  ///////////
  logic [IterW:0] passes;
  logic           needs_input, needs_output, room;
  assign passes       = (IterW + 1)'(iterations_i) + (IterW + 1)'(extra_i);
  assign room         = (LevelW + 2)'(out_level_i) + (LevelW + 2)'(out_push_i) <
                        (LevelW + 2)'(nve_pkg::OutputFifoWords);
  assign needs_input  = state == Table || (state == Load && load_count != program_size_i) ||
                        (running && mema_wr_i && !no_stream_write);
  assign needs_output = running && act_stream_i && !no_act_output;
  `PROVE(StallInputExact, (stall == Input) == (needs_input && !in_valid_i))
  `PROVE(StallOutputExact, (stall == Output) == (needs_output && !room && !(needs_input && !in_valid_i)))
  `PROVE(StallHasACode, stall == None || stall == Input || stall == Output)
  `PROVE(RunningIsThreeStates, running == (state == Initial || state == Repeat || state == Final))
  `PROVE(AdvanceUnlessStall, advance == (running && stall == None))
  `PROVE(NothingIssuedInStall, stall == None || (!advance && !fetch && !table_taken && !load && !done))
  `PROVE(StallKeepsPosition, !(seen && running_q && !advance_q) ||
                             (state == state_q && pc == pc_q && pass == pass_q && run == run_q))
  `PROVE(WritesSuppressedInLastPasses,
         no_stream_write == (state == Repeat && pass >= (IterW + 1)'(iterations_i)))
  `PROVE(OutputsSuppressedInFirstPasses, no_act_output == (state == Repeat && pass < (IterW + 1)'(extra_i)))
  `PROVE(RotatingFromSecondPass, rotating == (state == Repeat && pass != '0))

  ////////////
  // States //
  ////////////
  logic [2:0] first;
  assign first = (repeat_first_i == '0) ? Repeat : Initial;
  logic last_table_word;
  assign last_table_word = load_count_q + 1'b1 == CountW'(TableWords);
  `PROVE(ResetIsIdle, !(formal_started && reset_q) || (state == Idle && load_count == '0))
  `PROVE(IdleIsZero, state != Idle || (pc == '0 && pass == '0 && run == '0))
  `PROVE(LoadIsZero, state != Load || (pc == '0 && pass == '0 && run == '0))
  `PROVE(TableIsZero, state != Table || (pc == '0 && pass == '0 && run == '0))
  `PROVE(StartLeadsToLoad, !(seen && start_q) ||
                           (state == (start_table_q ? Table : Load) &&
                            load_count == (start_load_q ? '0 : program_size_i)))
  `PROVE(TableTakesAWord, !(seen && state_q == Table && (!in_valid_q || !last_table_word)) ||
                          (state == Table && load_count == load_count_q + CountW'(in_valid_q)))
  `PROVE(TableEndsInLoad, !(seen && state_q == Table && in_valid_q && last_table_word) ||
                          (state == Load && load_count == '0))
  `PROVE(TableStrobe, table_taken == (state == Table && in_valid_i))
  `PROVE(CountInTable, state != Table || load_count < TableWords)
  `PROVE(IdleStays, !(seen && state_q == Idle && !start_q) || (state == Idle && load_count == load_count_q))
  `PROVE(LoadTakesAWord, !(seen && state_q == Load && load_count_q != program_size_i) ||
                         (state == Load && load_count == load_count_q + CountW'(in_valid_q)))
  `PROVE(LoadStrobe, load == (state == Load && load_count != program_size_i && in_valid_i))
  `PROVE(LoadEndsInFirstState, !(seen && state_q == Load && load_count_q == program_size_i) ||
                               (state == first && pc == '0 && pass == '0 && run == '0))
  `PROVE(LoadedWhileRunning, !running || load_count == program_size_i)
  `PROVE(LoadCountInProgram, state == Idle || state == Table || load_count <= program_size_i)

  //////////////
  // Position //
  //////////////
  logic at_end, more, ends, last_run;
  assign at_end   = state_q == Repeat && pc_q == repeat_last_i;
  assign more     = pass_q + 1'b1 < passes;
  assign ends     = moved && ((at_end && !more && CountW'(repeat_last_i) + 1'b1 == program_size_i) ||
                              (state_q == Final && CountW'(pc_q) + 1'b1 == program_size_i));
  assign last_run = (RunW + 1)'(run_q) + 1'b1 == (RunW + 1)'(runs_i);
  `PROVE(NextPass, !(moved && at_end && more) ||
                   (state == Repeat && pc == repeat_first_i && pass == pass_q + 1'b1 && run == run_q))
  `PROVE(LoopEndsInFinal, !(moved && at_end && !more && !ends) ||
                          (state == Final && pc == pc_q + 1'b1 && pass == '0 && run == run_q))
  `PROVE(NextRun, !(ends && !last_run) || (state == first && pc == '0 && pass == '0 && run == run_q + 1'b1))
  `PROVE(LastRunEndsInIdle, !(ends && last_run) || state == Idle)
  `PROVE(DoneAtTheEndOnly, !seen || done_q == (ends && last_run))
  `PROVE(NextPosition, !(moved && !at_end && !ends) ||
                       (pc == pc_q + 1'b1 && pass == pass_q && run == run_q &&
                        state == ((state_q == Initial && pc == repeat_first_i) ? Repeat : state_q)))
  `PROVE(InitialBeforeLoop, state != Initial || pc < repeat_first_i)
  `PROVE(RepeatInsideLoop, state != Repeat || (pc >= repeat_first_i && pc <= repeat_last_i))
  `PROVE(FinalBehindLoop, state != Final || (pc > repeat_last_i && CountW'(pc) < program_size_i))
  `PROVE(PassBelowPasses, state == Repeat ? pass < passes : pass == '0)
  `PROVE(RunBelowRuns, state == Idle || run < runs_i)
  `PROVE(StateLegal, state <= Table)
  `PROVE(SettingsStayInRange, state == Idle || in_range)

  // Nothing lost, nothing doubled: the instruction in execution is the one fetched last, and each is
  // fetched once.
  `PROVE(ExecutesWhatWasFetched, !running || fetched_q == pc)
  `PROVE(FetchedOncePerAdvance, fetch == (advance || (state == Load && load_count == program_size_i)))
  `PROVE(FetchIsNextPosition, !(seen && fetch_q) || !running || pc == fetched_q)

  `REACH(SecondRunInFinal, state == Final && run == RunW'(1))
  `REACH(OutputStallInLastPass, stall == Output && pass == (IterW + 1)'(2) && extra_i == ExtraW'(1))
  `REACH(TableStalledBetweenWords, state == Table && stall == Input && load_count == CountW'(3))
  `REACH(DoneOnce, done && runs_i == RunW'(1) && pc != '0)

endmodule
