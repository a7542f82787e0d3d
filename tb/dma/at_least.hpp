// SPDX-License-Identifier: Apache-2.0
// The promises of speed of docs/dma.md from the other side: what the DMA does at least. Of a limit
// "at most four reads under way" the rules and the memory see to the "at most"; these tests hold a
// port, a stream or the write-backs, and demand that all four are there. Distances are exact.
#pragma once
#include <Vdma32.h>
#include <Vdma64.h>
#include <Vmover.h>

#include "dma_bench.hpp"
#include "model/transfer/dma_profile.hpp"

namespace nve::dma_test {

template <class Model>
class AtLeast : public ::testing::Test {
 protected:
  using B = Bench<Model>;
  static constexpr unsigned kWord = B::kBytes;
  static constexpr unsigned kBurst = transfer::kMaxBurst * kWord;
  static constexpr unsigned kDescriptorQueue = transfer::kDescriptorQueue;
  static constexpr unsigned kCommandQueue = transfer::kCommandQueue;
  static constexpr unsigned kUpdateQueue = transfer::kUpdateQueue;

  // Of this build: the transfer model predicts with the same numbers.
  static constexpr transfer::DmaProfile Promise() {
    transfer::DmaProfile p = B::kMover ? transfer::kMoverProfile : transfer::kAxiDmaProfile;
    if (std::is_same_v<Model, Vdma64>) p.write_gap = 0;
    return p;
  }
  // Of the mover: from the queue to the first command of a descriptor, and between two of one row.
  static constexpr unsigned kToRows = B::kMover ? 2 : 0;
  static constexpr unsigned kRowInterval = B::kMover ? 3 : 1;

  // Cycles from the handshake of a descriptor's address until it is in its queue.
  static unsigned FetchTime(unsigned latency) {
    return latency + unsigned(Promise().descriptor_beats);
  }
};

using AtLeastModels = ::testing::Types<Vdma32, Vdma64, Vmover>;

}  // namespace nve::dma_test
