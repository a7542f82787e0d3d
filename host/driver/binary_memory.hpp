// SPDX-License-Identifier: Apache-2.0
// The objects of a binary in physical memory: planes, coefficients, code and tables, where
// program/placement.hpp puts them.
#pragma once

#include <cstdint>

#include "host/driver/bus.hpp"
#include "program/binary.hpp"
#include "program/memory_image.hpp"
#include "program/placement.hpp"

namespace nve {

class BinaryMemory {
 public:
  /// Places every object on `board` and writes all but the planes. `binary` must outlive this.
  BinaryMemory(Bus& bus, const Binary& binary, const Board& board, uint64_t max_descriptor_bytes);

  MemoryImage& image() { return image_; }
  const MemoryImage& image() const { return image_; }

  Placement& placement() { return placement_; }

 private:
  Placement placement_;
  MemoryImage image_;
};

}  // namespace nve
