// SPDX-License-Identifier: Apache-2.0
// What nve-cosim --vary --json writes: the cycles of each layer at several values of parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "report/result/result_field.hpp"
#include "report/result/run_result.hpp"

namespace nve {

struct VariedLayer {
  std::string name;
  int64_t cycles = 0, elapsed_cycles = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("name", &VariedLayer::name, "name of the layer, or total"),
      Count("cycles", &VariedLayer::cycles, "clock cycles in which the core was at work"),
      Count("elapsed_cycles", &VariedLayer::elapsed_cycles,
            "clock cycles from the first step's preparation to the last step's end"));
};

struct VariedRun {
  Named<std::string> values;
  std::vector<VariedLayer> layers;
  static constexpr auto kFields =
      std::make_tuple(Key("values", &VariedRun::values, "value of each parameter"),
                      Key("layers", &VariedRun::layers, "by layer, and all together at the end"));
};

struct VaryResult : FileHead {
  static constexpr const char* kSchema = "nve-vary";
  static constexpr const char* kMeaning = "a network at several values of parameters";
  static constexpr int kVersion = 1;
  VaryResult() : FileHead{kSchema, kVersion, "", {}} {}

  MachineOfRun machine;
  std::string network, binary, input;
  std::optional<std::string> feed;
  std::vector<std::string> parameters;
  std::vector<VariedRun> rows;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields,
      std::make_tuple(Key("machine", &VaryResult::machine, "the machine that ran"),
                      Key("network", &VaryResult::network, "name of the network"),
                      Key("binary", &VaryResult::binary, "file of the program"),
                      Key("input", &VaryResult::input, "file of the picture"),
                      Key("feed", &VaryResult::feed, "that of all steps, if it is not the plan's"),
                      Key("parameters", &VaryResult::parameters, "what was varied, one or two"),
                      Key("rows", &VaryResult::rows,
                          "a run for each combination, the last parameter the fastest")));
};

}  // namespace nve
