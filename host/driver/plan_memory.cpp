// Layout of a binary in memory: see plan_memory.hpp.
#include "host/driver/plan_memory.hpp"

#include <algorithm>
#include <cstring>

#include "program/host_memory.hpp"

namespace nve {

PlanMemory::PlanMemory(Bus& bus, const Binary& binary) {
  // From a multiple of all banks on, so that the layout has the same size wherever it lies.
  const uint64_t bytes =
      std::max<uint64_t>(LayoutMemory(binary, 0, kHostPlacement).Bytes(), arch::kWordBytes);
  const uint64_t base = bus.AllocateMemory(bytes, kHostBankBytes * kHostBanks);
  image_.emplace(binary, LayoutMemory(binary, base, kHostPlacement), bus.Memory(base, bytes));
  image_->PutCoefficients();
  for (const Program& program : binary.programs) {
    const uint64_t size = program.code.size() * sizeof(uint64_t);
    code_.push_back({bus.AllocateMemory(size, kHostAlignment), size});
    std::memcpy(bus.Memory(code_.back().address, size).data(), program.code.data(), size);
  }
}

std::vector<dma::Block> PlanMemory::BlocksOf(const std::vector<Transfer>& transfers) const {
  std::vector<dma::Block> blocks;
  ForEachPiece(transfers, [&](const Piece& piece) {
    blocks.push_back({image_->layout().AddressOf(piece), static_cast<uint64_t>(piece.bytes)});
  });
  return blocks;
}

}  // namespace nve
