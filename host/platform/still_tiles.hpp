// SPDX-License-Identifier: Apache-2.0
// Tiles that stand still are not evaluated.
//
// A clocked circuit whose state and inputs are those of the cycle before does again what it did
// then: it stays as it is until an input changes. Nothing about the RTL has to be known for that,
// only whether its state, and that of the golden model beside it, is the same behind a clock edge,
// byte by byte. So a tile in which nothing seems to happen is looked at now and then; one that has
// not changed is left alone until a register access, or a copying processor, comes. Its cycles are
// counted all at once, before anybody looks at the counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "host/platform/tile.hpp"
#include "host/platform/tile_watches.hpp"

namespace nve {

class StillTiles {
 public:
  /// Both outlive this.
  StillTiles(const std::vector<std::unique_ptr<Tile>>& tiles, TileWatches& watches);

  /// Whether a tile is not to be evaluated in this cycle. `copying`: the processor moves data.
  bool Stands(size_t tile, bool copying) {
    Still& still = stills_[tile];
    if (!still.stands) return false;
    if (still.copying != copying || watches_.Accessed(tile)) {
      Tell(tile);
      still.stands = false;
      return false;
    }
    ++still.cycles;
    return true;
  }

  /// What it said last of a tile.
  bool stands(size_t tile) const { return stills_[tile].stands; }

  /// Around a cycle in which a tile is evaluated: with the pins of the cycle before, and behind the
  /// clock edge.
  void Begin(size_t tile, bool copying) {
    Still& still = stills_[tile];
    still.quiet = watches_.Quiet(tile) ? still.quiet + 1 : 0;
    if (still.quiet % kTryCycles == kTryCycles - 1) Remember(tile, copying);
  }
  void End(size_t tile) {
    if (stills_[tile].remembers) Compare(tile);
  }

  /// Counts the cycles of all tiles that were not evaluated.
  void TellAll();

 private:
  /// Quiet cycles between two looks: a look costs about as much as so many cycles.
  static constexpr uint64_t kTryCycles = 64;

  struct Still {
    bool stands = false;
    uint64_t cycles = 0;  // not counted yet
    uint64_t quiet = 0;   // cycles so far
    bool copying = false;
    bool remembers = false;
    std::vector<std::byte> rtl, golden;
  };

  void Remember(size_t tile, bool copying);
  void Compare(size_t tile);
  void Tell(size_t tile);

  const std::vector<std::unique_ptr<Tile>>& tiles_;
  TileWatches& watches_;
  std::vector<Still> stills_;
};

}  // namespace nve
