// Tile set-up and its probe fault: see tile.hpp.
#include "host/platform/tile.hpp"

#include <cstring>

namespace nve {

Tile::Tile(std::unique_ptr<TileModel> model, bool lockstep, const Fault& fault)
    : model_(std::move(model)),
      lockstep_(lockstep ? std::make_unique<LockstepChecker>() : nullptr),
      fault_(fault) {}

void Tile::Reset() {
  model_->Reset();
  if (lockstep_ != nullptr) lockstep_->Reset();
}

const uint32_t* Tile::FaultyProbe(const uint32_t* words) {
  const auto& rtl = *reinterpret_cast<const arch::Probe*>(words);
  if (rtl.agu_write == 0 || advances_++ != fault_.index) return words;
  std::memcpy(&faulty_probe_, words, sizeof(faulty_probe_));
  faulty_probe_.accu[arch::kLanes / 2] ^= 1u << 6;
  return reinterpret_cast<const uint32_t*>(&faulty_probe_);
}

}  // namespace nve
