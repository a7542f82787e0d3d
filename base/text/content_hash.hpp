// SPDX-License-Identifier: Apache-2.0
// What contents are called in a cache: FNV-1a with 128 bits. Not against who means harm.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace nve {

class ContentHash {
 public:
  ContentHash& Add(std::span<const uint8_t> bytes);
  ContentHash& Add(std::string_view text);

  /// 32 hexadecimal digits.
  std::string Digits() const;

 private:
  __extension__ using Wide = unsigned __int128;  // which ISO C++ has not

  // Offset basis and prime of the 128-bit variant.
  Wide hash_ = (Wide{0x6c62272e07bb0142} << 64) | 0x62b821756295c58d;
};

}  // namespace nve
