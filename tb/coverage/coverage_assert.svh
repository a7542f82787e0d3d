// The assertion macros of rtl/nve_assert.svh for the build that measures coverage: every assertion has a twin
// that counts the cycles in which there was something to hold. For an implication that is its left side, for
// "not A or B" it is A. An assertion without a line here does not compile.
`ifndef NVE_ASSERT_SVH
`define NVE_ASSERT_SVH

`define NVE_WHEN_NoTableWriteWhileLookingUp table_we_i
`define NVE_WHEN_PresentedForOneCycle       reg_write_o
`define NVE_WHEN_OutputFifoHasRoom          act_push
`define NVE_WHEN_OutputStable               m_axis_tvalid && !m_axis_tready && !soft_reset
`define NVE_WHEN_NothingMovesInAStall       a_rd || a_wr || b_rd || b_wr
`define NVE_WHEN_StateLegal                 state_q != nve_pkg::StateIdle
`define NVE_WHEN_PositionInProgram          running
`define NVE_WHEN_PassInRange                in_repeat
`define NVE_WHEN_StartOnlyWhenIdle          start_i
`define NVE_WHEN_SettingsInRange            start_i
`define NVE_WHEN_SettingsStable             start_i || state_q != nve_pkg::StateIdle
`define NVE_WHEN_HaltedMeansStopped         halted_q
`define NVE_WHEN_HaltedMeansNotIdle         halted_q
`define NVE_WHEN_HaltedMeansDrained         halted_q
`define NVE_WHEN_OneStrobe                  wr_cr_i || wr_sr_i || wr_cur_i || wr_tail_i
`define NVE_WHEN_ErrorStops                 err_i != '0
`define NVE_WHEN_ReadIsOpen                 rvalid_i
`define NVE_WHEN_HaltedFetchesNothing       halted_i != '0
`define NVE_WHEN_TailStartRuns              tail_start_i != '0
`define NVE_WHEN_FailureStops               fail_o != '0
`define NVE_WHEN_RestartThroughHalted       (~run_i & ~halted_i) != '0
`define NVE_WHEN_ClearStops                 clear_i
`define NVE_WHEN_StoppedAfterClear          clear_i
`define NVE_WHEN_ListsOfTheMover            !Mover
`define NVE_WHEN_RoomStays                  (queue_ready_i & ~desc_valid_o) != '0
`define NVE_WHEN_StopUntilDrained           stop_i && !drained_o && !clear_i
`define NVE_WHEN_ClearInAStop               clear_i
`define NVE_WHEN_KeyholeStays               keyhole_i && !clear_i && !(drained_o && stop_i)
`define NVE_WHEN_MarkIsAlone                cmd_valid_i && cmd_i[0]
`define NVE_WHEN_MarkIsFirst                cmd_valid_i && cmd_ready_o && !cmd_i[1] && !stop_i && !clear_i
`define NVE_WHEN_RowsAreWhole               cmd_valid_i && !cmd_i[1]
`define NVE_WHEN_StatusRoomStays            stat_ready_i && !stat_valid_o
`define NVE_WHEN_MarkIsWhole                cmd_valid_i && cmd_i[0]
`define NVE_WHEN_ListBeatIsAsked            list_beat_i
`define NVE_WHEN_ListDoneIsAsked            list_done_i
`define NVE_WHEN_ListDoneAfterItsBeats      list_done_i
`define NVE_WHEN_SameDescriptor             cmd_valid_i && cmd_ready_o && !cmd_i[1] && !stop_i && !clear_i
`define NVE_WHEN_ListBurstIn128             list_valid_o
`define NVE_WHEN_ListDoneAtTheEnd           list_done_i
`define NVE_WHEN_ListBeatInBurst            list_beat_i && !clear_i
`define NVE_WHEN_ClearWhenIdle              clear_i
`define NVE_WHEN_TakeOnlyAvailable          take_i && !clear_i
`define NVE_WHEN_NoTokenOverflow            mature && !take_i && !clear_i
`define NVE_WHEN_ReadHasItsLength           rvalid_i && rready_o
`define NVE_WHEN_NoFetchWithoutRoom         |desc_valid_o
`define NVE_WHEN_ReadDataExpected           rvalid_i
`define NVE_WHEN_DataFifoNeverFull          data_push
`define NVE_WHEN_UsedInRange                used_q != '0
`define NVE_WHEN_StatusHasDescriptor        stat_valid_o
`define NVE_WHEN_DescriptorStays            state_q != StIdle && !clear_i
`define NVE_WHEN_LastHasCommand             state_q == StLast
`define NVE_WHEN_ListAddressAligned         list_valid_o
`define NVE_WHEN_WriteDataStored            wvalid_o
`define NVE_WHEN_ResponseExpected           bvalid_i
`define NVE_WHEN_ResponseHasRoom            bvalid_i
`define NVE_WHEN_ResponseOnlyWhenExpected   bvalid_i
`define NVE_WHEN_LevelInRange               level_q != '0
`define NVE_WHEN_UpdateOnlyWithFetch        update_i
`define NVE_WHEN_OnePortOneAction           a_rd_i || a_wr_i || b_rd_i || b_wr_i
`define NVE_WHEN_OnlyWhenAdvancing          a_rd_i || a_wr_i || b_rd_i || b_wr_i
`define NVE_WHEN_NoDoubleWrite              a_en_i && a_we_i && b_en_i && b_we_i
`define NVE_WHEN_OneCommand                 start_o || soft_reset_o
`define NVE_WHEN_TableOnlyWhenIdle          table_we_o
`define NVE_WHEN_WriteOnlyWhenValid         write_i

`define ASSERT(Name, Prop, Clk = clk_i, Rst = !rst_ni) \
  Name : assert property (@(posedge Clk) disable iff (Rst) (Prop)) \
  else $error("%m: %s", `"Name`"); \
  Name``_when : cover property (@(posedge Clk) disable iff (Rst) (`NVE_WHEN_``Name));

`define ASSERT_STREAM(Name, Valid, Ready, Payload, Clk = clk_i, Rst = !rst_ni) \
  Name : assert property (@(posedge Clk) disable iff (Rst) \
                          ((Valid) && !(Ready)) |=> ((Valid) && $stable(Payload))) \
  else $error("%m: %s", `"Name`"); \
  Name``_when : cover property (@(posedge Clk) disable iff (Rst) ((Valid) && !(Ready)));

`endif
