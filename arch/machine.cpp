// SPDX-License-Identifier: Apache-2.0
// Reading of what arch/generate.py --machine writes. The generator has checked the description; a
// file of another version has other keys, which this refuses.
#include "arch/machine.hpp"

#include "base/diagnostics/diagnostics.hpp"
#include "base/json/json_file.hpp"

namespace nve::arch {
namespace {

using Json = nlohmann::ordered_json;

Sizes SizesOf(const Json& json) {
  return {.instruction_words = json.at("instruction_words"),
          .local_words = json.at("local_words"),
          .input_fifo_words = json.at("input_fifo_words"),
          .output_fifo_words = json.at("output_fifo_words"),
          .max_extra_passes = json.at("max_extra_passes"),
          .max_bias_shift = json.at("max_bias_shift"),
          .max_act_shift = json.at("max_act_shift"),
          .max_stride = json.at("max_stride"),
          .ri_entries = json.at("ri_entries"),
          .split = json.at("split")};
}

}  // namespace

Machine ParseMachine(const std::string& text, const std::string& name) {
  const Json json = ParseJson(text, name);
  try {
    Machine machine = {.name = json.at("name"),
                       .title = json.at("title"),
                       .id = json.at("arch_id"),
                       .sizes = SizesOf(json.at("sizes")),
                       .ranges = {}};
    for (const Register& reg : kRegisters) {
      const Json& range = json.at("registers").at(reg.name);
      machine.ranges[reg.index] = {range.at(0), range.at(1)};
    }
    return machine;
  } catch (const Json::exception& error) {
    throw InputError({name, 0, ""},
                     std::string("found no machine of this version (") + error.what() +
                         "), allowed: what arch/generate.py --machine writes; build it again");
  }
}

}  // namespace nve::arch
