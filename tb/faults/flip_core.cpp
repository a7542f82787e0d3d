// SPDX-License-Identifier: Apache-2.0
// The core whose build shows all of its state: see flip_core.hpp.
#include "tb/faults/flip_core.hpp"

#include "Vnve_core_flat.h"
#include "host/core/verilated_core.hpp"

namespace nve {
namespace {

class FlatCore : public VerilatedCore<Vnve_core_flat, FlipCore> {
 public:
  const std::vector<StateField>& fields() const override { return fields_; }

 private:
  const std::vector<StateField> fields_ = StateOf(context(), "nve_core");
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
