// SPDX-License-Identifier: Apache-2.0
// What one seed of a fault campaign did, and how it ended.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace nve {

/// How a run with a fault may end. Everything else (wrong output without a word, a hang, a crash,
/// another status than the fault's, a machine that does not come back) is a problem.
enum class Outcome : uint8_t {
  kReported,   ///< driver, watchdog or a status register of the machine names the fault
  kHarmless,   ///< with the right output
  kRecovered,  ///< left by a reset, which nothing reports; the run after it is right
  kFlagged,    ///< lockstep, and not the machine, saw the inverted bit
  kMasked,     ///< nothing saw the inverted bit: the right output in the right cycles
};
inline constexpr std::array<const char*, 5> kOutcomeNames = {"reported", "harmless", "recovered",
                                                             "flagged", "masked"};

struct FaultRun {
  std::string kind;                      ///< "sg read SLVERR"
  std::string detail;                    ///< what exactly was done, for a report
  Outcome outcome = Outcome::kHarmless;  ///< if there is no problem
  std::string status;                    ///< what was seen: a class, without its numbers
  std::string stall;    ///< of the core alone at the fault, if the fault has a cycle
  std::string problem;  ///< empty if all is well
  uint64_t cycles = 0;  ///< of the RTL, all compared with the golden model
};

/// What a kind of fault must come to.
enum class Expected : uint8_t { kReported, kHarmless, kEither };

/// "" if the outcome of a run is allowed, else the problem. `report` is the error the run ended
/// with, empty if it ended well; it must contain `status`. `right` says whether the output is that
/// of a run without the fault.
std::string Judge(Expected expected, const std::string& status, const std::string& report,
                  bool right);

}  // namespace nve
