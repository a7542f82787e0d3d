// SPDX-License-Identifier: Apache-2.0
// The transfer model: cycles of every layer and feed from the binary and the parameters of
// memory and DMA, without simulation (docs/transfer-model.md).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "model/transfer/memory_times.hpp"
#include "model/transfer/transfer_options.hpp"
#include "program/binary.hpp"

namespace nve::transfer {

/// Cycles of steps by what they are for. They add up to Cycles().
struct TransferTerms {
  int64_t core = 0;         ///< advancing cycles
  int64_t load = 0;         ///< activation tables and programs into the core
  int64_t host = 0;         ///< register accesses before the start and after the last interrupt
  int64_t copy = 0;         ///< the processor's copying
  int64_t ramp = 0;         ///< from START to the first word
  int64_t descriptors = 0;  ///< the core waits for words whose descriptor came late
  int64_t memory = 0;       ///< the core waits for other words
  int64_t drain = 0;        ///< from the core's end to the driver's last look
  int64_t Cycles() const;
  TransferTerms& operator+=(const TransferTerms& other);
};

/// Steps in a feed.
struct FeedPrediction {
  TransferTerms terms;     ///< of all steps
  MemoryEvents events;     ///< between the end of a step and the one that ended before it
  Cycle begin = kUnknown;  ///< the first step's preparation
  Cycle end = kLongAgo;    ///< the last step's
  /// The last one's of those that write into the first strip of the output.
  Cycle first_strip = kLongAgo;
  /// From begin to end. Of one core the sum of the terms; steps of several overlap.
  int64_t Elapsed() const { return begin < end ? end - begin : 0; }
  /// From begin until the first strip of the output is in memory; 0 if none of the steps writes it.
  int64_t FirstStrip() const { return begin < first_strip ? first_strip - begin : 0; }
  FeedPrediction& operator+=(const FeedPrediction& other);
};

/// By feed, in the order of kFeedNames.
struct LayerPrediction {
  std::string name;
  std::array<FeedPrediction, kFeedNames.size()> feeds;
};

/// The layers in one feed, on as many tiles as the binary's cores have numbers for.
std::vector<FeedPrediction> PredictFeed(const Binary& binary, const TransferOptions& options,
                                        Feed feed);

/// The same, each step in its own feed. The DMA is the mover if `mover` says so, or a feed needs
/// it.
std::vector<FeedPrediction> PredictSteps(const Binary& binary, const TransferOptions& options,
                                         bool mover = false);

/// All layers, on as many tiles as the binary's cores have numbers for.
std::vector<LayerPrediction> PredictTransfers(const Binary& binary, const TransferOptions& options);

}  // namespace nve::transfer
