// The FST file of a Verilated nve_top with tracing, whatever its prefix. Such a build runs at a
// fraction of the speed also outside the window, so it is used only when waves are asked for.
#pragma once

#include <verilated_fst_c.h>

#include "host/platform/tile_model.hpp"

namespace nve {

template <typename Top>
class FstWaves {
 public:
  FstWaves(VerilatedContext& context, Top& top, const WaveOptions& options)
      : top_(top), options_(options) {
    context.traceEverOn(true);
  }
  ~FstWaves() { file_.close(); }

  void Start() {
    constexpr int kAllLevels = 99;
    top_.trace(&file_, kAllLevels);
    file_.open(options_.path.c_str());
    running_ = true;
  }

  // One call per half cycle; a time unit of the file is half a cycle.
  void Dump() {
    if (!running_) return;
    const uint64_t cycle = half_cycles_ / 2;
    if (cycle >= options_.first_cycle && cycle <= options_.last_cycle) file_.dump(half_cycles_);
    ++half_cycles_;
  }

 private:
  Top& top_;
  WaveOptions options_;
  VerilatedFstC file_;
  bool running_ = false;      // out of reset
  uint64_t half_cycles_ = 2;  // since the end of the reset; the first edge begins cycle 1
};

}  // namespace nve
