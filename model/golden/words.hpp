// SPDX-License-Identifier: Apache-2.0
// 64-bit words as the probe stores them: two 32-bit words, low word first (docs/isa.md, sections 3
// and 13). The probe also packs 16-bit and 8-bit registers into 32-bit words with the first entry
// in the low bits, which is the layout of a little-endian array.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace nve::golden {

static_assert(std::endian::native == std::endian::little,
              "the probe struct maps registers to memory in little-endian order");

using WordHalves = uint32_t[2];  // low word first

inline uint64_t LoadWord(const WordHalves& halves) {
  uint64_t word;
  std::memcpy(&word, halves, sizeof word);
  return word;
}

inline void StoreWord(WordHalves& halves, uint64_t word) {
  std::memcpy(halves, &word, sizeof word);
}

}  // namespace nve::golden
