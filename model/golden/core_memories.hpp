// SPDX-License-Identifier: Apache-2.0
// Contents of all memories of a core as plain words, for both models alike: of a core that does not
// begin with zeros (docs/isa.md, section 2).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "arch/machine.hpp"

namespace nve {

struct CoreMemories {
  /// All 0, for a machine of these sizes.
  explicit CoreMemories(const arch::Sizes& sizes)
      : instructions(static_cast<size_t>(sizes.instruction_words)),
        updates(instructions.size()),
        local(static_cast<size_t>(sizes.local_words)),
        input(static_cast<size_t>(sizes.input_fifo_words)),
        output(static_cast<size_t>(sizes.output_fifo_words)) {}

  std::vector<uint64_t> instructions;
  /// Rotating update values: MEMA's in the low kAguAddressBits, MEMB's above.
  std::vector<uint64_t> updates;
  std::vector<uint64_t> local;
  std::array<uint8_t, arch::kActEntries> table{};
  /// By place: words that lie in the storage of an empty FIFO.
  std::vector<uint64_t> input;
  std::vector<uint64_t> output;
};

}  // namespace nve
