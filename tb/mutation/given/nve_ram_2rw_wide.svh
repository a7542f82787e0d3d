// SPDX-License-Identifier: Apache-2.0
  // NoReadWithWrite and NoDoubleWrite of nve_ram_2rw_wide.sv
  always @* assume (!re_i || (a_we_i == '0 && b_we_i == '0));
  always @* assume (a_we_i == '0 || b_we_i == '0 || a_addr_i[9:2] != b_addr_i[9:2]);
