// SPDX-License-Identifier: Apache-2.0
// The memory ports of all tiles: see tile_ports.hpp.
#include "host/platform/tile_ports.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/axi/tile_names.hpp"

namespace nve {

TilePorts::TilePorts(const std::vector<std::unique_ptr<Tile>>& tiles, MemoryArray& memory,
                     MemoryModel& model, const Board& board) {
  for (size_t begin = 0; begin < tiles.size(); begin += board.cores_per_port) {
    AddGroup(tiles, {begin, std::min(begin + board.cores_per_port, tiles.size())}, memory, model,
             board);
  }
}

void TilePorts::AddGroup(const std::vector<std::unique_ptr<Tile>>& tiles, Range members,
                         MemoryArray& memory, MemoryModel& model, const Board& board) {
  const size_t first = ports_.size();
  for (size_t i = 0; i < (board.shared_port ? 1 : kTilePorts); ++i) {
    ports_.push_back(std::make_unique<AxiPort>(static_cast<int>(ports_.size()), memory, model));
    ports_.back()->SetAcceptance(board.acceptance);
  }
  for (size_t tile = members.begin; tile < members.end; ++tile) {
    for (size_t p = 0; p < kTilePorts; ++p) {
      AxiPort& port = *ports_[first + (board.shared_port ? 0 : p)];
      const int master = port.Attach(fmt::format("{} {}", TileName(tile), kTilePortNames[p]),
                                     tiles[tile]->PortBytes(static_cast<TilePort>(p)),
                                     tiles[tile]->outputs().ports[p]);
      connections_.push_back({&port, master});
    }
  }
  groups_.push_back({members, {first, ports_.size()}});
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
  const size_t at = static_cast<size_t>(fault.tile) * kTilePorts + static_cast<size_t>(fault.port);
  for (size_t i = 0; i < connections_.size(); ++i) {
    connections_[i].port->Inject(connections_[i].master, i == at ? fault : Fault{});
  }
}

void TilePorts::StepReset(size_t tile) {
  for (size_t p = 0; p < kTilePorts; ++p) {
    const Connection& connection = Of(tile, p);
    connection.port->StepReset(connection.master);
  }
}

}  // namespace nve
