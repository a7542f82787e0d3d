// SPDX-License-Identifier: Apache-2.0
// FNV-1a: see content_hash.hpp.
#include "base/text/content_hash.hpp"

#include <fmt/format.h>

namespace nve {

ContentHash& ContentHash::Add(std::span<const uint8_t> bytes) {
  constexpr Wide kPrime = (Wide{1} << 88) | 0x13b;
  for (const uint8_t byte : bytes) hash_ = (hash_ ^ byte) * kPrime;
  return *this;
}

ContentHash& ContentHash::Add(std::string_view text) {
  return Add(std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

std::string ContentHash::Digits() const {
  return fmt::format("{:016x}{:016x}", static_cast<uint64_t>(hash_ >> 64),
                     static_cast<uint64_t>(hash_));
}

}  // namespace nve
