// SPDX-License-Identifier: Apache-2.0
// The RTL of the project in dependency order; the only list, used by lint, simulation and yosys. The
// generated package nve_pkg.sv comes first on every command line, run from this folder or with the
// folder put before every name.
//
// Level 0: no instances of our own
nve_fifo.sv
nve_ram_1r1w.sv
nve_ram_2rw.sv
nve_ram_2rw_wide.sv
nve_agu.sv
nve_wreg.sv
nve_ireg.sv
nve_mac_lane.sv
nve_ctrl.sv
nve_regs.sv
nve_axil.sv
nve_dma_cmdq.sv
nve_dma_delay.sv
nve_dma_regs.sv
// Level 1
nve_lbuf.sv
nve_ibuf.sv
nve_vmac.sv
nve_act.sv
nve_separate.sv
nve_dma_chan.sv
nve_dma_fetch.sv
nve_dma_update.sv
nve_dma_rows.sv
nve_dma_mm2s.sv
nve_dma_s2mm.sv
// Level 2
nve_datapath.sv
nve_dma.sv
// Level 3 and 4
nve_core.sv
nve_top.sv
