// Where the objects of a binary lie in physical memory: planes, coefficients and code.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/program/binary.hpp"
#include "compiler/support/maps.hpp"
#include "host/driver/bus.hpp"
#include "host/driver/dma_descriptors.hpp"

namespace nve {

class PlanMemory {
 public:
  /// Allocates every object and writes code and coefficients. `binary` must outlive this.
  PlanMemory(Bus& bus, const Binary& binary);

  /// Puts the picture into the input planes. Pixels the picture does not have become 0, pixels beyond the
  /// planes are cropped. InputError if the picture has fewer maps than the network reads.
  void PutPicture(const FeatureMaps& picture);

  /// Reads planes of equal size back as the maps of one layer, in the order given.
  FeatureMaps TakeMaps(const std::vector<int>& planes) const;

  /// Zero for every byte of the plane outside its valid height x width.
  void ClearBorder(int plane);

  /// The blocks of memory that transfers visit, in stream order.
  std::vector<dma::Block> BlocksOf(const std::vector<Transfer>& transfers) const;

  dma::Block Code(int program) const;

 private:
  uint64_t AddressOf(const MemoryObject& object) const;

  Bus& bus_;
  const Binary& binary_;
  std::vector<uint64_t> planes_;        // address by plane number
  std::vector<uint64_t> coefficients_;  // address by program number
  std::vector<uint64_t> code_;          // address by program number
};

}  // namespace nve
