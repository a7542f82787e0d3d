// SPDX-License-Identifier: Apache-2.0
// States that do not change: see still_tiles.hpp.
#include "host/platform/still_tiles.hpp"

#include <algorithm>
#include <span>

namespace nve {

StillTiles::StillTiles(const std::vector<std::unique_ptr<Tile>>& tiles, TileWatches& watches)
    : tiles_(tiles), watches_(watches), stills_(tiles.size()) {}

// A difference between RTL and golden model must come to its end.
void StillTiles::Remember(size_t tile, bool copying) {
  const Tile& t = *tiles_[tile];
  if (t.RtlState().empty() || (t.lockstep() != nullptr && t.lockstep()->mismatch())) return;
  Still& still = stills_[tile];
  still.rtl.assign(t.RtlState().begin(), t.RtlState().end());
  still.golden.assign(t.GoldenState().begin(), t.GoldenState().end());
  still.copying = copying;
  still.remembers = true;
}

void StillTiles::Compare(size_t tile) {
  Still& still = stills_[tile];
  still.remembers = false;
  still.stands = watches_.Quiet(tile) && std::ranges::equal(still.rtl, tiles_[tile]->RtlState()) &&
                 std::ranges::equal(still.golden, tiles_[tile]->GoldenState());
}

void StillTiles::Tell(size_t tile) {
  Still& still = stills_[tile];
  if (still.cycles == 0) return;
  tiles_[tile]->StandStill(still.cycles);
  watches_.StandStill(tile, still.copying, still.cycles);
  still.cycles = 0;
}

void StillTiles::TellAll() {
  for (size_t tile = 0; tile < stills_.size(); ++tile) Tell(tile);
}

}  // namespace nve
