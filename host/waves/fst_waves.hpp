// SPDX-License-Identifier: Apache-2.0
// The FST files of a Verilated model with tracing, whatever its prefix. A file has a window of
// cycles; a run may write several, one after the other.
#pragma once

#include <verilated_fst_c.h>

#include <memory>
#include <utility>

#include "host/waves/wave_options.hpp"

namespace nve {

template <typename Top>
class FstWaves {
 public:
  // `first_cycle`: the one whose halves the first two dumps are. That of a tile, which dumps behind
  // the clock edges only, is 1.
  FstWaves(VerilatedContext& context, Top& top, WaveOptions options, uint64_t first_cycle = 1)
      : top_(top), options_(std::move(options)), half_cycles_(2 * first_cycle) {
    context.traceEverOn(true);
  }

  // The end of the reset.
  void Start() {
    running_ = true;
    Open();
  }

  void Set(const WaveOptions& options) {
    options_ = options;
    if (running_) Open();
  }

  // One call per half cycle; a time unit of the file is half a cycle.
  void Dump() {
    if (!running_) return;
    const uint64_t half = half_cycles_++;
    if (file_ == nullptr || half / 2 < options_.first_cycle) return;
    if (half / 2 > options_.last_cycle) {
      file_.reset();
      return;
    }
    file_->dump(half);
  }

 private:
  void Open() {
    file_.reset();
    if (options_.path.empty()) return;
    constexpr int kAllLevels = 99;
    file_ = std::make_unique<VerilatedFstC>();
    top_.trace(file_.get(), kAllLevels);
    file_->open(options_.written().c_str());
  }

  Top& top_;
  WaveOptions options_;
  std::unique_ptr<VerilatedFstC> file_;
  bool running_ = false;  // out of reset
  uint64_t half_cycles_;  // since the end of the reset
};

}  // namespace nve
