// SPDX-License-Identifier: Apache-2.0
// A bench of the DMA whose neighbours keep a stall profile on every handshake: AR, R, AW, W and B
// of the three memory ports, both streams, and all five of the register port.
#pragma once
#include "dma_bench.hpp"
#include "tb/stimulus/port_gates.hpp"

namespace nve::dma_test {

template <class Model, class Base = Bench<Model>>
class StallBench : public Base {
 public:
  StallBench(StallProfile profile, uint32_t seed)
      : Base(seed),
        sg_(profile, PortGates::Role::kSlave, Mix(seed, 1), kWords),
        mm2s_(profile, PortGates::Role::kSlave, Mix(seed, 2), kWords),
        s2mm_(profile, PortGates::Role::kSlave, Mix(seed, 3), kWords),
        registers_(profile, PortGates::Role::kMaster, Mix(seed, 4), kWords),
        sink_(profile, StallGate::Side::kSink, Mix(seed, 5), kWords, PortGates::kFreezeCycles),
        source_(profile, StallGate::Side::kSource, Mix(seed, 6), kWords, PortGates::kFreezeCycles) {
    this->hold = [this](AxiPort& g, AxiPort& r, AxiPort& w) {
      const Model& m = *this->model;
      StallRead(sg_, g, m.m_axi_sg_arvalid, m.m_axi_sg_rready);
      StallWrite(sg_, g, m.m_axi_sg_awvalid, m.m_axi_sg_wvalid, m.m_axi_sg_bready);
      StallRead(mm2s_, r, m.m_axi_mm2s_arvalid, m.m_axi_mm2s_rready);
      StallWrite(s2mm_, w, m.m_axi_s2mm_awvalid, m.m_axi_s2mm_wvalid, m.m_axi_s2mm_bready);
      this->sink_stall = sink_.Next(m.m_axis_mm2s_tvalid) ? 0 : 100;
      // Without a word there is nothing to offer.
      const bool offers = !this->beats.empty() && source_.Next(m.s_axis_s2mm_tready);
      this->source_stall = offers ? 0 : 100;
    };
  }

  void Write(Channel ch, unsigned reg, uint32_t value) {
    Model& m = *this->model;
    m.s_axi_lite_awaddr = reg + BaseOf(ch);
    m.s_axi_lite_wdata = value;
    for (bool addressed = false, written = false; !addressed || !written; this->Step()) {
      m.s_axi_lite_awvalid = !addressed && registers_.aw.Next(m.s_axi_lite_awready);
      m.s_axi_lite_wvalid = !written && registers_.w.Next(m.s_axi_lite_wready);
      addressed |= m.s_axi_lite_awvalid && m.s_axi_lite_awready;
      written |= m.s_axi_lite_wvalid && m.s_axi_lite_wready;
      CheckTime();
    }
    m.s_axi_lite_awvalid = m.s_axi_lite_wvalid = 0;
    for (bool answered = false; !answered; this->Step()) {
      m.s_axi_lite_bready = registers_.b.Next(m.s_axi_lite_bvalid);
      answered = m.s_axi_lite_bready && m.s_axi_lite_bvalid;
      CheckTime();
    }
    m.s_axi_lite_bready = 0;
  }

  uint32_t Read(Channel ch, unsigned reg) {
    Model& m = *this->model;
    m.s_axi_lite_araddr = reg + BaseOf(ch);
    for (bool addressed = false; !addressed; this->Step()) {
      m.s_axi_lite_arvalid = registers_.ar.Next(m.s_axi_lite_arready);
      addressed = m.s_axi_lite_arvalid && m.s_axi_lite_arready;
      CheckTime();
    }
    m.s_axi_lite_arvalid = 0;
    uint32_t value = 0;
    for (bool answered = false; !answered; this->Step()) {
      m.s_axi_lite_rready = registers_.r.Next(m.s_axi_lite_rvalid);
      answered = m.s_axi_lite_rready && m.s_axi_lite_rvalid;
      value = m.s_axi_lite_rdata;
      CheckTime();
    }
    m.s_axi_lite_rready = 0;
    return value;
  }

 private:
  // Of a handshake in a run, about.
  static constexpr uint64_t kWords = 24;
  static constexpr uint64_t kLongestRun = 1'000'000;

  static void StallRead(PortGates& gates, AxiPort& p, bool arvalid, bool rready) {
    p.arready = p.arready && gates.ar.Next(arvalid);
    p.rvalid = p.rvalid && gates.r.Next(rready);
  }
  static void StallWrite(PortGates& gates, AxiPort& p, bool awvalid, bool wvalid, bool bready) {
    p.awready = p.awready && gates.aw.Next(awvalid);
    p.wready = p.wready && gates.w.Next(wvalid);
    p.bvalid = p.bvalid && gates.b.Next(bready);
  }

  void CheckTime() const {
    if (this->cycle > kLongestRun) throw std::runtime_error("the registers do not answer");
  }

  PortGates sg_, mm2s_, s2mm_;
  PortGates registers_;  // whose master is the test
  StallGate sink_, source_;
};

}  // namespace nve::dma_test
