// SPDX-License-Identifier: Apache-2.0
// Functional bins of the mover's row generators (nve_dma_rows), one in each channel: the lengths of
// rows and lists, the numbers of rows, what is refused, the state machine and where a reset ends
// it.
#pragma once

#include <memory>

#include "tb/coverage/model_counters.hpp"

namespace nve::coverage {

/// Null if the model has no row generators; throws if they lack a signal that is sampled.
std::unique_ptr<Sampler> MakeRowsSampler(const ModelCounters& model);

}  // namespace nve::coverage
