// SPDX-License-Identifier: Apache-2.0
// Descriptors of the mover, and the plain loop nest that says which bytes they move.
#pragma once
#include <Vmover.h>

#include "dma_bench.hpp"

namespace nve::dma_test {

using Bytes = std::vector<uint8_t>;

constexpr uint32_t kList = dma::kLoadsList;
constexpr unsigned kListEntries = dma::kListEntries;

/// One descriptor of the mover; without columns a PG021 descriptor of `bytes` bytes.
struct Rows {
  uint32_t buffer = 0;
  uint32_t bytes = 8;  // of a column
  uint32_t columns = 1, stride = 0;
  uint32_t steps = 0, step_stride = 0;
  uint32_t maps = 0, first = 0;

  uint32_t rows() const {
    return columns == 0 ? 1 : columns * std::max(1u, steps) * std::max(1u, maps);
  }
  uint32_t total() const { return rows() * bytes; }

  /// Start of every row, in order.
  std::vector<uint32_t> Addresses(const std::vector<uint32_t>& list) const {
    if (columns == 0) return {buffer};
    std::vector<uint32_t> out;
    for (uint32_t step = 0; step < std::max(1u, steps); step++) {
      for (uint32_t map = 0; map < std::max(1u, maps); map++) {
        for (uint32_t column = 0; column < columns; column++) {
          const uint32_t base = maps == 0 ? 0 : list.at(first + map);
          out.push_back(base + buffer + step * step_stride + column * stride);
        }
      }
    }
    return out;
  }
};

class MoverBench : public Bench<Vmover> {
 public:
  using Bench<Vmover>::Bench;

  void rows(uint32_t addr, uint32_t next, const Rows& r, uint32_t flags = kSof | kEof) {
    Descriptor(addr, next, r.buffer, r.bytes | flags);
    if (r.columns == 0) return;
    desc.SetWord(addr + AtWord(dma::kWordShape), r.columns << dma::kColumnsLsb | r.stride);
    desc.SetWord(addr + AtWord(dma::kWordSteps), 0xabcd0000 | r.steps);
    desc.SetWord(addr + AtWord(dma::kWordStepStride), r.step_stride);
    desc.SetWord(addr + AtWord(dma::kWordMaps), r.first << dma::kFirstMapLsb | r.maps);
  }

  /// Puts `bases` at `memory` of the descriptor store and makes a LIST descriptor for them.
  void list(uint32_t addr, uint32_t next, uint32_t memory, const std::vector<uint32_t>& bases,
            uint32_t first = 0) {
    for (size_t i = 0; i < bases.size(); i++) {
      desc.SetWord(static_cast<uint32_t>(memory + 4 * i), bases[i]);
    }
    Descriptor(addr, next, memory, static_cast<uint32_t>(4 * bases.size()) | kList);
    desc.SetWord(addr + AtWord(dma::kWordMaps), first << dma::kFirstMapLsb);
  }

  /// What a descriptor sends to the stream.
  Bytes Gathered(const Rows& r, const std::vector<uint32_t>& list) const {
    Bytes out;
    for (const uint32_t a : r.Addresses(list)) {
      out.insert(out.end(), source.bytes.begin() + a, source.bytes.begin() + a + r.bytes);
    }
    return out;
  }

  /// Where `data`, the bytes a descriptor takes from the stream, must lie afterwards.
  static void Scatter(const Rows& r, const std::vector<uint32_t>& list, const Bytes& data,
                      Bytes& memory) {
    size_t at = 0;
    for (const uint32_t a : r.Addresses(list)) {
      const size_t n = std::min<size_t>(r.bytes, data.size() - at);
      std::copy_n(data.begin() + long(at), n, memory.begin() + a);
      at += n;
    }
  }
};

}  // namespace nve::dma_test
