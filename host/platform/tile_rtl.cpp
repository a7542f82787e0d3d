// SPDX-License-Identifier: Apache-2.0
// The tiles that are nve_top itself, in both profiles of the DMA, with FST files and without.
#include "Vnve_mover.h"
#include "Vnve_mover__Syms.h"
#include "Vnve_top.h"
#include "Vnve_top__Syms.h"
#include "host/platform/verilated_tile.hpp"
#include "host/waves/fst_waves.hpp"

namespace nve {
namespace {

// A tile that says its state.
template <typename Tile, typename Symbols>
class WithState : public Tile {
 public:
  std::span<const std::byte> State() const override { return state_; }

 private:
  std::span<const std::byte> state_ = StateOf<Symbols>(this->context());
};

}  // namespace

std::unique_ptr<TileModel> MakeTile() {
  return std::make_unique<WithState<VerilatedTile<Vnve_top, NoWaves>, Vnve_top__Syms>>();
}

std::unique_ptr<TileModel> MakeMoverTile() {
  return std::make_unique<WithState<VerilatedTile<Vnve_mover, NoWaves>, Vnve_mover__Syms>>();
}

std::unique_ptr<TileModel> MakeTracedTile(const WaveOptions& waves) {
  return std::make_unique<VerilatedTile<Vnve_top, FstWaves<Vnve_top>>>(waves);
}

std::unique_ptr<TileModel> MakeTracedMoverTile(const WaveOptions& waves) {
  return std::make_unique<VerilatedTile<Vnve_mover, FstWaves<Vnve_mover>>>(waves);
}

}  // namespace nve
