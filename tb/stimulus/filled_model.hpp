// SPDX-License-Identifier: Apache-2.0
// A Verilated model with random values in every register and signal before its reset, and with
// given contents in its memories: see unique_models.hpp.
#pragma once

#include <climits>
#include <cstdint>

#include "base/diagnostics/diagnostics.hpp"
#include "host/verilated/in_reset.hpp"
#include "nve_arch.hpp"
#include "tb/stimulus/draw.hpp"
#include "tb/stimulus/random_memories.hpp"

namespace nve {

// Verilator's random numbers are so linear that some bits are the same for all small seeds.
inline int SeedOf(uint64_t seed) { return static_cast<int>(Mix(seed, 0) % INT_MAX) + 1; }

// The memories of the local buffer, instructions, updates, both FIFOs and the copies of the table;
// in the split machine those of the even pixels too.
inline constexpr int kMemories = 5 + arch::kActLanes / 2 + (arch::kSplit != 0 ? 1 : 0);

// `Base` is a Verilated model, `core` the place of the core in it. The memories are filled behind
// the first edge in reset, when no register of any value writes to them any more, and in front of
// the others, so that what follows from them does.
template <typename Base>
class Filled : public Base {
 public:
  template <typename Random>
  Filled(const Random& random, const char* top, const char* core, uint64_t seed,
         const CoreMemories& contents)
      : Base(random), top_(top), core_(core), seed_(seed), contents_(contents) {}

 protected:
  void HoldReset(const InReset& in_reset) override {
    Base::HoldReset([&] {
      if (!filled_) Fill();
      filled_ = true;
      in_reset();
    });
  }

 private:
  void Fill() {
    const int filled = FillMemories(StateOf(this->context(), top_), core_, contents_, seed_);
    NVE_CHECK(filled == kMemories, "a memory of the core is not shown");
  }

  const char* top_;
  const char* core_;
  const uint64_t seed_;
  const CoreMemories contents_;
  bool filled_ = false;
};

}  // namespace nve
