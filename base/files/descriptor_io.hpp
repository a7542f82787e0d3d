// SPDX-License-Identifier: Apache-2.0
// Whole transfers on open file descriptors: both go on after a signal.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace nve {

// False, with errno set, if not everything could be written.
bool WriteAll(int descriptor, std::span<const uint8_t> bytes);
bool WriteAll(int descriptor, std::string_view text);

// Appends all that is left to `contents`, a container of bytes, and ends early once that holds more
// than `most`. False, with errno set, after an error; what was read before it is kept.
template <typename Container>
bool ReadToEnd(int descriptor, Container& contents, size_t most = SIZE_MAX) {
  constexpr size_t kChunk = size_t{1} << 16;
  size_t used = contents.size();
  ssize_t count = 0;
  do {
    if (contents.size() < used + kChunk) contents.resize(used + kChunk);
    count = read(descriptor, contents.data() + used, kChunk);
    if (count > 0) used += static_cast<size_t>(count);
  } while (used <= most && (count > 0 || (count < 0 && errno == EINTR)));
  contents.resize(used);
  return count >= 0;
}

}  // namespace nve
