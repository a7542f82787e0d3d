// When a neighbour of the core offers a word or takes one: the profiles of both stream handshakes,
// and congestors, which look at the core's state to keep a FIFO full or empty.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "nve_arch.hpp"
#include "tests/stimulus/draw.hpp"

namespace nve {

enum class StallProfile : uint8_t {
  kAlways,      ///< a word or room in every cycle
  kRandom25,    ///< in 25 % of the cycles
  kRandom50,    ///< in 50 %
  kRandom75,    ///< in 75 %
  kBursts,      ///< on and off in turn, each a geometric time, 50 cycles in the mean
  kFreeze,      ///< always but for 1000 cycles of the run
  kReadyFirst,  ///< VALID only after READY; READY a cycle after every word, without VALID
  kValidFirst,  ///< VALID at once; READY only after VALID
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

  /// `cycles` is how long the run takes about: the freeze falls into it.
  StallGate(StallProfile profile, Side side, uint64_t seed, int64_t cycles);

  /// Once per cycle: whether this side gives its signal. `other` is the other side's in this cycle,
  /// which is known as it comes from registers. A source goes on offering until the word is taken.
  bool Next(bool other);

 private:
  bool Decide(bool other);

  StallProfile profile_;
  Side side_;
  Draw draw_;
  bool holding_ = false;  // a word is offered that has not been taken
  bool on_ = true;        // bursts
  bool seen_ = false;     // the other side's signal in the cycle before
  bool taken_ = false;    // a word went over in the cycle before
  int64_t cycle_ = 0;
  int64_t freeze_ = 0;
};

}  // namespace nve
