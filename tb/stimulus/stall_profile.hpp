// SPDX-License-Identifier: Apache-2.0
// When a neighbour offers a word or takes one: the profiles of a VALID/READY handshake, of the core
// as of the DMA, and congestors, which look at the core's state to keep a FIFO full or empty.
#pragma once

#include <array>
#include <cstdint>

#include "tb/stimulus/draw.hpp"

namespace nve {

enum class StallProfile : uint8_t {
  kAlways,      ///< a word or room in every cycle
  kRandom25,    ///< in 25 % of the cycles
  kRandom50,    ///< in 50 %
  kRandom75,    ///< in 75 %
  kBursts,      ///< on and off in turn, each a geometric time, 50 cycles in the mean
  kFreeze,      ///< always but for 1000 cycles before one of the words
  kReadyFirst,  ///< VALID only after READY; READY a cycle after every word, without VALID
  kValidFirst,  ///< VALID at once; READY only after VALID, some cycles later
  kMixed        ///< each handshake one of the others
};
inline constexpr std::array<const char*, 9> kStallProfileNames = {
    "always", "random25", "random50", "random75", "bursts", "freeze", "ready", "valid", "mixed"};

enum class Congestor : uint8_t {
  kNone,
  kOutputFull,  ///< output words leave from a full FIFO only
  kInputEmpty,  ///< input words come into an empty FIFO only, or when the core waits
  kInputFull,   ///< input words come before START and in every cycle
  kBus          ///< register accesses while the core runs, most of them refused
};
inline constexpr std::array<const char*, 5> kCongestorNames = {"none", "output full", "input empty",
                                                               "input full", "register bus"};

/// One seed in four has one.
Congestor CongestorOf(uint64_t seed);

/// One side of one handshake.
class StallGate {
 public:
  enum class Side : uint8_t { kSource, kSink };

  /// `words` is how many go over in a run about: the freeze comes before one of them.
  StallGate(StallProfile profile, Side side, uint64_t seed, uint64_t words,
            int freeze_cycles = kFreezeCycles);
  static constexpr int kFreezeCycles = 1000;

  /// Once per cycle: whether this side gives its signal. `other` is the other side's in this cycle,
  /// which is known as it comes from registers. A source goes on offering until the word is taken.
  bool Next(bool other);

 private:
  bool Decide(bool other);

  StallProfile profile_;
  Side side_;
  int freeze_cycles_;
  Draw draw_;
  bool holding_ = false;  // a word is offered that has not been taken
  bool on_ = true;        // bursts
  bool seen_ = false;     // the other side's signal in the cycle before
  bool taken_ = false;    // a word went over in the cycle before
  uint32_t wait_ = 1;     // cycles from VALID to READY, in the mean
  uint64_t words_ = 0;    // that went over
  uint64_t freeze_ = 0;   // the word that has to wait
  int frozen_ = 0;        // cycles it has waited
};

}  // namespace nve
