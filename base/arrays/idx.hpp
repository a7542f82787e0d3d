// SPDX-License-Identifier: Apache-2.0
// IDX files, as the MNIST data sets have them: two zero bytes, the type of the elements, the number
// of extents, each extent as 32 bits with the highest byte first, and the elements.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/arrays/arrays.hpp"

namespace nve {

/// The first bytes say that a file is IDX, damaged or not.
bool LooksLikeIdx(std::span<const uint8_t> bytes);

/// An array of uint8 with 1 to 3 extents. InputError if the file is another one, is cut short or
/// goes on; `name` stands for it in the message.
NpyArray ParseIdx(std::span<const uint8_t> bytes, const std::string& name);

}  // namespace nve
