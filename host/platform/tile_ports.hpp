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
  /// One port for each master, or one for all masters of a tile; tiles that follow each other may
  /// share theirs (Board::shared_port, cores_per_port).
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

  /// What goes wrong at the ports from now on.
  void Inject(const Fault& fault);

  /// A cycle of a tile's reset.
  void StepReset(size_t tile);

  /// One clock edge of all but those whose tiles stand still: `still` is true for each of them,
  /// and they must be quiet. Whether anything has moved.
  template <typename Still>
  bool Step(uint64_t cycle, const Still& still) {
    bool moved = false;
    for (const Group& group : groups_) {
      bool stands = true;
      for (size_t tile = group.tiles.begin; tile < group.tiles.end; ++tile) stands &= still(tile);
      if (stands) continue;
      for (size_t i = group.ports.begin; i < group.ports.end; ++i) moved |= ports_[i]->Step(cycle);
    }
    return moved;
  }

  size_t size() const { return ports_.size(); }

 private:
  struct Range {
    size_t begin = 0;
    size_t end = 0;
  };
  // Tiles and the ports that are theirs alone.
  struct Group {
    Range tiles;
    Range ports;
  };

  void AddGroup(const std::vector<std::unique_ptr<Tile>>& tiles, Range members, MemoryArray& memory,
                MemoryModel& model, const Board& board);

  std::vector<std::unique_ptr<AxiPort>> ports_;
  std::vector<Group> groups_;
  std::vector<Connection> connections_;  // tile * kTilePorts + TilePort
};

}  // namespace nve
