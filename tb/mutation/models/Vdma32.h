// SPDX-License-Identifier: Apache-2.0
// Stands before the model of the same name that the benches include.
#pragma once

#include "Vdma32_mutants.h"
#include "tb/mutation/mutated.hpp"

using Vdma32 = nve::Mutated<Vdma32_mutants>;
