// SPDX-License-Identifier: Apache-2.0
// The core alone: see unique_models.hpp.
#include "Vcore_unique.h"
#include "host/core/verilated_core.hpp"
#include "tb/stimulus/filled_model.hpp"
#include "tb/stimulus/unique_models.hpp"

namespace nve {

std::unique_ptr<CoreModel> MakeUniqueCore(uint64_t seed, const CoreMemories& contents) {
  using Model = Filled<VerilatedCore<Vcore_unique>>;
  return std::make_unique<Model>(SeedOf(seed), "nve_core", "", seed, contents);
}

}  // namespace nve
