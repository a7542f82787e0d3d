// SPDX-License-Identifier: Apache-2.0
// How the report of a failed run ends, whatever has found the failure: the cycle, what the cores
// were working on, the seed and one command that shows it again. At most 40 lines, two of which are
// left to who knows of waves.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "host/lockstep/mismatch_report.hpp"

namespace nve {

/// A core with a program in execution.
struct CoreAtWork {
  MismatchContext context;
  arch::Probe probe{};  ///< the RTL's, of the cycle of the failure
};

struct FailureContext {
  std::optional<uint64_t> cycle = {};  ///< in which it was found; nothing if the run had ended
  bool stood_still = false;            ///< nothing moved from that cycle on
  std::vector<CoreAtWork> cores = {};
  std::string seed = {};       ///< of made-up weights
  std::string reproduce = {};  ///< command that shows it again
  bool is_mismatch = false;    ///< the text is that of FormatMismatch, which says all this itself
};

/// The lines that end the report, each with a newline.
std::string FailureEnd(const FailureContext& failure);

/// The whole report: `text` says what was found. Its last lines give way if there are too many.
std::string FailureText(const std::string& text, const FailureContext& failure);

/// Keys: text (all of it), cycle, cores[], seed, reproduce.
nlohmann::ordered_json FailureJson(const std::string& text, const FailureContext& failure);

}  // namespace nve
