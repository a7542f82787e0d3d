// SPDX-License-Identifier: Apache-2.0
// A signal of a Verilated model as a number, for the bins.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "tb/coverage/model_counters.hpp"

namespace nve::coverage {

/// A signal of at most 64 bits.
class Wire {
 public:
  Wire() = default;
  /// Throws std::runtime_error if the model has no such signal.
  Wire(const ModelCounters& model, const std::string& scope, const std::string& name)
      : place_(model.Find(scope, name)) {}

  uint64_t operator()() const {
    uint64_t value = 0;
    std::memcpy(&value, place_.data, place_.bytes);
    return value;
  }

 private:
  ModelCounters::Place place_;
};

}  // namespace nve::coverage
