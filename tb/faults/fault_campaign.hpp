// SPDX-License-Identifier: Apache-2.0
// Families of faults over many seeds: every seed in a process of its own, its kind and everything
// else drawn from the seed alone; totals by kind.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "report/result/seeds_file.hpp"
#include "tb/faults/fault_run.hpp"
#include "tb/faults/seed_process.hpp"

namespace nve {

/// "bus-errors", "descriptors", "streams", "resets", "bit-flips"
std::vector<std::string> FaultFamilies();

/// Kinds of a family; seed n runs kind n modulo their number.
std::vector<std::string> FaultKinds(const std::string& family);

/// In this process.
FaultRun RunFault(const std::string& family, uint64_t seed);

struct FaultTotals {
  uint64_t conducted = 0;
  std::array<uint64_t, kOutcomeNames.size()> outcomes = {};  ///< runs that have not failed
  uint64_t failed = 0;
  uint64_t cycles = 0;
  std::map<std::string, uint64_t> statuses;  ///< of runs that have not failed
  /// Likewise, those on the core alone whose fault came in one cycle, by its stall in that cycle.
  std::map<std::string, uint64_t> stalls;
};

struct FaultFailure {
  uint64_t seed = 0;
  std::string kind;
  std::string text;
};

struct FaultSeeds {
  uint64_t first = 1;
  uint64_t last = 1;
  int timeout_seconds = kSeedSeconds;
};

struct FaultCampaign {
  std::string family;
  FaultSeeds seeds;
  FaultTotals totals;
  std::map<std::string, FaultTotals> kinds;  ///< all of the family
  std::vector<FaultFailure> failures;
};

/// `done` is called after every seed with the number of them.
FaultCampaign RunFaultCampaign(const std::string& family, const FaultSeeds& seeds,
                               const std::function<void(int64_t)>& done);

FaultsFile FaultResult(const FaultCampaign& campaign);

/// A line per kind that was run, the totals and the failures, each with the command that shows it
/// again, which begins with `tool`: a word of a shell.
std::string FaultText(const FaultCampaign& campaign, const std::string& tool);

}  // namespace nve
