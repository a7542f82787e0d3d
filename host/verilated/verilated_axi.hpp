// SPDX-License-Identifier: Apache-2.0
// The DMA's pins of a Verilated design that has them under its own names: nve_top and nve_dma. What
// has no such pin stays as it is.
#pragma once

#include <array>
#include <type_traits>

#include "host/axi/axi.hpp"
#include "host/axi/faults.hpp"

namespace nve {

template <typename Top>
void DriveMemoryPorts(Top& top, const std::array<AxiSlave, kTilePorts>& ports) {
  const AxiSlave& sg = ports[static_cast<int>(TilePort::kSg)];
  top.m_axi_sg_arready = sg.arready;
  top.m_axi_sg_rvalid = sg.rvalid;
  top.m_axi_sg_rdata = static_cast<std::remove_reference_t<decltype(top.m_axi_sg_rdata)>>(sg.rdata);
  top.m_axi_sg_rresp = sg.rresp;
  top.m_axi_sg_rlast = sg.rlast;
  top.m_axi_sg_awready = sg.awready;
  top.m_axi_sg_wready = sg.wready;
  top.m_axi_sg_bvalid = sg.bvalid;
  top.m_axi_sg_bresp = sg.bresp;
  const AxiSlave& mm2s = ports[static_cast<int>(TilePort::kMm2s)];
  top.m_axi_mm2s_arready = mm2s.arready;
  top.m_axi_mm2s_rvalid = mm2s.rvalid;
  top.m_axi_mm2s_rdata =
      static_cast<std::remove_reference_t<decltype(top.m_axi_mm2s_rdata)>>(mm2s.rdata);
  top.m_axi_mm2s_rresp = mm2s.rresp;
  top.m_axi_mm2s_rlast = mm2s.rlast;
  const AxiSlave& s2mm = ports[static_cast<int>(TilePort::kS2mm)];
  top.m_axi_s2mm_awready = s2mm.awready;
  top.m_axi_s2mm_wready = s2mm.wready;
  top.m_axi_s2mm_bvalid = s2mm.bvalid;
  top.m_axi_s2mm_bresp = s2mm.bresp;
}

template <typename Top>
void ReadMemoryPorts(const Top& top, std::array<AxiMaster, kTilePorts>& ports) {
  AxiMaster& sg = ports[static_cast<int>(TilePort::kSg)];
  sg.arvalid = top.m_axi_sg_arvalid;
  sg.araddr = top.m_axi_sg_araddr;
  sg.arlen = top.m_axi_sg_arlen;
  sg.arsize = top.m_axi_sg_arsize;
  sg.arburst = top.m_axi_sg_arburst;
  sg.arcache = top.m_axi_sg_arcache;
  sg.arprot = top.m_axi_sg_arprot;
  sg.rready = top.m_axi_sg_rready;
  sg.awvalid = top.m_axi_sg_awvalid;
  sg.awaddr = top.m_axi_sg_awaddr;
  sg.awlen = top.m_axi_sg_awlen;
  sg.awsize = top.m_axi_sg_awsize;
  sg.awburst = top.m_axi_sg_awburst;
  sg.awcache = top.m_axi_sg_awcache;
  sg.awprot = top.m_axi_sg_awprot;
  sg.wvalid = top.m_axi_sg_wvalid;
  sg.wdata = top.m_axi_sg_wdata;
  sg.wstrb = top.m_axi_sg_wstrb;
  sg.wlast = top.m_axi_sg_wlast;
  sg.bready = top.m_axi_sg_bready;
  AxiMaster& mm2s = ports[static_cast<int>(TilePort::kMm2s)];
  mm2s.arvalid = top.m_axi_mm2s_arvalid;
  mm2s.araddr = top.m_axi_mm2s_araddr;
  mm2s.arlen = top.m_axi_mm2s_arlen;
  mm2s.arsize = top.m_axi_mm2s_arsize;
  mm2s.arburst = top.m_axi_mm2s_arburst;
  mm2s.arcache = top.m_axi_mm2s_arcache;
  mm2s.arprot = top.m_axi_mm2s_arprot;
  mm2s.rready = top.m_axi_mm2s_rready;
  AxiMaster& s2mm = ports[static_cast<int>(TilePort::kS2mm)];
  s2mm.awvalid = top.m_axi_s2mm_awvalid;
  s2mm.awaddr = top.m_axi_s2mm_awaddr;
  s2mm.awlen = top.m_axi_s2mm_awlen;
  s2mm.awsize = top.m_axi_s2mm_awsize;
  s2mm.awburst = top.m_axi_s2mm_awburst;
  s2mm.awcache = top.m_axi_s2mm_awcache;
  s2mm.awprot = top.m_axi_s2mm_awprot;
  s2mm.wvalid = top.m_axi_s2mm_wvalid;
  s2mm.wdata = top.m_axi_s2mm_wdata;
  s2mm.wstrb = top.m_axi_s2mm_wstrb;
  s2mm.wlast = top.m_axi_s2mm_wlast;
  s2mm.bready = top.m_axi_s2mm_bready;
}

template <typename Top>
void DriveDmaRegisters(Top& top, const AxiLiteMaster& in) {
  top.s_axi_lite_awvalid = in.awvalid;
  top.s_axi_lite_awaddr = static_cast<uint16_t>(in.awaddr);
  top.s_axi_lite_wvalid = in.wvalid;
  top.s_axi_lite_wdata = in.wdata;
  top.s_axi_lite_bready = in.bready;
  top.s_axi_lite_arvalid = in.arvalid;
  top.s_axi_lite_araddr = static_cast<uint16_t>(in.araddr);
  top.s_axi_lite_rready = in.rready;
}

template <typename Top>
void ReadDmaRegisters(const Top& top, AxiLiteSlave& out) {
  out.awready = top.s_axi_lite_awready;
  out.wready = top.s_axi_lite_wready;
  out.bvalid = top.s_axi_lite_bvalid;
  out.bresp = top.s_axi_lite_bresp;
  out.arready = top.s_axi_lite_arready;
  out.rvalid = top.s_axi_lite_rvalid;
  out.rdata = top.s_axi_lite_rdata;
  out.rresp = top.s_axi_lite_rresp;
}

}  // namespace nve
