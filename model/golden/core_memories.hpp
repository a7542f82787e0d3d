// SPDX-License-Identifier: Apache-2.0
// Contents of all memories of a core as plain words, for both models alike: of a core that does not
// begin with zeros (docs/isa.md, section 2).
#pragma once

#include <array>
#include <cstdint>

#include "nve_arch.hpp"

namespace nve {

struct CoreMemories {
  std::array<uint64_t, arch::kInstructionWords> instructions{};
  /// Rotating update values: MEMA's in the low kAguAddressBits, MEMB's above.
  std::array<uint64_t, arch::kInstructionWords> updates{};
  std::array<uint64_t, arch::kLocalWords> local{};
  std::array<uint8_t, arch::kActEntries> table{};
  /// By place: words that lie in the storage of an empty FIFO.
  std::array<uint64_t, arch::kInputFifoWords> input{};
  std::array<uint64_t, arch::kOutputFifoWords> output{};
};

}  // namespace nve
