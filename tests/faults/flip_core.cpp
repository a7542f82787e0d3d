// State of the RTL, found by Verilator's own list of variables: see flip_core.hpp.
//
// Registers of the RTL end in _q and memories are called mem; everything else that is stored, like
// the clock's value before, belongs to the simulator.
#include "tests/faults/flip_core.hpp"

#include <verilated_syms.h>

#include <algorithm>

#include "Vnve_core_flat.h"
#include "host/ideal/verilated_core.hpp"

namespace nve {
namespace {

class FlatCore : public VerilatedCore<Vnve_core_flat, FlipCore> {
 public:
  FlatCore() {
    for (const auto& [scope_name, scope] : *context().scopeNameMap()) {
      if (scope->varsp() == nullptr) continue;
      for (const auto& [name, variable] : *scope->varsp()) AddVariable(scope_name, name, variable);
    }
    std::sort(fields_.begin(), fields_.end(),
              [](const StateField& a, const StateField& b) { return a.name < b.name; });
  }

  const std::vector<StateField>& fields() const override { return fields_; }

 private:
  void AddVariable(const std::string& scope, const std::string& name,
                   const VerilatedVar& variable) {
    const bool memory = name == "mem";
    if (!memory && !name.ends_with("_q")) return;
    // "TOP.nve_core.u_ctrl" or "nve_core.u_ctrl"
    const size_t core = scope.find("nve_core");
    const size_t unit = scope.find('.', core);
    StateField field;
    field.name = (unit == std::string::npos ? "" : scope.substr(unit + 1) + ".") + name;
    field.memory = memory;
    const bool vector = variable.packed().elements() > 1;
    field.bits = vector ? static_cast<uint64_t>(variable.packed().elements()) : 1;
    field.words = memory ? static_cast<uint64_t>(variable.unpacked().elements()) : 1;
    field.word_bytes = variable.entSize();
    field.data = static_cast<uint8_t*>(variable.datap());
    fields_.push_back(std::move(field));
  }

  std::vector<StateField> fields_;
};

}  // namespace

void FlipCore::Flip(const StateField& field, uint64_t bit) {
  uint8_t* word = field.data + bit / field.bits * field.word_bytes;
  const uint64_t place = bit % field.bits;
  // Words of Verilator are little endian, as the machines it runs on here.
  word[place / 8] ^= static_cast<uint8_t>(1u << (place % 8));
}

std::unique_ptr<FlipCore> MakeFlipCore() { return std::make_unique<FlatCore>(); }

}  // namespace nve
