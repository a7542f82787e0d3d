// SPDX-License-Identifier: Apache-2.0
// Assembly of the platform: see platform.hpp.
#include "host/platform/platform.hpp"

#include <fmt/format.h>

#include "host/platform/address_map.hpp"

namespace nve {
namespace {

// Nothing answers here.
constexpr uint64_t kHole = 0x7F000000;

}  // namespace

Platform::Platform(const sc_core::sc_module_name& name, const PlatformOptions& options)
    : sc_module(name),
      fault_(options.fault),
      mover_(options.mover),
      memory_config_(options.memory),
      memory_(options.memory.board.memory_bytes),
      model_(MakeMemoryModel(options.memory, options.fabric.clock_mhz)),
      fabric_(std::make_unique<Fabric>("fabric", MakeTiles(options), memory_, *model_, registers_,
                                       options.fault, options.memory.board, options.fabric)),
      processor_("processor", *fabric_, registers_, memory_, options.fault, options.processor,
                 options.memory.board) {
  for (int i = 0; i < options.tiles; ++i) {
    const TileAddress address = TileAddressOf(options.memory.board, i);
    Tile& tile = *fabric_->tiles()[static_cast<size_t>(i)];
    registers_.Attach({address.core_base, kCoreBytes, &tile.inputs().core, &tile.outputs().core});
    registers_.Attach({address.dma_base, kDmaBytes, &tile.inputs().dma, &tile.outputs().dma});
  }
  fabric_->Reset();
}

std::vector<TileAddress> Platform::TileAddresses() const {
  std::vector<TileAddress> addresses;
  for (size_t i = 0; i < fabric_->tiles().size(); ++i) {
    addresses.push_back(TileAddressOf(memory_config_.board, static_cast<int>(i)));
    addresses.back().mover = mover_;
  }
  if (fault_.kind == Fault::Kind::kUnmapped) {
    addresses[static_cast<size_t>(fault_.tile)].core_base = kHole;
  }
  return addresses;
}

std::vector<std::unique_ptr<Tile>> Platform::MakeTiles(const PlatformOptions& options) {
  if (options.tiles < 1 || options.tiles > Board::kMaxTiles) {
    throw InputError(fmt::format("{} cores, the platform has room for 1 to {}", options.tiles,
                                 Board::kMaxTiles));
  }
  std::vector<std::unique_ptr<Tile>> tiles;
  for (int i = 0; i < options.tiles; ++i) {
    const Fault fault = i == options.fault.tile ? options.fault : Fault{};
    tiles.push_back(std::make_unique<Tile>(options.make_tile(i), options.lockstep, fault));
  }
  return tiles;
}

}  // namespace nve
