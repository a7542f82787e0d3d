// SPDX-License-Identifier: Apache-2.0
// Row generator of one channel of the mover: turns the descriptor at the head of the queue into
// commands for the data mover, one row ("column" of pixels) each, one per cycle.
//
//   for step in 0 .. STEPS - 1
//     for map in 0 .. maps - 1
//       for column in 0 .. VSIZE - 1
//         HSIZE bytes at list[first + map] + BUFFER_ADDRESS + step * STEP_STRIDE + column * STRIDE
//
// STEPS 0 is 1; maps 0 is one map with base 0; VSIZE 0 is a PG021 descriptor of one row with the
// whole length field. The addresses are running sums; the list is a block RAM, read one cycle ahead.
// A LIST descriptor fills the list from entry `first` on, in bursts that end at 128-byte boundaries.
// It reaches the head after all rows of its predecessors, and is then passed on as a command without
// data, so that its status keeps its place. The descriptor leaves the queue with its last command. A
// descriptor that cannot be run becomes one command of length 0, which the data mover reports.
`include "nve_assert.svh"

module nve_dma_rows #(
  parameter  int unsigned ListEntries = 512,
  localparam int unsigned DescW       = 26 + 32 + 26 + 2 + 97,
  localparam int unsigned CmdW        = 26 + 32 + 26 + 3
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,
  // Descriptor {descriptor[31:6], BUFFER_ADDRESS, length, EOF, LIST, VSIZE, STRIDE, STEPS,
  // STEP_STRIDE, first entry, entries}; stays until it is taken
  input  logic             desc_valid_i,
  output logic             desc_ready_o,
  input  logic [DescW-1:0] desc_i,
  // Command {descriptor[31:6], address, length, EOF, last of the descriptor, without data}
  output logic             cmd_valid_o,
  input  logic             cmd_ready_i,
  output logic [CmdW-1:0]  cmd_o,
  // Bursts of list entries through the fetch engine
  output logic             list_valid_o,
  output logic [31:0]      list_addr_o,
  output logic [3:0]       list_len_o,
  output logic [25:0]      list_desc_o,
  input  logic             list_beat_i,
  input  logic [63:0]      list_data_i,
  input  logic             list_done_i
);

  localparam int unsigned EntryW = $clog2(ListEntries);
  localparam int unsigned SumW   = 25;

  if (EntryW < 4 || EntryW > 10 || ListEntries != 2 ** EntryW) begin : gen_bad
    $error("nve_dma_rows: ListEntries must be a power of two from 16 to 1024");
  end

  typedef enum logic [1:0] {
    StIdle,
    StRows,
    StList,
    StLast
  } state_e;

  ////////////////////
  // The descriptor //
  ////////////////////
  logic [25:0]     desc;
  logic [31:0]     buffer, step_stride;
  logic [25:0]     length;
  logic            eof, list, rows, mapped, unfit;
  logic [12:0]     vsize;
  logic [15:0]     stride, steps;
  logic [9:0]      first, count;
  logic [SumW-1:0] span;

  assign {desc, buffer, length, eof, list, vsize, stride, steps, step_stride, first, count} = desc_i;

  assign rows   = vsize != '0;
  assign mapped = count != '0;
  // Entries used or filled, for the range check; a list word holds two.
  assign span   = SumW'(first) + (list ? SumW'(length[25:2]) : SumW'(count));

  always_comb begin
    unfit = 1'b0;
    if (list) begin
      unfit = length == '0 || length[2:0] != '0 || buffer[2:0] != '0 || first[0] ||
              span > SumW'(ListEntries);
    end else if (rows) begin
      unfit = length[15:0] == '0 || length[2:0] != '0 || mapped && span > SumW'(ListEntries);
    end
  end

  ///////////
  // Loops //
  ///////////
  state_e            state_q, state_d;
  logic              bad_q, load, issue, last_column, last_map, last_step, last_row;
  logic [12:0]       column_q;  // columns left; words left of a list
  logic [9:0]        map_q;
  logic [15:0]       step_q;
  logic [EntryW-1:0] entry_q;
  logic [31:0]       addr_q, addr_d, base_q, from, stride_now;
  logic [4:0]        room, burst;
  logic              cmd_valid_q, cmd_free, half_q;
  logic [31:0]       offset_q;
  logic [63:0]       list_word;

  // A descriptor of one row, whatever it is, passes the loops once.
  assign last_column = column_q == 13'd1;
  assign last_map    = map_q == 10'd1;
  assign last_step   = step_q == 16'd1;
  assign last_row    = last_column && last_map && last_step;

  assign cmd_free = !cmd_valid_q || cmd_ready_i;
  assign load     = state_q == StIdle && desc_valid_i;
  assign issue    = cmd_free && (state_q == StRows || state_q == StList && column_q == '0);

  always_comb begin
    state_d = state_q;
    unique case (state_q)
      StIdle: if (desc_valid_i) state_d = (list && !unfit) ? StList : StRows;
      // One row per cycle into the command register.
      StRows: if (issue && last_row) state_d = StLast;
      // One burst after the other until nothing is left to read.
      StList: if (issue) state_d = StLast;
      // The last command waits to be taken.
      StLast: if (cmd_ready_i) state_d = StIdle;
      default: state_d = StIdle;
    endcase
  end

  // The next row, or the next burst of the list.
  assign room  = 5'd16 - {1'b0, addr_q[6:3]};
  assign burst = (column_q < 13'(room)) ? column_q[4:0] : room;

  always_comb begin
    from       = addr_q;
    stride_now = {16'd0, stride};
    if (state_q == StList) begin
      stride_now = {24'd0, burst, 3'd0};
    end else if (last_column) begin
      from       = base_q;
      stride_now = last_map ? step_stride : '0;
    end
    addr_d = from + stride_now;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q     <= StIdle;
      cmd_valid_q <= 1'b0;
    end else if (clear_i) begin
      state_q     <= StIdle;
      cmd_valid_q <= 1'b0;
    end else begin
      state_q <= state_d;
      if (issue) cmd_valid_q <= 1'b1;
      else if (cmd_ready_i) cmd_valid_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bad_q    <= 1'b0;
      addr_q   <= '0;
      base_q   <= '0;
      column_q <= '0;
      map_q    <= '0;
      step_q   <= '0;
      entry_q  <= '0;
    end else if (load) begin
      bad_q    <= unfit;
      addr_q   <= buffer;
      base_q   <= buffer;
      entry_q  <= first[EntryW-1:0];
      column_q <= 13'd1;
      map_q    <= 10'd1;
      step_q   <= 16'd1;
      if (list && !unfit) begin
        column_q <= length[15:3];
      end else if (rows && !unfit) begin
        column_q <= vsize;
        if (mapped) map_q <= count;
        if (steps != '0) step_q <= steps;
      end
    end else if (state_q == StRows && issue) begin
      addr_q   <= addr_d;
      column_q <= column_q - 13'd1;
      if (last_column) begin
        column_q <= vsize;
        map_q    <= map_q - 10'd1;
        entry_q  <= entry_q + 1'b1;
        if (last_map) begin
          map_q   <= mapped ? count : 10'd1;
          entry_q <= first[EntryW-1:0];
          base_q  <= addr_d;
          step_q  <= step_q - 16'd1;
        end
      end
    end else if (state_q == StList) begin
      if (list_beat_i) entry_q <= entry_q + EntryW'(2);
      if (list_done_i) begin
        addr_q   <= addr_d;
        column_q <= column_q - 13'(burst);
      end
    end
  end

  /////////////////////
  // List of the maps //
  /////////////////////
  nve_ram_1r1w #(
    .Width(64),
    .Depth(ListEntries / 2)
  ) u_list (
    .clk_i,
    .we_i   (list_beat_i),
    .waddr_i(entry_q[EntryW-1:1]),
    .wdata_i(list_data_i),
    .re_i   (issue),
    .raddr_i(entry_q[EntryW-1:1]),
    .rdata_o(list_word)
  );

  //////////////////////
  // Command register //
  //////////////////////
  // Its other fields are those of the descriptor, which is still there.
  logic [31:0] map_base;
  logic [25:0] row_length;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      offset_q <= '0;
      half_q   <= 1'b0;
    end else if (issue) begin
      offset_q <= addr_q;
      half_q   <= entry_q[0];
    end
  end

  always_comb begin
    map_base = '0;
    if (rows && mapped && !list) map_base = half_q ? list_word[63:32] : list_word[31:0];
    row_length = length;
    if (rows && !list) row_length = {10'd0, length[15:0]};
    if (bad_q) row_length = '0;
  end

  assign cmd_valid_o  = cmd_valid_q;
  assign cmd_o        = {desc, offset_q + map_base, row_length, eof && !list, state_q == StLast,
                         list && !bad_q};
  assign desc_ready_o = state_q == StLast && cmd_ready_i;
  assign list_valid_o = state_q == StList && column_q != '0;
  assign list_addr_o  = addr_q;
  assign list_len_o   = 4'(burst - 5'd1);
  assign list_desc_o  = desc;

  `ASSERT_STREAM(RowStable, cmd_valid_o, cmd_ready_i, cmd_o, clk_i, !rst_ni || clear_i)
  `ASSERT_IF(DescriptorStays, state_q != StIdle && !clear_i, desc_valid_i)
  `ASSERT_IF(LastHasCommand, state_q == StLast, cmd_valid_o)
  `ASSERT_IF(ListAddressAligned, list_valid_o, addr_q[2:0] == '0)
  // A burst that a stop has cut goes on while the unit is cleared.
  `ASSERT_IF(ListBeatIsAsked, list_beat_i, list_valid_o || clear_i)
  `ASSERT_IF(ListDoneIsAsked, list_done_i, list_valid_o)
  `ASSERT_IF(ListDoneAfterItsBeats, list_done_i, !list_beat_i)
  `ASSERT_IF(ListBurstIn128, list_valid_o, {1'b0, addr_q[6:3]} + {1'b0, list_len_o} < 5'd16)
  // The entries filled are those up to the end of the burst when it is done, and fewer at each of its beats;
  // a list of 32 entries may be full then, and seem empty.
  `ASSERT_IF(ListDoneAtTheEnd, list_done_i,
             EntryW'(entry_q - first[EntryW-1:0]) ==
             EntryW'({length[15:3] - column_q + 13'(burst), 1'b0}))
  `ASSERT_IF(ListBeatInBurst, list_beat_i && !clear_i && ListEntries > 32,
             EntryW'(entry_q - first[EntryW-1:0]) !=
             EntryW'({length[15:3] - column_q + 13'(burst), 1'b0}))

endmodule
