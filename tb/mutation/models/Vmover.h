// SPDX-License-Identifier: Apache-2.0
// Stands before the model of the same name that the benches include.
#pragma once

#include "Vmover_mutants.h"
#include "tb/mutation/mutated.hpp"

using Vmover = nve::Mutated<Vmover_mutants>;
