// SPDX-License-Identifier: Apache-2.0
// Messages that repeat for element after element: the first of a kind and how many follow.
#pragma once

#include "base/diagnostics/diagnostics.hpp"

namespace nve {

/// The diagnostics in their order, but of more than three of one kind only the first, with the
/// number of the others. Of one kind are messages about elements of one name whose texts differ in
/// nothing but numbers and quoted values.
Diagnostics FirstOfEachKind(const Diagnostics& diagnostics);

}  // namespace nve
