// SPDX-License-Identifier: Apache-2.0
// Functional bins of the DMA, counted from its ports and a few registers: bursts and 4 KB
// boundaries, answers, waits, descriptors, errors, interrupts, state machines, FIFOs and resets.
#pragma once

#include <memory>

#include "tb/coverage/model_counters.hpp"

namespace nve::coverage {

/// Null if the model has no DMA; throws if that lacks a signal that is sampled.
std::unique_ptr<Sampler> MakeDmaSampler(const ModelCounters& model);

}  // namespace nve::coverage
