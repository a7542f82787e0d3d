// SPDX-License-Identifier: Apache-2.0
// The RTL core with every bit of its state in reach.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "host/core/core_model.hpp"
#include "tb/stimulus/rtl_state.hpp"

namespace nve {

class FlipCore : public CoreModel {
 public:
  /// In an order that is the same for every build of one RTL.
  virtual const std::vector<StateField>& fields() const = 0;

  /// Inverts one bit. The next Drive shows what comes of it.
  static void Flip(const StateField& field, uint64_t bit);
};

std::unique_ptr<FlipCore> MakeFlipCore();

}  // namespace nve
