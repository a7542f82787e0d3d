// SPDX-License-Identifier: Apache-2.0
// Read first by the build that measures coverage: beside every assertion of rtl/nve_assert.svh stands a
// cover that counts the cycles in which there was something to hold.
`define NVE_COUNT_WHEN(Name, When, Clk, Rst) \
  Name``_when : cover property (@(posedge Clk) disable iff (Rst) (When));
