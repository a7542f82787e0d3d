// SPDX-License-Identifier: Apache-2.0
  // cr_o, sr_o, cur_o and tail_o of nve_dma_chan.sv: the bits that are constant, in either channel
  always @* begin
    assume (cur_i[5:0] == '0 && cur_i[37:32] == '0 && tail_i[5:0] == '0 && tail_i[37:32] == '0);
    assume (cr_i[1] && cr_i[33] && cr_i[11:5] == '0 && cr_i[43:37] == '0 && !cr_i[15] && !cr_i[47]);
    assume (sr_i[3:2] == 2'b10 && sr_i[35:34] == 2'b10 && !sr_i[7] && !sr_i[39] && !sr_i[11] && !sr_i[43] &&
            !sr_i[15] && !sr_i[47]);
  end
