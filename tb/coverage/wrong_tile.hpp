// SPDX-License-Identifier: Apache-2.0
// A tile whose outputs are changed on their way, for tests of what watches them.
#pragma once

#include <cstring>
#include <functional>
#include <memory>
#include <utility>

#include "host/platform/tile_model.hpp"

namespace nve {

class WrongTile : public TileModel {
 public:
  /// `change` is called with the outputs of every cycle.
  WrongTile(std::unique_ptr<TileModel> tile, std::function<void(TileOutputs&)> change)
      : tile_(std::move(tile)), change_(std::move(change)) {
    sg_bytes_ = tile_->sg_bytes();
    probe_ = tile_->probe();
    probe_inputs_ = tile_->probe_inputs();
  }

  /// `change` is called with what is shown of the core in every cycle, twice.
  void ChangeProbe(std::function<void(arch::ProbeInputs&, arch::Probe&)> change) {
    change_probe_ = std::move(change);
    probe_ = reinterpret_cast<const uint32_t*>(&shown_);
    probe_inputs_ = reinterpret_cast<const uint32_t*>(&shown_inputs_);
  }

  void Drive(const TileInputs& in) override {
    tile_->Drive(in);
    ShowProbe();
  }
  void Step() override {
    tile_->Step();
    Change();
  }
  void SetWaves(const WaveOptions& waves) override { tile_->SetWaves(waves); }

 protected:
  void HoldReset(const InReset& in_reset) override {
    tile_->Reset([&] {
      Change();
      in_reset();
    });
    Change();
  }

 private:
  void Change() {
    outputs_ = tile_->outputs();
    change_(outputs_);
    ShowProbe();
  }

  void ShowProbe() {
    if (!change_probe_) return;
    std::memcpy(&shown_, tile_->probe(), sizeof(shown_));
    std::memcpy(&shown_inputs_, tile_->probe_inputs(), sizeof(shown_inputs_));
    change_probe_(shown_inputs_, shown_);
  }

  std::unique_ptr<TileModel> tile_;
  std::function<void(TileOutputs&)> change_;
  std::function<void(arch::ProbeInputs&, arch::Probe&)> change_probe_;
  arch::Probe shown_{};
  arch::ProbeInputs shown_inputs_{};
};

/// A word more or less in every status.
inline void ChangeStatusBytes(TileOutputs& outputs) { outputs.ports[0].wdata ^= 8; }

/// The stream into the core never has TLAST.
inline void HideInputLast(TileOutputs& outputs) { outputs.input.last = false; }

inline void KeepOutputs(TileOutputs& /*outputs*/) {}

/// The stream into the core has TVALID in the cycles with TREADY only.
inline void HideUntakenWords(arch::ProbeInputs& inputs, arch::Probe& probe) {
  if (probe.s_tready == 0) inputs.s_tvalid = 0;
}

}  // namespace nve
