// SPDX-License-Identifier: Apache-2.0
// The slots WREG, IREG, VMAC and ACT and their operand wiring (isa.md section 6); no control.
// Everything but the push of an activation word holds in a cycle without advance_i.
module nve_datapath (
  input  logic                                               clk_i,
  input  logic                                               rst_ni,
  input  logic                                               clear_i,
  input  logic                                               advance_i,
  // Operations of the instruction in execution
  input  logic [1:0]                                         wreg_op_i,
  input  logic [2:0]                                         ireg_op_i,
  input  logic [1:0]                                         vmac_op_i,
  input  logic                                               act_i,
  input  logic                                               act_half_i,
  input  logic                                               act_send_i,
  // Settings
  input  logic                                               stride2_i,
  input  logic [$clog2(nve_pkg::MaxBiasShift+1)-1:0]         bias_shift_i,
  input  logic [$clog2(nve_pkg::MaxActShift+1)-1:0]          act_shift_i,
  // Activation table
  input  logic                                               table_we_i,
  input  logic                                               table_word_i,
  input  logic [nve_pkg::ActIndexBits-1:0]                   table_addr_i,
  input  logic [nve_pkg::PixelBits-1:0]                      table_entry_i,
  input  logic [nve_pkg::WordBits-1:0]                       table_pixels_i,
  // Outputs of the local buffer
  input  logic [nve_pkg::WordBits-1:0]                       port_a_i,
  input  logic [nve_pkg::WordBits-1:0]                       port_b_i,
  // Registers
  output logic [nve_pkg::RwEntries*nve_pkg::WeightBits-1:0]  rw_o,
  output logic [nve_pkg::RiEntries*nve_pkg::PixelBits-1:0]   ri_o,
  output logic [nve_pkg::Lanes*nve_pkg::AccumulatorBits-1:0] accu_o,
  output logic [nve_pkg::Lanes*nve_pkg::ActIndexBits-1:0]    result_o,
  output logic                                               stage1_set_o,
  output logic [nve_pkg::Lanes*nve_pkg::ActIndexBits-1:0]    stage1_o,
  output logic [nve_pkg::Lanes*nve_pkg::ActIndexBits-1:0]    stage2_o,
  output logic [nve_pkg::WordBits-1:0]                       act_out_o,
  output logic                                               act_push_o
);

  logic [nve_pkg::Lanes*nve_pkg::PixelBits-1:0] pixels;

  nve_wreg u_wreg (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .clear_i   (clear_i),
    .advance_i (advance_i),
    .op_i      (wreg_op_i),
    .port_a_i  (port_a_i),
    .rw_o      (rw_o)
  );

  nve_ireg u_ireg (
    .clk_i     (clk_i),
    .rst_ni    (rst_ni),
    .clear_i   (clear_i),
    .advance_i (advance_i),
    .stride2_i (stride2_i),
    .op_i      (ireg_op_i),
    .port_a_i  (port_a_i),
    .port_b_i  (port_b_i),
    .ri_o      (ri_o),
    .pixels_o  (pixels)
  );

  nve_vmac u_vmac (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    .clear_i      (clear_i),
    .advance_i    (advance_i),
    .op_i         (vmac_op_i),
    .bias_shift_i (bias_shift_i),
    .act_shift_i  (act_shift_i),
    .weight_i     (rw_o[nve_pkg::WeightBits-1:0]),
    .pixels_i     (pixels),
    .accu_o       (accu_o),
    .result_o     (result_o),
    .stage1_set_o (stage1_set_o),
    .stage1_o     (stage1_o),
    .stage2_o     (stage2_o)
  );

  nve_act u_act (
    .clk_i          (clk_i),
    .rst_ni         (rst_ni),
    .clear_i        (clear_i),
    .table_we_i     (table_we_i),
    .table_word_i   (table_word_i),
    .table_addr_i   (table_addr_i),
    .table_entry_i  (table_entry_i),
    .table_pixels_i (table_pixels_i),
    .act_i          (act_i && advance_i),
    .half_i         (act_half_i),
    .send_i         (act_send_i),
    .result_i       (result_o),
    .act_out_o      (act_out_o),
    .push_o         (act_push_o)
  );

endmodule
