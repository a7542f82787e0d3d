// SPDX-License-Identifier: Apache-2.0
// The times of the two profiles of the DMA (docs/dma.md, "Parameters"), in cycles: those of
// nve_dma.hpp, which is generated from arch/parts/dma.json.
#pragma once

#include "nve_dma.hpp"

namespace nve::transfer {

struct DmaProfile {
  bool mover = false;                            ///< descriptors of rows, 64-bit descriptor port
  int descriptor_beats = dma::kDescriptorBeats;  ///< of one fetch
  int descriptor_beat_bytes = 4;
  int tail_to_ar = dma::axi_dma::kTailToAr;  ///< TAILDESC write to the first fetch
  int fetch_overhead =
      dma::axi_dma::kFetchOverhead;     ///< between two fetches, besides latency and beats
  int sg_pipe = dma::axi_dma::kSgPipe;  ///< descriptor to command
  int command_interval = dma::axi_dma::kCmdInterval;  ///< of two descriptors
  int command_to_ar = dma::axi_dma::kCmdToAr;         ///< command to read address
  int store_and_forward = dma::axi_dma::kSfOut;       ///< read data to stream
  int read_bursts = dma::axi_dma::kMm2sOutstanding;   ///< under way
  int read_words = dma::axi_dma::kMm2sDepth;          ///< asked for or stored
  int write_start = dma::axi_dma::kS2mmStart;         ///< first word of a burst to its address
  int write_gap = dma::axi_dma::kS2mmBurstGap;        ///< idle cycles between write bursts
  int write_bursts = dma::axi_dma::kS2mmOutstanding;  ///< without response
};

inline constexpr DmaProfile kAxiDmaProfile = {};

inline constexpr DmaProfile kMoverProfile = {.mover = true,
                                             .descriptor_beats = dma::kMoverDescriptorBeats,
                                             .descriptor_beat_bytes = 8,
                                             .tail_to_ar = dma::mover::kTailToAr,
                                             .fetch_overhead = dma::mover::kFetchOverhead,
                                             .sg_pipe = dma::mover::kSgPipe,
                                             .command_interval = dma::mover::kCmdInterval,
                                             .command_to_ar = dma::mover::kCmdToAr,
                                             .store_and_forward = dma::mover::kSfOut,
                                             .read_bursts = dma::mover::kMm2sOutstanding,
                                             .read_words = dma::mover::kMm2sDepth,
                                             .write_start = dma::mover::kS2mmStart,
                                             .write_gap = dma::mover::kS2mmBurstGap,
                                             .write_bursts = dma::mover::kS2mmOutstanding};

/// The same in both.
inline constexpr int kMaxBurst = dma::axi_dma::kMaxBurst;  ///< beats
inline constexpr int kBurstBoundary = 4096;                ///< bytes no burst crosses
inline constexpr int kDescriptorQueue =
    dma::axi_dma::kDescQueue;  ///< prefetched descriptors of a channel
inline constexpr int kUpdateQueue =
    dma::axi_dma::kUpdateQueue;             ///< finished descriptors that wait for write-back
inline constexpr int kCommandQueue = 4;     ///< commands in front of a data mover
inline constexpr int kOpenDescriptors = 8;  ///< of MM2S, between command and status
inline constexpr int kWriteWords = 128;     ///< stored by S2MM
inline constexpr int kWriteRecords = 16;    ///< bursts stored by S2MM

}  // namespace nve::transfer
