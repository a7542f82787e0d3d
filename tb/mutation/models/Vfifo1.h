// SPDX-License-Identifier: Apache-2.0
// Stands before the model of the same name that the benches include.
#pragma once

#include "Vfifo1_mutants.h"
#include "tb/mutation/mutated.hpp"

using Vfifo1 = nve::Mutated<Vfifo1_mutants>;
