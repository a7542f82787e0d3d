// SPDX-License-Identifier: Apache-2.0
// What must hold for every binary that the loader or the assembler has taken.
#pragma once

#include <cstdint>
#include <vector>

#include "program/binary.hpp"

namespace nve::fuzz {

/// Broken unless `binary`, which the loader has made of `file`, is all the file says: written again
/// its manifest has as many members and elements.
void CheckNothingIsDropped(const std::vector<uint8_t>& file, const Binary& binary);

/// Broken unless the binary survives serialising and disassembling without loss.
void CheckRoundTrips(const Binary& binary);

/// How an ideal run ended.
enum class RunEnd {
  kDone,      ///< by itself, in exactly the predicted cycles
  kLimit,     ///< at the limit; predicted are more
  kTooLarge,  ///< not begun: memory and streams are larger than a test may take
};

/// Executes the steps as nve-sim does, with a picture that is not all 0, for at most `limit`
/// cycles. Broken if it ends in other than the predicted cycles.
RunEnd RunIdeally(const Binary& binary, int64_t limit);

/// The hazard check of nve-as, which must end whatever it finds.
void CheckHazards(const Binary& binary);

}  // namespace nve::fuzz
