// SPDX-License-Identifier: Apache-2.0
  // nve_ram_1rw1r, the only one with words of a pixel, ties the write of port B to 0
  always @* assume ($bits(b_wdata_i) != 8 || !b_we_i);
