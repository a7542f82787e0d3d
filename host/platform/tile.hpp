// SPDX-License-Identifier: Apache-2.0
// One tile of the platform: the Verilated RTL, the golden model beside it and the tile's
// statistics.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "host/lockstep/cycle_counts.hpp"
#include "host/lockstep/lockstep_checker.hpp"
#include "host/lockstep/probe_fault.hpp"
#include "host/platform/tile_model.hpp"

namespace nve {

class Tile {
 public:
  /// Without `lockstep` the RTL runs alone. A kProbe fault shows the checker a wrong accumulator.
  Tile(std::unique_ptr<TileModel> model, bool lockstep, const Fault& fault);

  /// The pin reset; `in_reset` sees each of its cycles.
  void Reset(const InReset& in_reset);

  /// Of the golden model, if there is one: the RTL must hold the same.
  void SetMemories(const CoreMemories& contents) {
    if (lockstep_ != nullptr) lockstep_->SetMemories(contents);
  }

  /// What the tile sees in the current cycle; written by the memory ports and the register bus.
  TileInputs& inputs() { return inputs_; }
  const TileInputs& inputs() const { return inputs_; }
  const TileOutputs& outputs() const { return model_->outputs(); }

  /// Compares and counts the current cycle. False if RTL and golden model differ.
  bool Observe() {
    const uint32_t* words = model_->probe();
    if (lockstep_ != nullptr && !lockstep_->Step(ProbeForCheck(words), model_->probe_inputs()))
      return false;
    counts_.Count(probe(), probe_inputs());
    return true;
  }

  /// Bytes of a port's data bus.
  int PortBytes(TilePort port) const {
    return port == TilePort::kSg ? model_->sg_bytes() : static_cast<int>(arch::kWordBytes);
  }

  void SetWaves(const WaveOptions& waves) { model_->SetWaves(waves); }
  void Drive() { model_->Drive(inputs_); }
  void Step() { model_->Step(); }

  /// All state of the RTL; empty if its build does not say.
  std::span<const std::byte> RtlState() const { return model_->State(); }
  /// That of the golden model; empty without.
  std::span<const std::byte> GoldenState() const {
    return lockstep_ != nullptr ? lockstep_->State() : std::span<const std::byte>{};
  }
  /// So many cycles in which neither inputs nor state differ from those of the last cycle.
  void StandStill(uint64_t cycles) {
    if (lockstep_ != nullptr) lockstep_->StandStill(probe_inputs(), cycles);
    counts_.Count(probe(), probe_inputs(), static_cast<int64_t>(cycles));
  }

  /// The RTL's probe of the current cycle.
  const arch::Probe& probe() const {
    return *reinterpret_cast<const arch::Probe*>(model_->probe());
  }

  /// The inputs of the core in the current cycle.
  const arch::ProbeInputs& probe_inputs() const {
    return *reinterpret_cast<const arch::ProbeInputs*>(model_->probe_inputs());
  }

  /// Statistics from the RTL's probe.
  const CycleCounts& counts() const { return counts_; }

  /// Null without lockstep.
  const LockstepChecker* lockstep() const { return lockstep_.get(); }

 private:
  const uint32_t* ProbeForCheck(const uint32_t* words) {
    return probe_fault_ ? probe_fault_->Apply(words) : words;
  }

  std::unique_ptr<TileModel> model_;
  std::unique_ptr<LockstepChecker> lockstep_;
  std::optional<ProbeFault> probe_fault_;
  TileInputs inputs_;
  CycleCounts counts_;
};

}  // namespace nve
