// SPDX-License-Identifier: Apache-2.0
// The memory ports of all tiles: see tile_ports.hpp.
#include "host/platform/tile_ports.hpp"

#include <fmt/format.h>

namespace nve {

TilePorts::TilePorts(const std::vector<std::unique_ptr<Tile>>& tiles, MemoryArray& memory,
                     MemoryModel& model, const Board& board) {
  for (size_t i = 0; i < tiles.size(); ++i) {
    for (size_t p = 0; p < kTilePorts; ++p) {
      if (p == 0 || !board.shared_port) {
        ports_.push_back(std::make_unique<AxiPort>(static_cast<int>(ports_.size()), memory, model));
        ports_.back()->SetAcceptance(board.acceptance);
      }
      AxiPort& port = *ports_.back();
      const int master =
          port.Attach(fmt::format("tile {} {}", i, kTilePortNames[p]),
                      tiles[i]->PortBytes(static_cast<TilePort>(p)), tiles[i]->outputs().ports[p]);
      connections_.push_back({&port, master});
    }
  }
}

void TilePorts::Watch(uint64_t timeout, bool probes) {
  for (const auto& port : ports_) {
    port->SetTimeout(timeout);
    if (probes) {
      port->SetMonitored();
    } else {
      port->SetUnchecked();
    }
  }
}

void TilePorts::Inject(const Fault& fault) {
  for (size_t p = 0; p < kTilePorts; ++p) {
    const Connection& connection = Of(0, p);
    const bool faulty = p == static_cast<size_t>(fault.port);
    connection.port->Inject(connection.master, faulty ? fault : Fault{});
  }
}

void TilePorts::StepReset(size_t tile) {
  for (size_t p = 0; p < kTilePorts; ++p) {
    const Connection& connection = Of(tile, p);
    connection.port->StepReset(connection.master);
  }
}

}  // namespace nve
