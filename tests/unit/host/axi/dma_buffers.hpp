// SPDX-License-Identifier: Apache-2.0
// Descriptors, buffers and beginnings of runs for the tests of the DMA's rules.
#pragma once

#include <cstdint>
#include <vector>

#include "host/driver/dma_descriptors.hpp"
#include "host/driver/dma_registers.hpp"
#include "tests/unit/host/axi/played_dma.hpp"

namespace nve::testing {

inline constexpr uint32_t kWhole = PlayedDma::kWhole;
inline constexpr uint32_t kMm2sSr = dma::kMm2sBase + dma::kStatus;
inline constexpr uint32_t kMm2sCr = dma::kMm2sBase + dma::kControl;
inline constexpr uint32_t kRunning =
    0x00010008;  // DMASR of a channel that runs, one packet to come
inline constexpr uint32_t kKeyhole = dma::kControlKeyhole;
inline constexpr uint32_t kCyclic = dma::kControlCyclic;

// 64 bytes at 0x8000, of both channels: 8 words.
inline const PlayedDescriptor kBuffer = {.next = 0x1040, .buffer = 0x8000, .control = 64 | kWhole};

// 160 bytes there: a burst of 16 words and one of 4.
inline const PlayedDescriptor kLongBuffer = {
    .next = 0x1040, .buffer = 0x8000, .control = 160 | kWhole};

inline PlayedDescriptor With(PlayedDescriptor descriptor, uint32_t PlayedDescriptor::*field,
                             uint32_t to) {
  descriptor.*field = to;
  return descriptor;
}

// MM2S has read a descriptor at 0x1000, the only one.
inline void BeginRead(PlayedDma& dma, const PlayedDescriptor& descriptor = kBuffer) {
  dma.Start(dma::kMm2sBase, 0x1000, 0x1000);
  dma.Fetch(0x1000, descriptor);
}

// The same for S2MM.
inline void BeginWrite(PlayedDma& dma, const PlayedDescriptor& descriptor = kBuffer) {
  dma.Start(dma::kS2mmBase, 0x1000, 0x1000);
  dma.Fetch(0x1000, descriptor);
}

inline void MoveIn(PlayedDma& dma) {
  dma.Read(0x8000, 8);
  dma.Send(8, true);
}

inline void MoveOut(PlayedDma& dma) {
  dma.Take(8, true);
  dma.Write(0x8000, 8);
}

// Rows of 16 bytes: two maps of two columns 0x100 apart, in two steps 0x1000 apart.
inline const PlayedDescriptor kRows = {.next = 0x1080,
                                       .buffer = 0x10,
                                       .control = 16 | kWhole,
                                       .shape = 2U << 19 | 0x100,
                                       .steps = 2,
                                       .step_stride = 0x1000,
                                       .maps = 4U << 16 | 2};
inline const PlayedDescriptor kList = {
    .next = 0x1040, .buffer = 0x6000, .control = 8 | dma::kLoadsList, .maps = 4U << 16};

// A list of two maps and the rows of them.
inline void BeginRows(PlayedDma& dma, uint32_t base) {
  dma.Start(base, 0x1000, 0x1040);
  dma.Fetch(0x1000, kList);
  dma.FetchList(0x6000, {0x20000, 0x30000});
  dma.Status(0x1000, dma::kCompleted | 8);
  dma.Fetch(0x1040, kRows);
}

inline const std::vector<uint32_t>& RowAddresses() {
  static const std::vector<uint32_t> kAddresses = {0x20010, 0x20110, 0x30010, 0x30110,
                                                   0x21010, 0x21110, 0x31010, 0x31110};
  return kAddresses;
}

}  // namespace nve::testing
