// SPDX-License-Identifier: Apache-2.0
  // NoTableWriteWhileLookingUp and WordAtItsPlace of nve_act.sv
  always @* assume (!table_we_i || !act_i);
  always @* assume (!table_we_i || !table_word_i || table_addr_i[2:0] == '0);
