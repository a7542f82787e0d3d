// SPDX-License-Identifier: Apache-2.0
// A byte of a damaged file, for a message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace nve {

/// What stands at a byte: "'x'", "byte 0x00", or `end` behind the last one.
std::string ShownByte(std::string_view bytes, size_t at, const char* end = "the end of the file");

}  // namespace nve
