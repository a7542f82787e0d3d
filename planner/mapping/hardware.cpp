// SPDX-License-Identifier: Apache-2.0
// Hardware files: see hardware.hpp. A table of loops, a function for memories and for the PE array.
#include "planner/mapping/hardware.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/json/json_file.hpp"
#include "planner/mapping/machine_fields.hpp"
#include "planner_machines.hpp"

namespace nve::planner {
namespace {

using Json = nlohmann::ordered_json;

constexpr struct {
  const char* name;
  Loop loop;
} kLoops[] = {{"OC", Loop::kOc}, {"IC", Loop::kIc}, {"OH", Loop::kOh},
              {"OW", Loop::kOw}, {"KH", Loop::kKh}, {"KW", Loop::kKw}};

constexpr int64_t kWordsPerKb = 1024 / 4;
constexpr int64_t kMostKb = int64_t{1} << 30;
constexpr int64_t kMostPes = 65536;

class Reader {
 public:
  Reader(const std::string& file, const Json& json)
      : fields_(file, json, {"bandwidth", "frequency", "mem_size", "pe_len", "pe_mapping"}) {}

  Hardware Read() {
    hardware_.bandwidth = fields_.Rate("bandwidth", "GB/s");
    hardware_.frequency = fields_.Rate("frequency", "GHz");
    ReadMemories();
    ReadArray();
    fields_.ThrowIfErrors();
    return hardware_;
  }

 private:
  void ReadMemories() {
    const auto kb =
        fields_.Numbers<3>("mem_size", "KB of input, weight and output memory", kMostKb);
    for (size_t i = 0; i < kb.size(); ++i) hardware_.mem_words[i] = kb[i] * kWordsPerKb;
  }

  void ReadArray() {
    hardware_.pe_len = fields_.Numbers<2>("pe_len", "columns and rows of the PE array", kMostPes);
    const std::string allowed =
        "two lists of loops, along columns and rows, of OC, IC, OH, OW, KH, KW, each once";
    const Json* value = fields_.Find("pe_mapping", allowed);
    if (value == nullptr) return;
    bool good = value->is_array() && value->size() == 2;
    std::set<Loop> seen;
    for (size_t axis = 0; good && axis < 2; ++axis) {
      good = (*value)[axis].is_array() && ReadAxis((*value)[axis], axis, seen);
    }
    if (!good) {
      fields_.Refuse("pe_mapping", *value, allowed);
      return;
    }
    for (size_t axis = 0; axis < 2; ++axis) {
      if (hardware_.pe_mapping[axis].empty() && hardware_.pe_len[axis] > 1) {
        fields_.Error("pe_mapping",
                      fmt::format("found no loop along {} PEs, allowed: at least one, or pe_len 1",
                                  hardware_.pe_len[axis]));
      }
    }
  }

  bool ReadAxis(const Json& names, size_t axis, std::set<Loop>& seen) {
    for (const Json& name : names) {
      const auto loop =
          std::ranges::find_if(kLoops, [&](const auto& each) { return name == each.name; });
      if (loop == std::end(kLoops) || !seen.insert(loop->loop).second) return false;
      hardware_.pe_mapping[axis].push_back(loop->loop);
    }
    return true;
  }

  MachineFields fields_;
  Hardware hardware_;
};

Hardware Parse(const MachineText& machine) {
  const Json json = ParseJson(machine.text, machine.file, JsonComments::kAllowed);
  Hardware hardware = Reader(machine.file, json).Read();
  hardware.name = machine.name;
  return hardware;
}

}  // namespace

std::vector<std::string> HardwareNames() { return MachineNames(kHardwareFiles); }

Hardware ReadHardware(const std::string& name_or_path) {
  return Parse(ReadMachineText(name_or_path, kHardwareFiles));
}

}  // namespace nve::planner
