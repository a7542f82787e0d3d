// SPDX-License-Identifier: Apache-2.0
// Broken rules: kept as marks until a datum that carries them leaves the program, then findings.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "compiler/verify/hazards.hpp"
#include "nve_isa.hpp"

namespace nve::verify {

/// What can be wrong; several have the same rule.
enum class Hazard : uint8_t {
  kTooFresh,       ///< `rd` too soon after the `wr` of its word
  kUnwritten,      ///< `rd` of a word nothing has written
  kNothingRead,    ///< `set` takes a port on which no read is visible
  kEmptyWeight,    ///< rw[0] is used, but holds nothing
  kEmptyPixel,     ///< an entry of ri is used, but holds nothing
  kNoSums,         ///< `act` of sums no `set rb` has begun
  kNoActivation,   ///< `wr` of port B before any `act`
  kNothingKept,    ///< `wr odd` without odd pixels
  kPortATwice,     ///< `set rw` and `set ri` in one cycle
  kWordTwice,      ///< both ports write one word
  kUntaken,        ///< no `set` takes the word read
  kActTooEarly,    ///< sums are lost: their `act` stands before the window
  kActNotInWindow  ///< sums are lost
};

/// When and where an instruction executes.
struct Place {
  int64_t cycle = 0;
  arch::State state = arch::State::kInitial;
  int pass = 0;
  int pc = 0;
};

/// What a datum carries: the number of a broken rule, or one of the two below.
using Mark = int32_t;
inline constexpr Mark kClean = 0;
inline constexpr Mark kNothing = -1;  ///< never written, loaded or begun; broken once it is used

class HazardLog {
 public:
  explicit HazardLog(int max_per_rule) : max_per_rule_(max_per_rule) {}

  /// Notes that the slot breaks a rule. `found` completes "rule NAME: ".
  Mark Note(Hazard hazard, const Place& place, const char* slot, const std::string& found);

  /// A datum that carries the mark has left the program.
  void Report(Mark mark);

  /// The findings, by instruction.
  std::vector<HazardFinding> Take();

 private:
  struct Entry {
    Hazard hazard;
    Place place;
    const char* slot;
    std::string found;
  };
  struct Key {
    int notes = 0;
    Mark last = kClean;  ///< its last entry, or the one reported
    bool reported = false;
  };

  Key& KeyOf(const Entry& entry) {
    return keys_[{entry.place.pc, std::string(entry.slot), entry.hazard}];
  }

  int max_per_rule_;
  std::vector<Entry> entries_;  // mark m is entries_[m - 1]
  std::map<std::tuple<int, std::string, Hazard>, Key> keys_;
};

}  // namespace nve::verify
