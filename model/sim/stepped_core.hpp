// SPDX-License-Identifier: Apache-2.0
// A core that is stepped cycle by cycle through its pins and its probe: the golden model, or the
// RTL.
#pragma once

#include "model/golden/core.hpp"

namespace nve {

class SteppedCore {
 public:
  virtual ~SteppedCore() = default;

  /// The probe of the current cycle with these inputs.
  virtual const arch::Probe& Evaluate(const arch::ProbeInputs& in) = 0;

  /// The edge that ends the cycle. A register write has taken effect afterwards.
  virtual void Commit(const arch::ProbeInputs& in) = 0;
};

class GoldenSteppedCore : public SteppedCore {
 public:
  const arch::Probe& Evaluate(const arch::ProbeInputs& in) override { return core_.Evaluate(in); }
  void Commit(const arch::ProbeInputs& in) override { core_.Commit(in); }
  const GoldenCore& core() const { return core_; }

 private:
  GoldenCore core_;
};

}  // namespace nve
