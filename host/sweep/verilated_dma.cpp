// SPDX-License-Identifier: Apache-2.0
// The builds of nve_dma: see dma_model.hpp.
#include <verilated.h>

#include "Vdma_axi.h"
#include "Vdma_axi_gap0.h"
#include "Vdma_mover.h"
#include "base/diagnostics/diagnostics.hpp"
#include "host/sweep/dma_model.hpp"
#include "host/verilated/clocked_model.hpp"
#include "host/verilated/verilated_axi.hpp"

namespace nve {
namespace {

template <typename Top>
class VerilatedDma : public DmaModel {
 public:
  VerilatedDma() { sg_bytes_ = sizeof(top_.m_axi_sg_rdata); }

  void Drive(const DmaInputs& in) override {
    DriveMemoryPorts(top_, in.ports);
    DriveDmaRegisters(top_, in.registers);
    top_.m_axis_mm2s_tready = in.sink_ready;
    top_.s_axis_s2mm_tvalid = in.source_valid;
    top_.s_axis_s2mm_tdata = in.source_data;
    top_.s_axis_s2mm_tkeep = 0xFF;
    top_.s_axis_s2mm_tlast = in.source_last;
  }

  void Step() override {
    model_.Rise();
    model_.Fall();
    ReadOutputs();
  }

 protected:
  void HoldReset(const InReset& in_reset) override {
    constexpr int kCycles = 4;
    Drive(DmaInputs{});
    model_.HoldReset(kCycles, [&] {
      Step();
      in_reset();
    });
    ReadOutputs();
  }

 private:
  void ReadOutputs() {
    ReadMemoryPorts(top_, outputs_.ports);
    ReadDmaRegisters(top_, outputs_.registers);
    outputs_.sink_valid = top_.m_axis_mm2s_tvalid;
    outputs_.sink_data = top_.m_axis_mm2s_tdata;
    outputs_.sink_keep = top_.m_axis_mm2s_tkeep;
    outputs_.sink_last = top_.m_axis_mm2s_tlast;
    outputs_.source_ready = top_.s_axis_s2mm_tready;
    outputs_.mm2s_interrupt = top_.mm2s_introut;
    outputs_.s2mm_interrupt = top_.s2mm_introut;
  }

  ClockedModel<Top> model_;
  Top& top_ = *model_;
};

}  // namespace

std::vector<std::string> DmaProfiles() { return {"axi_dma", "axi_dma_gap0", "mover"}; }

std::unique_ptr<DmaModel> MakeDma(const std::string& profile) {
  if (profile == "axi_dma") return std::make_unique<VerilatedDma<Vdma_axi>>();
  if (profile == "axi_dma_gap0") return std::make_unique<VerilatedDma<Vdma_axi_gap0>>();
  NVE_CHECK(profile == "mover", "unknown DMA profile " + profile);
  return std::make_unique<VerilatedDma<Vdma_mover>>();
}

}  // namespace nve
