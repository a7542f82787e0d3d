// SPDX-License-Identifier: Apache-2.0
// Addresses of the local buffer as a slot forms them (docs/isa.md, section 7), drawn so that no
// pass leaves the buffer.
#pragma once

#include <vector>

#include "program/binary.hpp"
#include "program/instruction.hpp"
#include "tb/stimulus/draw.hpp"

namespace nve {

/// INC and TOGGLE of every AGU mode: rings of 1 to 8 values, long rings, steps downwards, and
/// toggles that are never met.
void DrawAguModes(Draw& draw, Settings* settings);

/// Words of the local buffer that a program uses: [first, first + count).
struct BufferRegion {
  int first = 0;
  int count = 1;
};

class AddressPatterns {
 public:
  /// The settings' AGU modes must be drawn.
  AddressPatterns(const Settings& settings, const BufferRegion& region);

  /// Offset, update and mode, without operation. `rotates`: in the repeated part.
  MemSlot Any(Draw& draw, bool rotates) const;

  /// A fixed address.
  static MemSlot Fixed(int word);

 private:
  bool Fits(const MemSlot& slot) const;

  int64_t passes_;
  BufferRegion region_;
  std::vector<uint32_t> inc_;  // by mode
  std::vector<uint32_t> toggle_;
};

}  // namespace nve
