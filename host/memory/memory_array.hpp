// SPDX-License-Identifier: Apache-2.0
// The bytes of the platform's memory.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

namespace nve {

/// Bytes at addresses 0 to size() - 1, all 0 at first. Pages that were never written cost nothing.
class MemoryArray {
 public:
  explicit MemoryArray(uint64_t bytes);

  uint64_t size() const { return size_; }
  bool Contains(uint64_t address, uint64_t bytes) const {
    return address <= size_ && bytes <= size_ - address;
  }
  /// The bytes at `address`; the range must be contained.
  std::span<uint8_t> At(uint64_t address, uint64_t bytes) {
    return {bytes_.get() + address, bytes};
  }

 private:
  struct Free {
    void operator()(uint8_t* bytes) const { std::free(bytes); }
  };
  uint64_t size_;
  std::unique_ptr<uint8_t[], Free> bytes_;
};

}  // namespace nve
