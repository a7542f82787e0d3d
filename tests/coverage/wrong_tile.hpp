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

  /// The stream into the core is shown with TVALID in the cycles with TREADY only.
  void HideUntakenWords() {
    hides_ = true;
    probe_inputs_ = reinterpret_cast<const uint32_t*>(&shown_);
  }

  void Reset() override {
    tile_->Reset();
    Change();
  }
  void Drive(const TileInputs& in) override {
    tile_->Drive(in);
    if (hides_) HideUntaken();
  }
  void Step() override {
    tile_->Step();
    Change();
  }
  void SetWaves(const WaveOptions& waves) override { tile_->SetWaves(waves); }

 private:
  void Change() {
    outputs_ = tile_->outputs();
    change_(outputs_);
  }

  void HideUntaken() {
    std::memcpy(&shown_, tile_->probe_inputs(), sizeof(shown_));
    if (reinterpret_cast<const arch::Probe*>(probe_)->s_tready == 0) shown_.s_tvalid = 0;
  }

  std::unique_ptr<TileModel> tile_;
  std::function<void(TileOutputs&)> change_;
  bool hides_ = false;
  arch::ProbeInputs shown_{};
};

/// A word more or less in every status.
inline void ChangeStatusBytes(TileOutputs& outputs) { outputs.ports[0].wdata ^= 8; }

inline void KeepOutputs(TileOutputs& /*outputs*/) {}

}  // namespace nve
