// SPDX-License-Identifier: Apache-2.0
  // What the neighbours guarantee: the assertions of nve_dma_fetch.sv about its inputs, with the same names.
  // open: a read of the design has its address taken and its last word not.
  reg       open = 1'b0;
  reg       stopped = 1'b1;
  reg [3:0] beats_left;
  reg [1:0] was_running = '0, was_halted = '1, room = '0;
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      open        <= 1'b0;
      stopped     <= 1'b1;
      was_running <= '0;
      was_halted  <= '1;
      room        <= '0;
    end else begin
      if (gold_arvalid_o && arready_i) begin
        open       <= 1'b1;
        beats_left <= gold_arlen_o;
      end else if (rvalid_i) begin
        open       <= !rlast_i;
        beats_left <= beats_left - 4'd1;
      end
      stopped     <= gold_fail_o != '0 || clear_i;
      was_running <= run_i;
      was_halted  <= halted_i;
      room        <= queue_ready_i & ~gold_desc_valid_o;
    end
  end
  always @* begin
    // ReadIsOpen, ReadHasItsLength
    assume (!rvalid_i || (open && rlast_i == (beats_left == '0)));
    // HaltedFetchesNothing, TailStartRuns
    assume ((halted_i & (run_i | gold_busy_o)) == '0);
    assume ((tail_start_i & ~run_i) == '0);
    // nve_dma_regs.sv: a write is that of one register
    assume (tail_start_i != '1);
    // FailureStops, StoppedAfterClear
    assume (!stopped || run_i == '0);
    // RestartThroughHalted
    assume ((run_i & ~was_running & ~was_halted) == '0);
    // ClearStops
    assume (!clear_i || (run_i == '0 && gold_axi_idle_o));
    // nve_dma.sv: the queue of a channel that does not run is cleared, and an empty one has room
    assume ((queue_ready_i | was_running) == '1);
    // RoomStays
    assume ((room & ~queue_ready_i & run_i) == '0);
    // nve_dma.sv, gen_plain: lists are read by the mover, whose ports have 64 bits
    assume ($bits(rdata_i) == 64 || {list_valid_i, list_addr_i, list_len_i, list_desc_i} == '0);
  end
