// SPDX-License-Identifier: Apache-2.0
// Stands before the model of the same name that the benches include.
#pragma once

#include "Vfifo5_mutants.h"
#include "tb/mutation/mutated.hpp"

using Vfifo5 = nve::Mutated<Vfifo5_mutants>;
