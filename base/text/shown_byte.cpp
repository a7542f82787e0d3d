// SPDX-License-Identifier: Apache-2.0
// Printable characters as they are, all others as numbers.
#include "base/text/shown_byte.hpp"

#include <fmt/format.h>

namespace nve {

std::string ShownByte(std::string_view bytes, size_t at, const char* end) {
  if (at >= bytes.size()) return end;
  const char c = bytes[at];
  if (c > ' ' && c <= '~') return fmt::format("'{}'", c);
  return fmt::format("byte 0x{:02x}", static_cast<unsigned char>(c));
}

}  // namespace nve
