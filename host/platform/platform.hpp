// SPDX-License-Identifier: Apache-2.0
// The whole simulated system: processor, register bus, tiles, memory (docs/host.md has the
// picture).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "host/axi/register_bus.hpp"
#include "host/driver/tile_driver.hpp"
#include "host/memory/memory_array.hpp"
#include "host/memory/memory_model.hpp"
#include "host/platform/fabric.hpp"
#include "host/platform/processor.hpp"

namespace nve {

struct PlatformOptions {
  int tiles = 1;
  bool lockstep = true;
  MemoryConfig memory;  ///< and its board
  Fault fault;
  FabricOptions fabric;
  ProcessorOptions processor;
  bool mover = false;  ///< the tiles' DMA is the mover
  /// Makes the RTL of a tile.
  std::function<std::unique_ptr<TileModel>(int tile)> make_tile;
};

class Platform : public sc_core::sc_module {
 public:
  Platform(const sc_core::sc_module_name& name, const PlatformOptions& options);

  Processor& processor() { return processor_; }
  const Processor& processor() const { return processor_; }
  Fabric& fabric() { return *fabric_; }
  const Fabric& fabric() const { return *fabric_; }
  const MemoryConfig& memory_config() const { return memory_config_; }
  const MemoryModel& memory_model() const { return *model_; }

  /// Where the processor finds the tiles.
  std::vector<TileAddress> TileAddresses() const;

 private:
  static std::vector<std::unique_ptr<Tile>> MakeTiles(const PlatformOptions& options);

  Fault fault_;
  bool mover_;
  MemoryConfig memory_config_;
  MemoryArray memory_;
  std::unique_ptr<MemoryModel> model_;
  RegisterBus registers_;
  std::unique_ptr<Fabric> fabric_;
  Processor processor_;
};

}  // namespace nve
