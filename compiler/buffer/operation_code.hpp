// SPDX-License-Identifier: Apache-2.0
// One operation of a schedule as fields of an instruction word.
#pragma once

#include "compiler/schedule/schedule.hpp"
#include "program/instruction.hpp"

namespace nve {

/// Puts the operation into its slot; `address` is that of a rd or wr, ignored otherwise.
void SetOperation(Instruction& instruction, const Operation& operation, const Window& window,
                  const MemSlot& address);

}  // namespace nve
