// SPDX-License-Identifier: Apache-2.0
// The counts of nve_ctrl in closed form, at small widths (isa.md section 8): how often every position of a
// program executes, and that START ends in DONE after an exact number of cycles that do not stall, whatever
// stalls come between. That number is the bound of the liveness: while the machine is busy, every cycle
// either stalls or brings it nearer.
`include "formal.svh"

module ctrl_count_props #(
  localparam int unsigned CountW = nve_pkg::CountBits,
  localparam int unsigned PcW    = nve_pkg::PcBits,
  localparam int unsigned IterW  = nve_pkg::RegIterationsBits,
  localparam int unsigned ExtraW = nve_pkg::RegExtraBits,
  localparam int unsigned RunW   = nve_pkg::RegRunsBits,
  localparam int unsigned LevelW = nve_pkg::OutputLevelBits,
  localparam int unsigned TotalW = CountW + IterW + 1 + RunW
) (
  input logic              clk_i,
  input logic              rst_ni,
  input logic              clear_i,
  input logic              start_i,
  input logic              start_load_i,
  input logic              start_table_i,
  input logic              mema_wr_i,
  input logic              act_stream_i,
  input logic              in_valid_i,
  input logic [LevelW-1:0] out_level_i,
  input logic              out_push_i
);

  // Any settings that START accepts, fixed for the whole proof: a START with others is another choice.
  (* anyconst *) logic [CountW-1:0] size;
  (* anyconst *) logic [PcW-1:0]    first, last;
  (* anyconst *) logic [IterW-1:0]  iterations;
  (* anyconst *) logic [ExtraW-1:0] extra;
  (* anyconst *) logic [RunW-1:0]   runs;
  // Any position of the program
  (* anyconst *) logic [PcW-1:0]    watched;

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
    .program_size_i    (size),
    .repeat_first_i    (first),
    .repeat_last_i     (last),
    .iterations_i      (iterations),
    .extra_i           (extra),
    .runs_i            (runs),
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
  `GIVEN(StartOnlyWhenIdle, !start_i || state == nve_pkg::StateIdle)
  `GIVEN_IF(TableWithLoad, start_i && start_table_i, start_load_i)
  `GIVEN(SettingsInRange, size != '0 && size <= CountW'(nve_pkg::InstructionWords) && first <= last &&
                          CountW'(last) < size && iterations != '0 && runs != '0 &&
                          extra <= ExtraW'(nve_pkg::MaxExtraPasses))

  // Lengths: of the loop, of a run, of everything behind START
  logic [IterW:0]    passes;
  logic [TotalW-1:0] loop_length, run_length, table_length, load_length, total;
  logic              load_q, table_q;
  assign passes      = (IterW + 1)'(iterations) + (IterW + 1)'(extra);
  assign loop_length = TotalW'(last) - TotalW'(first) + 1'b1;
  assign run_length  = TotalW'(size) - loop_length + TotalW'(passes) * loop_length;
  // Words of the table and of the program; a position has a cycle of its own before the first
  assign table_length = table_q ? TotalW'(nve_pkg::ActEntries / 8) : '0;
  assign load_length  = load_q ? TotalW'(size) : '0;
  assign total        = table_length + load_length + 1'b1 + TotalW'(runs) * run_length;

  // Counted from START: cycles without stall, words of table and program, executions of the run, of the
  // watched position
  logic [TotalW-1:0] moved_q, run_moved_q, watched_q;
  logic [CountW-1:0] loaded_q, tabled_q;
  logic              idle_step;
  assign idle_step = state == nve_pkg::StateIdle;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i || start_i) begin
      moved_q     <= '0;
      run_moved_q <= '0;
      watched_q   <= '0;
      loaded_q    <= '0;
      tabled_q    <= '0;
      load_q      <= rst_ni && !clear_i && start_i && start_load_i;
      table_q     <= rst_ni && !clear_i && start_i && start_table_i;
    end else if (!idle_step && stall == nve_pkg::StallNone) begin
      moved_q <= moved_q + 1'b1;
      if (table_taken) tabled_q <= tabled_q + 1'b1;
      if (load) loaded_q <= loaded_q + 1'b1;
      if (advance) begin
        run_moved_q <= (run_moved_q + 1'b1 == run_length) ? '0 : run_moved_q + 1'b1;
        if (run_moved_q + 1'b1 == run_length) watched_q <= '0;
        else if (pc == watched) watched_q <= watched_q + 1'b1;
      end
    end
  end

  // Executions of this run before the cycle, from the position
  logic [TotalW-1:0] here;
  always_comb begin
    here = TotalW'(pc);
    if (state == nve_pkg::StateRepeat) here = TotalW'(pc) + TotalW'(pass) * loop_length;
    if (state == nve_pkg::StateFinal)  here = TotalW'(pc) + TotalW'(passes - 1'b1) * loop_length;
  end

  logic in_loop;
  logic [TotalW-1:0] times, times_now;
  assign in_loop   = watched >= first && watched <= last;
  assign times     = in_loop ? TotalW'(passes) : 1;
  assign times_now = watched_q + TotalW'(pc == watched);
  logic run_ends;
  assign run_ends = advance && run_moved_q + 1'b1 == run_length;

  `PROVE(RunCountsPositions, !running || run_moved_q == here)
  `PROVE(RunEndsAtItsLength, !running || run_moved_q < run_length)
  `PROVE(DoneIsEndOfLastRun, done == (run_ends && run + 1'b1 == runs))
  `PROVE(EachPositionItsTimes, !run_ends || CountW'(watched) >= size || times_now == times)
  `PROVE(TimesSoFar, !running || watched_q ==
                     ((pc <= watched && !(state == nve_pkg::StateRepeat && in_loop)) ? '0
                     : !in_loop ? TotalW'(1)
                     : state == nve_pkg::StateFinal ? TotalW'(passes)
                     : TotalW'(pass) + TotalW'(pc > watched)))
  `PROVE(LoadsTheProgram, !running || loaded_q == (load_q ? size : '0))
  `PROVE(LoadCountsWords, state != nve_pkg::StateLoad || load_count == (load_q ? loaded_q : size))
  `PROVE(LoadsNothingElse, load_q ? loaded_q <= size : loaded_q == '0)
  `PROVE(TableBeforeProgram, idle_step || (state == nve_pkg::StateTable
                             ? table_q && TotalW'(tabled_q) < table_length && loaded_q == '0
                             : TotalW'(tabled_q) == table_length))
  `PROVE(TableCountsWords, state != nve_pkg::StateTable || load_count == tabled_q)
  `PROVE(TableAsksForLoad, !table_q || load_q)
  `PROVE(DoneAfterTotal, !done || moved_q + 1'b1 == total)
  `PROVE(BusyBelowTotal, idle_step || moved_q < total)
  `PROVE(MovedCounts, idle_step || moved_q == (running
                      ? table_length + load_length + 1'b1 + TotalW'(run) * run_length + run_moved_q
                      : TotalW'(tabled_q) + TotalW'(loaded_q)))
  `PROVE(PositionInLoop, state != nve_pkg::StateRepeat || (pc >= first && pc <= last && pass < passes))
  `PROVE(PositionOutsideLoop, !running || state == nve_pkg::StateRepeat ||
                              (pass == '0 && (state == nve_pkg::StateInitial ? pc < first
                                              : pc > last && CountW'(pc) < size)))
  `PROVE(RunBelowRuns, idle_step || run < runs)
  `PROVE(NotRunningIsZero, running || (pc == '0 && pass == '0 && run == '0))
  `PROVE(NothingRunBeforeFirst, running || idle_step || (watched_q == '0 && run_moved_q == '0))
  `PROVE(StateLegal, state <= nve_pkg::StateTable && (!running || load_count == size))

  `REACH(LoadedProgramEnds, done && load_q && !table_q && runs == RunW'(2) && passes == (IterW + 1)'(2))
  `REACH(TableAndProgramEnd, done && table_q && size == CountW'(2))

endmodule
