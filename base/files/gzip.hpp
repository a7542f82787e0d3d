// SPDX-License-Identifier: Apache-2.0
// Files packed by gzip (RFC 1952), as data sets come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/files/files.hpp"

namespace nve {

/// The first bytes say that a file is packed, damaged or not.
bool LooksLikeGzip(std::span<const uint8_t> bytes);

/// What is in it, at most `most` bytes. InputError if it is damaged, cut short or has more; `name`
/// stands for the file in the message.
std::vector<uint8_t> Gunzip(std::span<const uint8_t> bytes, const std::string& name,
                            size_t most = kMaxFileBytes);

}  // namespace nve
