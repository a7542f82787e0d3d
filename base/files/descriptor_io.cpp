// SPDX-License-Identifier: Apache-2.0
// Writing everything: see descriptor_io.hpp.
#include "base/files/descriptor_io.hpp"

namespace nve {

bool WriteAll(int descriptor, std::span<const uint8_t> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return true;
}

bool WriteAll(int descriptor, std::string_view text) {
  return WriteAll(descriptor,
                  std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}

}  // namespace nve
