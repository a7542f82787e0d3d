// SPDX-License-Identifier: Apache-2.0
// Bytes as Base64 (RFC 4648, section 4): what a data URI has.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace nve {

/// Four characters for three bytes, filled up with '=', without ends of lines.
std::string Base64(std::span<const uint8_t> bytes);

}  // namespace nve
