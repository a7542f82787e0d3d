// SPDX-License-Identifier: Apache-2.0
// `--feed ideal`: the steps on the RTL core alone, in lockstep, with streams that never wait.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "host/tools/cosim_options.hpp"
#include "program/binary.hpp"
#include "program/memory_image.hpp"
#include "program/step_selection.hpp"

namespace nve {

struct IdealResult {
  nlohmann::ordered_json json;    ///< lockstep, feed, layers[], total, cycles_per_second
  std::string text;               ///< the same for people
  std::vector<FeatureMaps> maps;  ///< of the layers asked for
  FeatureMaps output;             ///< the output planes
  std::vector<std::string> notes;
};

/// Runs the binary; `prepare` is called once the picture is in memory. Throws CheckFailed at the
/// first mismatch or broken rule, or if lockstep compared nothing or the cycle counts differ, once
/// `failed` has been called with the results so far.
IdealResult RunIdeal(const CosimOptions& options, const Binary& binary, const FeatureMaps& picture,
                     const std::vector<int>& layers,
                     const std::function<void(MemoryImage&)>& prepare,
                     const std::function<void(const nlohmann::ordered_json&)>& failed);

}  // namespace nve
