// The pins of a Verilated nve_top, whatever its prefix. Include only where the model's header may
// be seen; verilated.h comes before any SystemC header there.
#pragma once

#include <verilated.h>

#include <cstdint>
#include <type_traits>

#include "host/platform/tile_model.hpp"
#include "host/verilated_model.hpp"

namespace nve {

/// `Top` is the Verilated class; `Waves` has Open(Top&), Dump() at every half cycle; NoWaves does
/// nothing.
template <typename Top, typename Waves>
class VerilatedTile : public TileModel {
 public:
  template <typename... WaveArguments>
  explicit VerilatedTile(WaveArguments&&... arguments)
      : top_(&context_), waves_(context_, top_, arguments...) {
    sg_bytes_ = sizeof(top_.m_axi_sg_rdata);
    probe_ = top_.probe_o.data();
    probe_inputs_ = top_.probe_inputs_o.data();
  }
  ~VerilatedTile() override { FinishModel(top_, context_); }

  void Reset() override {
    Drive(TileInputs{});
    top_.clk_i = 0;
    top_.rst_ni = 0;
    top_.eval();
    for (int cycle = 0; cycle < kResetCycles; ++cycle) Clock();
    top_.rst_ni = 1;
    top_.eval();
    ReadOutputs();
    waves_.Start();
  }

  void Drive(const TileInputs& in) override {
    const AxiSlave& sg = in.ports[static_cast<int>(TilePort::kSg)];
    top_.m_axi_sg_arready = sg.arready;
    top_.m_axi_sg_rvalid = sg.rvalid;
    top_.m_axi_sg_rdata =
        static_cast<std::remove_reference_t<decltype(top_.m_axi_sg_rdata)>>(sg.rdata);
    top_.m_axi_sg_rresp = sg.rresp;
    top_.m_axi_sg_rlast = sg.rlast;
    top_.m_axi_sg_awready = sg.awready;
    top_.m_axi_sg_wready = sg.wready;
    top_.m_axi_sg_bvalid = sg.bvalid;
    top_.m_axi_sg_bresp = sg.bresp;
    const AxiSlave& mm2s = in.ports[static_cast<int>(TilePort::kMm2s)];
    top_.m_axi_mm2s_arready = mm2s.arready;
    top_.m_axi_mm2s_rvalid = mm2s.rvalid;
    top_.m_axi_mm2s_rdata = mm2s.rdata;
    top_.m_axi_mm2s_rresp = mm2s.rresp;
    top_.m_axi_mm2s_rlast = mm2s.rlast;
    const AxiSlave& s2mm = in.ports[static_cast<int>(TilePort::kS2mm)];
    top_.m_axi_s2mm_awready = s2mm.awready;
    top_.m_axi_s2mm_wready = s2mm.wready;
    top_.m_axi_s2mm_bvalid = s2mm.bvalid;
    top_.m_axi_s2mm_bresp = s2mm.bresp;
    top_.s_axi_ctrl_awvalid = in.core.awvalid;
    top_.s_axi_ctrl_awaddr = static_cast<uint16_t>(in.core.awaddr);
    top_.s_axi_ctrl_wvalid = in.core.wvalid;
    top_.s_axi_ctrl_wdata = in.core.wdata;
    top_.s_axi_ctrl_wstrb = 0xF;
    top_.s_axi_ctrl_bready = in.core.bready;
    top_.s_axi_ctrl_arvalid = in.core.arvalid;
    top_.s_axi_ctrl_araddr = static_cast<uint16_t>(in.core.araddr);
    top_.s_axi_ctrl_rready = in.core.rready;
    top_.s_axi_lite_awvalid = in.dma.awvalid;
    top_.s_axi_lite_awaddr = static_cast<uint16_t>(in.dma.awaddr);
    top_.s_axi_lite_wvalid = in.dma.wvalid;
    top_.s_axi_lite_wdata = in.dma.wdata;
    top_.s_axi_lite_bready = in.dma.bready;
    top_.s_axi_lite_arvalid = in.dma.arvalid;
    top_.s_axi_lite_araddr = static_cast<uint16_t>(in.dma.araddr);
    top_.s_axi_lite_rready = in.dma.rready;
  }

  void Step() override {
    Clock();
    ReadOutputs();
  }

 private:
  static constexpr int kResetCycles = 4;

  // No output depends on an input in the same cycle, so one evaluation at the rising edge does all
  // the work; the falling edge only makes the next rising edge possible.
  void Clock() {
    top_.clk_i = 1;
    top_.eval();
    waves_.Dump();
    top_.clk_i = 0;
    top_.eval();
    waves_.Dump();
  }

  void ReadOutputs() {
    AxiMaster& sg = outputs_.ports[static_cast<int>(TilePort::kSg)];
    sg.arvalid = top_.m_axi_sg_arvalid;
    sg.araddr = top_.m_axi_sg_araddr;
    sg.arlen = top_.m_axi_sg_arlen;
    sg.arsize = top_.m_axi_sg_arsize;
    sg.arburst = top_.m_axi_sg_arburst;
    sg.rready = top_.m_axi_sg_rready;
    sg.awvalid = top_.m_axi_sg_awvalid;
    sg.awaddr = top_.m_axi_sg_awaddr;
    sg.awlen = top_.m_axi_sg_awlen;
    sg.awsize = top_.m_axi_sg_awsize;
    sg.awburst = top_.m_axi_sg_awburst;
    sg.wvalid = top_.m_axi_sg_wvalid;
    sg.wdata = top_.m_axi_sg_wdata;
    sg.wstrb = top_.m_axi_sg_wstrb;
    sg.wlast = top_.m_axi_sg_wlast;
    sg.bready = top_.m_axi_sg_bready;
    AxiMaster& mm2s = outputs_.ports[static_cast<int>(TilePort::kMm2s)];
    mm2s.arvalid = top_.m_axi_mm2s_arvalid;
    mm2s.araddr = top_.m_axi_mm2s_araddr;
    mm2s.arlen = top_.m_axi_mm2s_arlen;
    mm2s.arsize = top_.m_axi_mm2s_arsize;
    mm2s.arburst = top_.m_axi_mm2s_arburst;
    mm2s.rready = top_.m_axi_mm2s_rready;
    AxiMaster& s2mm = outputs_.ports[static_cast<int>(TilePort::kS2mm)];
    s2mm.awvalid = top_.m_axi_s2mm_awvalid;
    s2mm.awaddr = top_.m_axi_s2mm_awaddr;
    s2mm.awlen = top_.m_axi_s2mm_awlen;
    s2mm.awsize = top_.m_axi_s2mm_awsize;
    s2mm.awburst = top_.m_axi_s2mm_awburst;
    s2mm.wvalid = top_.m_axi_s2mm_wvalid;
    s2mm.wdata = top_.m_axi_s2mm_wdata;
    s2mm.wstrb = top_.m_axi_s2mm_wstrb;
    s2mm.wlast = top_.m_axi_s2mm_wlast;
    s2mm.bready = top_.m_axi_s2mm_bready;
    AxiLiteSlave& core = outputs_.core;
    core.awready = top_.s_axi_ctrl_awready;
    core.wready = top_.s_axi_ctrl_wready;
    core.bvalid = top_.s_axi_ctrl_bvalid;
    core.bresp = top_.s_axi_ctrl_bresp;
    core.arready = top_.s_axi_ctrl_arready;
    core.rvalid = top_.s_axi_ctrl_rvalid;
    core.rdata = top_.s_axi_ctrl_rdata;
    core.rresp = top_.s_axi_ctrl_rresp;
    AxiLiteSlave& dma = outputs_.dma;
    dma.awready = top_.s_axi_lite_awready;
    dma.wready = top_.s_axi_lite_wready;
    dma.bvalid = top_.s_axi_lite_bvalid;
    dma.bresp = top_.s_axi_lite_bresp;
    dma.arready = top_.s_axi_lite_arready;
    dma.rvalid = top_.s_axi_lite_rvalid;
    dma.rdata = top_.s_axi_lite_rdata;
    dma.rresp = top_.s_axi_lite_rresp;
    outputs_.core_interrupt = top_.irq_o;
    outputs_.mm2s_interrupt = top_.mm2s_introut;
    outputs_.s2mm_interrupt = top_.s2mm_introut;
  }

  VerilatedContext context_;
  Top top_;
  Waves waves_;
};

/// The builds that write no waves.
struct NoWaves {
  template <typename Top>
  NoWaves(VerilatedContext&, Top&) {}
  void Start() {}
  void Dump() {}
};

}  // namespace nve
