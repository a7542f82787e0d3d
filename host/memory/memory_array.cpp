// SPDX-License-Identifier: Apache-2.0
// Memory contents: see memory_array.hpp.
#include "host/memory/memory_array.hpp"

#include <new>

namespace nve {

MemoryArray::MemoryArray(uint64_t bytes)
    : size_(bytes), bytes_(static_cast<uint8_t*>(std::calloc(bytes, 1))) {
  if (bytes_ == nullptr) throw std::bad_alloc();
}

}  // namespace nve
