// The times of the two profiles of the DMA (docs/dma.md, "Parameters"), in cycles.
#pragma once

namespace nve::transfer {

struct DmaProfile {
  bool mover = false;        ///< descriptors of rows, 64-bit descriptor port
  int descriptor_beats = 8;  ///< of one fetch
  int descriptor_beat_bytes = 4;
  int tail_to_ar = 10;        ///< TAILDESC write to the first fetch
  int fetch_overhead = 6;     ///< between two fetches, besides latency and beats
  int sg_pipe = 9;            ///< descriptor to command
  int command_interval = 8;   ///< of two descriptors
  int command_to_ar = 8;      ///< command to read address
  int store_and_forward = 3;  ///< read data to stream
  int read_bursts = 4;        ///< under way
  int read_words = 128;       ///< asked for or stored
  int write_start = 39;       ///< first word of a burst to its address
  int write_gap = 5;          ///< idle cycles between write bursts
  int write_bursts = 4;       ///< without response
};

inline constexpr DmaProfile kAxiDmaProfile = {};

inline constexpr DmaProfile kMoverProfile = {.mover = true,
                                             .descriptor_beats = 6,
                                             .descriptor_beat_bytes = 8,
                                             .tail_to_ar = 3,
                                             .fetch_overhead = 2,
                                             .sg_pipe = 1,
                                             .command_interval = 1,
                                             .command_to_ar = 2,
                                             .store_and_forward = 1,
                                             .read_bursts = 32,
                                             .read_words = 128,
                                             .write_start = 2,
                                             .write_gap = 0,
                                             .write_bursts = 16};

/// The same in both.
inline constexpr int kMaxBurst = 16;         ///< beats
inline constexpr int kBurstBoundary = 4096;  ///< bytes no burst crosses
inline constexpr int kDescriptorQueue = 4;   ///< prefetched descriptors of a channel
inline constexpr int kUpdateQueue = 4;       ///< finished descriptors that wait for write-back
inline constexpr int kCommandQueue = 4;      ///< commands in front of a data mover
inline constexpr int kOpenDescriptors = 8;   ///< of MM2S, between command and status
inline constexpr int kWriteWords = 128;      ///< stored by S2MM
inline constexpr int kWriteRecords = 16;     ///< bursts stored by S2MM
inline constexpr int kPortAcceptance = 16;   ///< bursts of a direction a memory port has under way

}  // namespace nve::transfer
