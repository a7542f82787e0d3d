// SPDX-License-Identifier: Apache-2.0
// Verilator's variables as state: see rtl_state.hpp.
#include "tb/stimulus/rtl_state.hpp"

#include <verilated_syms.h>

#include <algorithm>
#include <optional>

namespace nve {
namespace {

std::optional<StateField> FieldOf(const std::string& unit, const std::string& name,
                                  const VerilatedVar& variable) {
  StateField field;
  field.memory = name == "mem";
  if (!field.memory && !name.ends_with("_q")) return std::nullopt;
  field.name = (unit.empty() ? "" : unit + ".") + name;
  const bool vector = variable.packed().elements() > 1;
  field.bits = vector ? static_cast<uint64_t>(variable.packed().elements()) : 1;
  field.words = field.memory ? static_cast<uint64_t>(variable.unpacked().elements()) : 1;
  field.word_bytes = variable.entSize();
  field.data = static_cast<uint8_t*>(variable.datap());
  return field;
}

}  // namespace

std::vector<StateField> StateOf(VerilatedContext& context, const std::string& top) {
  std::vector<StateField> fields;
  for (const auto& [scope_name, scope] : *context.scopeNameMap()) {
    if (scope->varsp() == nullptr) continue;
    // "TOP.nve_core.u_ctrl" or "nve_core.u_ctrl"
    const std::string path = scope_name;
    const size_t unit = path.find('.', path.find(top));
    for (const auto& [name, variable] : *scope->varsp()) {
      const auto field =
          FieldOf(unit == std::string::npos ? "" : path.substr(unit + 1), name, variable);
      if (field) fields.push_back(*field);
    }
  }
  std::sort(fields.begin(), fields.end(),
            [](const StateField& a, const StateField& b) { return a.name < b.name; });
  return fields;
}

}  // namespace nve
