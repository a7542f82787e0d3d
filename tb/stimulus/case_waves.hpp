// SPDX-License-Identifier: Apache-2.0
// The waves of a failing case, which is run once more on a core that writes them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "host/waves/wave_options.hpp"
#include "tb/stimulus/case_run.hpp"

namespace nve {

/// A case's runs on one core, of which the last one failed.
struct FailedRuns {
  const RandomCase& random;
  std::vector<RunSetup> setups;
  const CaseResult& result;  ///< of the last run
  uint64_t cycles = 0;       ///< compared in all of them
};

using MakeTracedCore = std::function<std::unique_ptr<CoreModel>(const WaveOptions&)>;

/// Writes waves of the 10 000 cycles before a mismatch and 200 after it, or of the last 10 000
/// before any other failure, and beside them, in FILE.json, what they show and the instructions.
/// Returns a WavesJson. Whatever happens to the waves is a warning that begins with `tool`: then
/// null, and an earlier file stays, of which the warning tells.
///
/// The runs are made in a process of its own, which the lack of room on the disk may end: the
/// report of the failure is worth more.
nlohmann::ordered_json WriteCaseWaves(const MakeTracedCore& make_core, const std::string& path,
                                      const std::string& tool, const FailedRuns& failed);

}  // namespace nve
