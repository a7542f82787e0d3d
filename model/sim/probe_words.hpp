// SPDX-License-Identifier: Apache-2.0
// Values of a probe that are wider than its words.
#pragma once

#include <cstdint>

namespace nve {

/// 64 bits of two words, the lower one first.
inline uint64_t Join(const uint32_t (&words)[2]) { return uint64_t{words[1]} << 32 | words[0]; }

}  // namespace nve
