// SPDX-License-Identifier: Apache-2.0
// The pins of a Verilated nve_top, whatever its prefix. Include only where the model's header may
// be seen; verilated.h comes before any SystemC header there.
#pragma once

#include <verilated.h>

#include <cstdint>

#include "host/platform/tile_model.hpp"
#include "host/verilated/clocked_model.hpp"
#include "host/verilated/verilated_axi.hpp"

namespace nve {

/// Whether the models check the RTL's assertions.
#ifdef NVE_RTL_ASSERTIONS
inline constexpr bool kRtlAssertions = true;
#else
inline constexpr bool kRtlAssertions = false;
#endif

/// The seed of what is random in a model, 0: nothing.
struct RandomStart {
  int seed = 0;
};

/// `Top` is the Verilated class; `Waves` has Start() for the end of the reset, Dump() for every
/// half cycle and Set(); NoWaves does nothing.
template <typename Top, typename Waves>
class VerilatedTile : public TileModel {
 public:
  template <typename... WaveArguments>
  explicit VerilatedTile(WaveArguments&&... arguments)
      : VerilatedTile(RandomStart{}, arguments...) {}

  /// What the model's build leaves to chance starts with random values.
  template <typename... WaveArguments>
  explicit VerilatedTile(RandomStart random, WaveArguments&&... arguments)
      : model_(random.seed), waves_(model_.context(), top_, arguments...) {
    sg_bytes_ = sizeof(top_.m_axi_sg_rdata);
    probe_ = top_.probe_o.data();
    probe_inputs_ = top_.probe_inputs_o.data();
  }

  void Drive(const TileInputs& in) override {
    DriveMemoryPorts(top_, in.ports);
    top_.s_axi_ctrl_awvalid = in.core.awvalid;
    top_.s_axi_ctrl_awaddr = static_cast<uint16_t>(in.core.awaddr);
    top_.s_axi_ctrl_wvalid = in.core.wvalid;
    top_.s_axi_ctrl_wdata = in.core.wdata;
    top_.s_axi_ctrl_wstrb = 0xF;
    top_.s_axi_ctrl_bready = in.core.bready;
    top_.s_axi_ctrl_arvalid = in.core.arvalid;
    top_.s_axi_ctrl_araddr = static_cast<uint16_t>(in.core.araddr);
    top_.s_axi_ctrl_rready = in.core.rready;
    DriveDmaRegisters(top_, in.dma);
  }

  void Step() override {
    Clock();
    ReadOutputs();
  }

  void SetWaves(const WaveOptions& waves) override { waves_.Set(waves); }

 protected:
  void HoldReset(const InReset& in_reset) override {
    Drive(TileInputs{});
    model_.HoldReset(kResetCycles, [&] {
      Step();
      in_reset();
    });
    ReadOutputs();
    waves_.Start();
  }

  VerilatedContext& context() { return model_.context(); }

 private:
  static constexpr int kResetCycles = 4;

  void Clock() {
    // Verilator samples what assertions look at before inputs have had their effect.
    if (kRtlAssertions) top_.eval();
    model_.Rise();
    waves_.Dump();
    model_.Fall();
    waves_.Dump();
  }

  void ReadOutputs() {
    ReadMemoryPorts(top_, outputs_.ports);
    AxiLiteSlave& core = outputs_.core;
    core.awready = top_.s_axi_ctrl_awready;
    core.wready = top_.s_axi_ctrl_wready;
    core.bvalid = top_.s_axi_ctrl_bvalid;
    core.bresp = top_.s_axi_ctrl_bresp;
    core.arready = top_.s_axi_ctrl_arready;
    core.rvalid = top_.s_axi_ctrl_rvalid;
    core.rdata = top_.s_axi_ctrl_rdata;
    core.rresp = top_.s_axi_ctrl_rresp;
    ReadDmaRegisters(top_, outputs_.dma);
    outputs_.input = {.keep = input_keep_, .last = input_last_ != 0};
    outputs_.core_interrupt = top_.irq_o;
    outputs_.mm2s_interrupt = top_.mm2s_introut;
    outputs_.s2mm_interrupt = top_.s2mm_introut;
  }

  ClockedModel<Top> model_;
  Top& top_ = *model_;
  Waves waves_;
  // Of the stream into the core, made public by tile_public.vlt
  const uint8_t& input_keep_ = PublicByte(model_.context(), "nve_top", "unused_in_tkeep");
  const uint8_t& input_last_ = PublicByte(model_.context(), "nve_top", "in_tlast");
};

/// The builds that write no waves.
struct NoWaves {
  template <typename Top>
  NoWaves(VerilatedContext&, Top&) {}
  void Start() {}
  void Set(const WaveOptions& /*waves*/) {}
  void Dump() {}
};

}  // namespace nve
