// How much of the platform's memory the host driver takes for a binary, found without the driver:
// so that a plan that does not fit is refused when it is made, not when it is executed.
#pragma once

#include <cstdint>
#include <string>

#include "program/binary.hpp"
#include "program/memory_image.hpp"

namespace nve {

/// Memory of the platform, from address 0, and what of it the driver leaves alone (docs/host.md,
/// section 1).
inline constexpr uint64_t kHostMemoryBytes = uint64_t{512} << 20;
inline constexpr uint64_t kHostReservedBytes = uint64_t{1} << 20;

/// Where the driver puts things (host/driver): multiples of a DMA burst.
inline constexpr uint64_t kHostAlignment = 128;
/// Rows and banks of the board's memory (docs/memory.md).
inline constexpr uint64_t kHostBankBytes = 4096;
inline constexpr uint64_t kHostBanks = 8;
inline constexpr MemoryPlacement kHostPlacement = {kHostAlignment, kHostBankBytes, kHostBanks};

/// Bytes the driver allocates for a binary that has passed the checks, by what they are for.
struct HostMemory {
  uint64_t planes = 0;       ///< feature maps and coefficients
  uint64_t code = 0;         ///< instructions of all programs
  uint64_t buffers = 0;      ///< input and output of the largest steps in one block
  uint64_t descriptors = 0;  ///< DMA descriptors of the longest steps
  uint64_t Sum() const { return planes + code + buffers + descriptors; }
};
HostMemory HostMemoryOf(const Binary& binary);

/// Throws an InputError (needed, available, what would fit) that begins with `name` if a binary
/// needs more memory than the platform has.
void CheckHostMemory(const Binary& binary, const std::string& name);

}  // namespace nve
