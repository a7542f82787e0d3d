// SPDX-License-Identifier: Apache-2.0
// Functional bins of the core, counted from its probe: operations, their combinations, addresses,
// stalls and states, FIFOs, settings, refusals and resets.
#pragma once

#include <memory>

#include "tb/coverage/model_counters.hpp"

namespace nve::coverage {

/// Null if the model has no core; throws if that lacks its probe or its reset.
std::unique_ptr<Sampler> MakeCoreSampler(const ModelCounters& model);

}  // namespace nve::coverage
