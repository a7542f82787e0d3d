// SPDX-License-Identifier: Apache-2.0
// Proof of nve_dma_rows: a descriptor becomes the commands that docs/dma.md ("The mover") writes as three
// loops, each address in closed form, in order, once, the last one marked; a LIST descriptor loads its
// words once, in order, in bursts that end at 128 bytes; one that cannot be run becomes one command of
// length 0. The fields of descriptors and list have few free bits (`widen`), so that loops have up to three
// turns and addresses stay small or negative; one entry of the list, picked freely, is followed.
`include "formal.svh"

module dma_rows_props #(
  parameter  int unsigned ListEntries = 16,
  localparam int unsigned EntryW      = $clog2(ListEntries)
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        clear_i,
  input logic        desc_valid_i,
  input logic        which_i,
  input logic        cmd_ready_i,
  input logic        list_beat_i,
  input logic [15:0] list_data_i,
  input logic        list_done_i
);

  `FORMAL_RESET

  logic              desc_ready, cmd_valid, list_valid;
  logic [182:0]      desc;
  logic [86:0]       cmd, cmd_q;
  logic [31:0]       list_addr;
  logic [3:0]        list_len;
  logic [25:0]       list_desc;

  // The queue (nve_dma_cmdq): a descriptor stays until it is taken or all is cleared. There are two in turn,
  // any two: constants, so that the solver sees at once what stays.
  (* anyconst *) logic [43:0] desc_a;
  (* anyconst *) logic [43:0] desc_b;
  logic              held_q, clear_q, which, which_q, desc_valid;
  logic [25:0]       desc_ptr, length;
  logic [31:0]       buffer, step_stride;
  logic              eof, list;
  logic [12:0]       vsize;
  logic [15:0]       stride, steps_field;
  logic [9:0]        first, count;
  logic [63:0]       list_data;

  // Descriptor address of 2 free bits, BUFFER_ADDRESS and length of 8, EOF, LIST, VSIZE of 2, STRIDE of 6,
  // STEPS of 2, STEP_STRIDE of 7 with sign, first entry of 5 and entries of 2.
  function automatic logic [182:0] widen(input logic [43:0] d);
    widen = {24'd0, d[43:42], 24'd0, d[41:34], 18'd0, d[33:26], d[25:24], 11'd0, d[23:22], 10'd0, d[21:16],
             14'd0, d[15:14], {25{d[13]}}, d[13:7], 5'd0, d[6:2], 8'd0, d[1:0]};
  endfunction

  assign which      = (held_q && !clear_q) ? which_q : which_i;
  assign desc_valid = desc_valid_i || held_q && !clear_q;
  assign desc       = widen(which ? desc_b : desc_a);
  assign list_data  = {{24{list_data_i[15]}}, list_data_i[15:8], {24{list_data_i[7]}}, list_data_i[7:0]};
  assign {desc_ptr, buffer, length, eof, list, vsize, stride, steps_field, step_stride, first, count} = desc;

  nve_dma_rows #(
    .ListEntries(ListEntries)
  ) dut (
    .clk_i,
    .rst_ni,
    .clear_i,
    .desc_valid_i(desc_valid),
    .desc_ready_o(desc_ready),
    .desc_i      (desc),
    .cmd_valid_o (cmd_valid),
    .cmd_ready_i,
    .cmd_o       (cmd),
    .list_valid_o(list_valid),
    .list_addr_o (list_addr),
    .list_len_o  (list_len),
    .list_desc_o (list_desc),
    .list_beat_i,
    .list_data_i (list_data),
    .list_done_i
  );

  logic [25:0] cmd_desc, cmd_len;
  logic [31:0] cmd_addr;
  logic        cmd_eof, cmd_last, cmd_mark, take;

  assign {cmd_desc, cmd_addr, cmd_len, cmd_eof, cmd_last, cmd_mark} = cmd;
  assign take = cmd_valid && cmd_ready_i;

  ////////////////////////////////////////
  // What the descriptor means (dma.md) //
  ////////////////////////////////////////
  logic        rows, mapped, unfit;
  logic [12:0] columns;
  logic [15:0] steps;
  logic [9:0]  maps;
  logic [25:0] end_entry;

  assign rows      = vsize != '0;
  assign mapped    = count != '0;
  assign end_entry = {16'd0, first} + (list ? {2'd0, length[25:2]} : {16'd0, count});

  always_comb begin
    if (list) begin
      unfit = length == '0 || length[2:0] != '0 || buffer[2:0] != '0 || first[0] ||
              end_entry > 26'(ListEntries);
    end else begin
      unfit = rows && (length[15:0] == '0 || length[2:0] != '0 ||
                       mapped && end_entry > 26'(ListEntries));
    end
    columns = 13'd1;
    steps   = 16'd1;
    maps    = 10'd1;
    if (rows && !unfit && !list) begin
      columns = vsize;
      if (steps_field != '0) steps = steps_field;
      if (mapped) maps = count;
    end
  end

  /////////////////////
  // The environment //
  /////////////////////
  logic        stall_q;
  // Beats of this burst and words of this descriptor's list so far; whole: no beat is left.
  logic [3:0]  beat_q;
  logic [10:0] words_q;
  logic        whole_q;
  // Words of the bursts that are done.
  logic [10:0] asked_q;
  logic        asked_beat;

  // The fetch engine: the words of the burst that was asked for, then one strobe. A burst that a stop has cut
  // goes on while the unit is cleared; what the list holds then is undefined.
  assign asked_beat = list_beat_i && list_valid && !whole_q;

  `GIVEN(ListBeatsOfABurst, !list_beat_i || clear_i || asked_beat)
  `GIVEN(ListDoneAtTheEnd, !list_done_i || (whole_q && !list_beat_i))

  // Inside the unit, connected by the manifest: what the induction needs.
  logic [1:0]                state;
  logic                      issue, bad, half;
  logic [31:0]               base, offset;
  logic [12:0]               columns_left;
  logic [9:0]                maps_left;
  logic [15:0]               steps_left;
  logic [EntryW-1:0]         next_entry;
  logic [63:0]               list_word;
  logic [32*ListEntries-1:0] words;

  localparam logic [1:0] Idle = 2'd0;
  localparam logic [1:0] Rows = 2'd1;
  localparam logic [1:0] List = 2'd2;
  localparam logic [1:0] Last = 2'd3;

  // The command on offer, and the one that the unit makes next: of which column, map and step.
  logic [1:0]        column_q, map_q, step_q, next_column_q, next_map_q, next_step_q;
  logic              last_column, last_map, last_step, last, next_last_column, next_last_map;
  (* anyconst *) logic [EntryW-1:0] entry;
  logic [31:0]       value_q;
  logic [EntryW-1:0] map_entry, next_map_entry, list_entry;
  logic              followed, known_q;
  logic [31:0]       row_start, row_addr;

  function automatic logic [31:0] times(input logic [1:0] count_of, input logic [31:0] distance);
    times = count_of[1] ? distance << 1 : count_of[0] ? distance : '0;
  endfunction

  assign last_column = 13'(column_q) + 13'd1 == columns;
  assign last_map    = 10'(map_q) + 10'd1 == maps;
  assign last_step   = 16'(step_q) + 16'd1 == steps;
  assign last        = last_column && last_map && last_step;
  assign next_last_column = 13'(next_column_q) + 13'd1 == columns;
  assign next_last_map    = 10'(next_map_q) + 10'd1 == maps;
  assign map_entry   = first[EntryW-1:0] + EntryW'(map_q);
  assign next_map_entry = first[EntryW-1:0] + EntryW'(next_map_q);
  assign list_entry  = first[EntryW-1:0] + {words_q[EntryW-2:0], 1'b0};
  assign followed    = !(rows && mapped && !list) || map_entry == entry && known_q;
  assign row_start   = buffer + times(step_q, step_stride) + times(column_q, {16'd0, stride});
  assign row_addr    = row_start + ((rows && mapped && !list) ? value_q : 32'd0);

  always_ff @(posedge clk_i) begin
    if (asked_beat) begin
      if (entry == list_entry) value_q <= list_data[31:0];
      if (entry == {list_entry[EntryW-1:1], 1'b1}) value_q <= list_data[63:32];
      if (entry[EntryW-1:1] == list_entry[EntryW-1:1]) known_q <= 1'b1;
    end else if (list_beat_i) begin
      known_q <= 1'b0;
    end
  end

  initial begin
    value_q = '0;
    known_q = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q   <= 1'b0;
      clear_q  <= 1'b0;
      stall_q  <= 1'b0;
      beat_q   <= '0;
      which_q  <= 1'b0;
      cmd_q    <= '0;
      words_q  <= '0;
      whole_q  <= 1'b0;
      column_q <= '0;
      map_q    <= '0;
      step_q   <= '0;
      asked_q  <= '0;
      {next_column_q, next_map_q, next_step_q} <= '0;
    end else begin
      held_q  <= desc_valid && !desc_ready;
      clear_q <= clear_i;
      which_q <= which;
      stall_q <= cmd_valid && !cmd_ready_i && !clear_i;
      cmd_q   <= cmd;
      if (clear_i) begin
        beat_q   <= '0;
        words_q  <= '0;
        whole_q  <= 1'b0;
        column_q <= '0;
        map_q    <= '0;
        step_q   <= '0;
        asked_q  <= '0;
        {next_column_q, next_map_q, next_step_q} <= '0;
      end else begin
        if (list_beat_i) begin
          words_q <= words_q + 11'd1;
          beat_q  <= beat_q + 4'd1;
          if (beat_q == list_len) whole_q <= 1'b1;
        end
        if (list_done_i) begin
          beat_q  <= '0;
          whole_q <= 1'b0;
          asked_q <= words_q;
        end
        if (state == Idle) {next_column_q, next_map_q, next_step_q} <= '0;
        else if (issue) begin
          next_column_q <= next_last_column ? '0 : next_column_q + 2'd1;
          if (next_last_column) next_map_q <= next_last_map ? '0 : next_map_q + 2'd1;
          if (next_last_column && next_last_map) next_step_q <= next_step_q + 2'd1;
        end
        if (take) begin
          column_q <= last_column ? '0 : column_q + 2'd1;
          if (last_column) map_q <= last_map ? '0 : map_q + 2'd1;
          if (last_column && last_map) step_q <= last_step ? '0 : step_q + 2'd1;
          if (last) words_q <= '0;
          if (last) asked_q <= '0;
        end
      end
    end
  end

  always_comb ResetQuiet : assert (rst_ni || (!cmd_valid && !list_valid && !desc_ready));
  `PROVE(CommandStays, !stall_q || (cmd_valid && cmd == cmd_q))
  `PROVE(CommandHasDescriptor, !cmd_valid || desc_valid || clear_q)
  `PROVE(CommandOfItsDescriptor, !cmd_valid || cmd_desc == desc_ptr)
  `PROVE(RowAddress, !cmd_valid || unfit || list || !followed || cmd_addr == row_addr)
  `PROVE(RowLength, !cmd_valid ||
                    cmd_len == (unfit ? '0 : (rows && !list) ? {10'd0, length[15:0]} : length))
  `PROVE(LastIsTheLast, !cmd_valid || cmd_last == last)
  `PROVE(PacketFlag, !cmd_valid || cmd_eof == (eof && !list))
  `PROVE(MarkIsAList, !cmd_valid || cmd_mark == (list && !unfit))
  `PROVE(LeavesWithItsLast, desc_ready == (take && last))
  `PROVE(ListIsAsked, !list_valid || (list && !unfit && list_desc == desc_ptr))
  `PROVE(ListBurstAligned, !list_valid || list_addr[2:0] == '0)
  `PROVE(ListBurstIn128, !list_valid || {1'b0, list_addr[6:3]} + {1'b0, list_len} < 5'd16)
  `PROVE(ListAddress, !list_valid || whole_q || beat_q != '0 ||
                      list_addr == buffer + {18'd0, words_q, 3'd0})
  `PROVE(ListNotBeyond, !list_valid || whole_q || beat_q != '0 ||
                        {15'd0, words_q} + {22'd0, list_len} < {3'd0, length[25:3]})
  `PROVE(ListIsWhole, !(cmd_valid && list && !unfit) ||
                      {15'd0, words_q} == {3'd0, length[25:3]})
  `PROVE(ClearEmpties, !clear_q || (!cmd_valid && !list_valid))

  ////////////////////////////////////////
  // Inside the unit, for the induction //
  ////////////////////////////////////////
  logic        loops, is_list;
  logic [63:0] entry_word;

  assign is_list    = list && !unfit;
  assign loops      = state == Rows;
  assign entry_word = words[{entry[EntryW-1:1], 6'd0} +: 64];

  `PROVE(KeepsDescriptor, state == Idle || (held_q && !clear_q && bad == unfit))
  `PROVE(StateOfKind, (state != Rows || !is_list) && (state != List || (is_list && !cmd_valid)))
  `PROVE(IdleIsEmpty, state != Idle || (!cmd_valid && words_q == '0 && asked_q == '0))
  `PROVE(LastIsOffered, state != Last || (cmd_valid && last))
  `PROVE(FirstIsNext, state != Idle && cmd_valid || {column_q, map_q, step_q} == '0)
  `PROVE(RowsInRange, state == Idle || (13'(column_q) < columns && 10'(map_q) < maps &&
                                        16'(step_q) < steps))
  `PROVE(NextInRange, !loops || (13'(next_column_q) < columns && 10'(next_map_q) < maps &&
                                 16'(next_step_q) < steps))
  `PROVE(NextIsNext, !loops || (cmd_valid ? !last && next_column_q == (last_column ? '0 : column_q + 2'd1) &&
                     next_map_q == (!last_column ? map_q : last_map ? '0 : map_q + 2'd1) &&
                     next_step_q == step_q + 2'(last_column && last_map)
                     : {next_column_q, next_map_q, next_step_q} == '0))
  `PROVE(RowsLeft, !loops || (columns_left == columns - 13'(next_column_q) &&
                              maps_left == maps - 10'(next_map_q) &&
                              steps_left == steps - 16'(next_step_q)))
  `PROVE(NextStep, !loops || base == buffer + times(next_step_q, step_stride))
  `PROVE(NextAddress, !loops || list_addr == base + times(next_column_q, {16'd0, stride}))
  `PROVE(NextEntry, !loops || next_entry == next_map_entry)
  `PROVE(RowStart, !cmd_valid || list || offset == row_start)
  // In reset too, which leaves the list alone.
  always_comb EntryIsStored : assert (!known_q ||
                                      (entry[0] ? entry_word[63:32] : entry_word[31:0]) == value_q);
  `PROVE(EntryIsRead, !(cmd_valid && rows && !unfit && mapped && !list && map_entry == entry && known_q) ||
                      (half == entry[0] && (half ? list_word[63:32] : list_word[31:0]) == value_q))
  `PROVE(ListPosition, state != List ||
                       (list_addr == buffer + {18'd0, asked_q, 3'd0} && asked_q[10:8] == '0 &&
                        {2'd0, asked_q} + columns_left == length[15:3] && words_q <= 11'(length[15:3]) &&
                        next_entry == list_entry))
  `PROVE(ListBurstSoFar, words_q == asked_q + (whole_q ? 11'(list_len) + 11'd1 : 11'(beat_q)) ||
                         state != List)
  `PROVE(ListBeatsLeft, state != List || (whole_q ? columns_left != '0
                                                  : columns_left == '0 ? beat_q == '0 : beat_q <= list_len))
  `PROVE(NoListNoBeats, state == List || (!whole_q && beat_q == '0 && (state == Last || words_q == '0)))
  `REACH(LastOfThreeLoops, take && last && columns == 13'd2 && maps == 10'd2 && steps == 16'd2)
  `REACH(ListInTwoBursts, cmd_valid && cmd_mark && length == 26'd16 && buffer[6:0] == 7'h78)
  `REACH(RowOfAList, take && rows && mapped && !unfit && followed && value_q == 32'h5a)
  `REACH(UnfitDescriptor, take && unfit && list)

endmodule
