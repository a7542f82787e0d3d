// SPDX-License-Identifier: Apache-2.0
// Many random cases: each under one stall profile or all of them, its output words compared with
// those of the run without stalls.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "report/result/seeds_file.hpp"
#include "tb/stimulus/case_run.hpp"
#include "tb/stimulus/case_waves.hpp"
#include "tb/stimulus/shrink.hpp"

namespace nve {

struct CampaignOptions {
  uint64_t first_seed = 1;
  uint64_t last_seed = 100;
  std::optional<StallProfile> profile = {};  ///< all without it
  bool shrink = false;
  std::string command = "nve-random";  ///< for replaying
  /// Writes waves of the first failure, shrunk if it is, and returns a WavesJson or null; empty:
  /// none.
  std::function<nlohmann::ordered_json(const FailedRuns&)> write_waves = {};
};

struct Totals {
  uint64_t conducted = 0;  ///< programs
  uint64_t failed = 0;
  uint64_t mismatches = 0;  ///< of lockstep
  uint64_t legal = 0;
  uint64_t illegal = 0;    ///< all of them refused by the checks of nve-as, or they have failed
  uint64_t runs = 0;       ///< programs times profiles
  uint64_t congested = 0;  ///< programs with a congestor
  uint64_t sending = 0;    ///< legal programs that send output words
  uint64_t cycles = 0;     ///< compared
  uint64_t words = 0;      ///< output words compared with those without stalls
  uint64_t refused = 0;    ///< STARTs the core refused, of illegal programs
  uint64_t resets = 0;     ///< runs of illegal programs ended by the watchdog
  /// Cycles busy of all runs more or less than they should be: than those of the golden model alone
  /// where lockstep has failed, else than those of the program's text.
  uint64_t cycle_delta = 0;
  CycleCounts counts;
  /// Legal programs that were run under a profile, and those of them that were busy longer than
  /// without stalls.
  std::array<uint64_t, kStallProfileNames.size()> profiled{};
  std::array<uint64_t, kStallProfileNames.size()> slowed{};
};

struct CaseFailure {
  uint64_t seed = 0;
  std::string text;              ///< everything to print, less than kMostFailureLines lines
  size_t instructions = 0;       ///< of the program
  std::optional<size_t> shrunk;  ///< instructions left
  std::string program;           ///< what is left: settings and instructions
  nlohmann::ordered_json waves;  ///< null if there are none
};
inline constexpr size_t kMostFailureLines = 40;

struct CampaignResult {
  Totals totals;
  std::vector<CaseFailure> failures;  ///< the campaign ends after kMostFailures
};
inline constexpr size_t kMostFailures = 10;

/// `done` is called after every program with the number of them.
CampaignResult RunCampaign(const MakeCore& make_core, const CampaignOptions& options,
                           const std::function<void(int64_t)>& done);

RandomFile RandomResult(const CampaignOptions& options, const CampaignResult& result);

/// A few lines with all totals.
std::string TotalsText(const CampaignOptions& options, const CampaignResult& result);

}  // namespace nve
