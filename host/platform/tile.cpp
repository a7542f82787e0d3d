// SPDX-License-Identifier: Apache-2.0
// Tile set-up: see tile.hpp.
#include "host/platform/tile.hpp"

namespace nve {

Tile::Tile(std::unique_ptr<TileModel> model, bool lockstep, const Fault& fault)
    : model_(std::move(model)),
      lockstep_(lockstep ? std::make_unique<LockstepChecker>() : nullptr) {
  if (fault.kind == Fault::Kind::kProbe) probe_fault_.emplace(fault.index);
}

void Tile::Reset(const InReset& in_reset) {
  model_->Reset(in_reset);
  if (lockstep_ != nullptr) lockstep_->Reset();
}

}  // namespace nve
