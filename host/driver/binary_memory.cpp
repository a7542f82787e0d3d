// SPDX-License-Identifier: Apache-2.0
// Layout of a binary in memory: see binary_memory.hpp.
#include "host/driver/binary_memory.hpp"

#include <cstring>

namespace nve {

BinaryMemory::BinaryMemory(Bus& bus, const Binary& binary, const Board& board,
                           uint64_t max_descriptor_bytes)
    : placement_(
          binary, board,
          [&bus](uint64_t bytes, uint64_t alignment) {
            return bus.AllocateMemory(bytes, alignment);
          },
          max_descriptor_bytes),
      image_(binary, placement_.layout(),
             bus.Memory(placement_.layout().base, placement_.layout().Bytes())) {
  image_.PutCoefficients();
  for (size_t p = 0; p < binary.programs.size(); ++p) {
    const dma::Block code = placement_.Code(static_cast<int>(p));
    std::memcpy(bus.Memory(code.address, code.bytes).data(), binary.programs[p].code.data(),
                code.bytes);
  }
  for (size_t t = 0; t < binary.tables.size(); ++t) {
    const dma::Block table = placement_.Table(static_cast<int>(t));
    std::memcpy(bus.Memory(table.address, table.bytes).data(), binary.tables[t].data(),
                table.bytes);
  }
}

}  // namespace nve
