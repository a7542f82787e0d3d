// SPDX-License-Identifier: Apache-2.0
// The memory ports of all tiles, and which master of a tile is attached to which.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/axi/axi_port.hpp"
#include "host/memory/memory_array.hpp"
#include "host/memory/memory_model.hpp"
#include "host/platform/tile.hpp"

namespace nve {

class TilePorts {
 public:
  /// One port for each master, or one for all masters of a tile, as the board has it.
  TilePorts(const std::vector<std::unique_ptr<Tile>>& tiles, MemoryArray& memory,
            MemoryModel& model, const Board& board);

  /// Where a master is attached: its port, and its number there.
  struct Connection {
    AxiPort* port = nullptr;
    int master = 0;

    const AxiSlave& out() const { return port->out(master); }
    const AxiMonitor& monitor() const { return port->monitor(master); }
  };
  const Connection& Of(size_t tile, size_t port) const {
    return connections_[tile * kTilePorts + port];
  }
  const Connection& Of(size_t tile, TilePort port) const {
    return Of(tile, static_cast<size_t>(port));
  }

  /// A transfer that waits for longer than `timeout` cycles breaks a rule. With probes channels are
  /// counted and their rules checked.
  void Watch(uint64_t timeout, bool probes);

  /// What goes wrong at the ports of tile 0 from now on.
  void Inject(const Fault& fault);

  /// A cycle of a tile's reset.
  void StepReset(size_t tile);

  /// One clock edge of all but those of tiles, which must be quiet, of which `still` is true;
  /// whether anything has moved.
  template <typename Still>
  bool Step(uint64_t cycle, const Still& still) {
    const size_t of_tile = ports_.size() * kTilePorts / connections_.size();
    bool moved = false;
    for (size_t first = 0; first < ports_.size(); first += of_tile) {
      if (still(first / of_tile)) continue;
      for (size_t i = first; i < first + of_tile; ++i) moved |= ports_[i]->Step(cycle);
    }
    return moved;
  }

  size_t size() const { return ports_.size(); }

 private:
  std::vector<std::unique_ptr<AxiPort>> ports_;
  std::vector<Connection> connections_;  // tile * kTilePorts + TilePort
};

}  // namespace nve
