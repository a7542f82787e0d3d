// SPDX-License-Identifier: Apache-2.0
// AGU patterns: see address_pattern.hpp.
#include "tb/stimulus/address_pattern.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "arch/build_machine.hpp"
#include "program/settings.hpp"

namespace nve {
namespace {

constexpr uint32_t kValues = 1u << arch::kAguAddressBits;
constexpr int kTries = 8;

}  // namespace

void DrawAguModes(Draw& draw, Settings* settings) {
  for (int mode = 1; mode <= arch::kAguModes; ++mode) {
    const uint32_t step = draw.OneIn(4) ? draw.Below(kValues) : 1 + draw.Below(4);
    const uint32_t inc = draw.OneIn(4) ? (kValues - step) % kValues : step;
    const uint32_t count = draw.OneIn(6) ? draw.Below(kValues) : 1 + draw.Below(8);
    (*settings)[fmt::format("AGU_INC{}", mode)] = inc;
    (*settings)[fmt::format("AGU_TOGGLE{}", mode)] =
        draw.OneIn(12) ? draw.Below(kValues) : inc * count % kValues;
  }
}

AddressPatterns::AddressPatterns(const Settings& settings, const BufferRegion& region)
    : passes_(Passes(settings)), region_(region), inc_{0}, toggle_{kValues} {
  for (int mode = 1; mode <= arch::kAguModes; ++mode) {
    inc_.push_back(SettingOf(settings, fmt::format("AGU_INC{}", mode)));
    toggle_.push_back(SettingOf(settings, fmt::format("AGU_TOGGLE{}", mode)));
  }
}

MemSlot AddressPatterns::Fixed(int word) { return {arch::MemOp::kNop, word, 0, 0}; }

bool AddressPatterns::Fits(const MemSlot& slot) const {
  const auto mode = static_cast<size_t>(slot.mode);
  auto u = static_cast<uint32_t>(slot.update);
  // Every value of u comes in the first `kValues` passes.
  for (int64_t pass = 0; pass < std::min<int64_t>(passes_, kValues); ++pass) {
    const uint32_t address = (static_cast<uint32_t>(slot.offset) + u) % kValues;
    if (address >= static_cast<uint32_t>(arch::BuildSizes().local_words)) return false;
    const uint32_t next = (u + inc_[mode]) % kValues;
    u = next == toggle_[mode] ? 0 : next;
  }
  return true;
}

MemSlot AddressPatterns::Any(Draw& draw, bool rotates) const {
  const int word =
      region_.first + static_cast<int>(draw.Below(static_cast<uint32_t>(region_.count)));
  if (!rotates && !draw.OneIn(8)) return Fixed(word);
  for (int attempt = 0; attempt < kTries; ++attempt) {
    MemSlot slot;
    slot.mode = draw.From(0, arch::kAguModes);
    const auto mode = static_cast<size_t>(slot.mode);
    // A value of the ring, or any other, from which the toggle may never be met.
    slot.update = static_cast<int>(draw.OneIn(8) ? draw.Below(kValues)
                                                 : inc_[mode] * draw.Below(8) % kValues);
    slot.offset = static_cast<int>(
        (static_cast<uint32_t>(word) + kValues - static_cast<uint32_t>(slot.update)) % kValues);
    if (Fits(slot)) return slot;
  }
  return Fixed(word);
}

}  // namespace nve
