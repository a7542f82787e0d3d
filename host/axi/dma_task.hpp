// SPDX-License-Identifier: Apache-2.0
// What a descriptor of the DMA asks for (docs/dma.md), decoded from the words that were read, and a
// walk over the rows it names.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <vector>

#include "host/driver/dma_descriptors.hpp"

namespace nve {

/// A fetched descriptor.
struct DmaTask {
  uint32_t address = 0;
  uint32_t next = 0;
  uint32_t buffer = 0;
  uint32_t length = 0;  ///< bytes: of a row, of the buffer, or of the list
  uint32_t columns = 0;
  uint32_t stride = 0;
  uint32_t steps = 1;
  uint32_t step_stride = 0;
  uint32_t maps = 0;
  uint32_t first_map = 0;
  bool end_of_frame = false;
  bool loads_list = false;
  bool stale = false;             ///< Cmplt was set when it was fetched
  std::vector<uint32_t> entries;  ///< of a list, as far as it has been read

  /// `words` from the first word on; `mover` if they may name rows; a length of `length_bits`.
  static DmaTask Decode(uint32_t address, std::span<const uint32_t> words, bool mover,
                        int length_bits);

  /// The rule that the descriptor breaks as a whole, so that it must not be run: "D2", "D3", "D4".
  /// nullptr: none. Addresses of rows are checked when their turn comes.
  const char* BrokenRule() const;

  /// Bytes of all rows.
  uint64_t TotalBytes() const;

  /// All entries of a list have been read.
  bool ListIsRead() const { return entries.size() * sizeof(uint32_t) >= length; }
};

/// The bases of a channel's maps, as far as they have been seen.
struct DmaMapList {
  std::array<uint32_t, dma::kListEntries> bases{};
  std::bitset<dma::kListEntries> known;

  void Load(const DmaTask& task);
  /// What a stopped channel has loaded of the task is undefined.
  void Forget(const DmaTask& task);
};

/// The rows of a task in their order.
class DmaRowWalk {
 public:
  void Begin(const DmaTask& task, const DmaMapList& maps);

  /// Goes on to the next row. False behind the last one.
  bool Next();

  bool known() const { return known_; }  ///< false: its map's base has not been seen
  bool last() const;
  uint32_t address() const { return address_; }

 private:
  void Locate();

  const DmaMapList* maps_ = nullptr;
  DmaTask task_;
  uint32_t column_ = 0;
  uint32_t map_ = 0;
  uint32_t step_ = 0;
  uint32_t address_ = 0;
  bool known_ = true;
};

}  // namespace nve
