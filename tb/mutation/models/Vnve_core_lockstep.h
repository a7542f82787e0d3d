// SPDX-License-Identifier: Apache-2.0
// Stands before the model of the same name that the benches include.
#pragma once

#include "Vnve_core_lockstep_mutants.h"
#include "tb/mutation/mutated.hpp"

using Vnve_core_lockstep = nve::Mutated<Vnve_core_lockstep_mutants>;
