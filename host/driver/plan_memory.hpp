// The objects of a binary in physical memory: planes and coefficients
// (program/memory_image.hpp) and the code of every program.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "host/driver/bus.hpp"
#include "host/driver/dma_descriptors.hpp"
#include "program/binary.hpp"
#include "program/memory_image.hpp"

namespace nve {

class PlanMemory {
 public:
  /// Allocates every object and writes code and coefficients. `binary` must outlive this.
  PlanMemory(Bus& bus, const Binary& binary);

  MemoryImage& image() { return *image_; }
  const MemoryImage& image() const { return *image_; }

  /// The blocks of memory that transfers visit, in stream order.
  std::vector<dma::Block> BlocksOf(const std::vector<Transfer>& transfers) const;

  dma::Block Code(int program) const { return code_[static_cast<size_t>(program)]; }

 private:
  std::optional<MemoryImage> image_;
  std::vector<dma::Block> code_;  // by program
};

}  // namespace nve
