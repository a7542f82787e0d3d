// SPDX-License-Identifier: Apache-2.0
// A small binary with everything in it: two layers, two programs, loops, transfers in one block and
// single pieces, clears.
#pragma once

#include "program/binary.hpp"

namespace nve::testing {

Binary SmallBinary();

}  // namespace nve::testing
