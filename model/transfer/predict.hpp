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

/// The cycles of a layer by what they are for; they add up to Cycles().
struct TransferTerms {
  int64_t core = 0;         ///< advancing cycles
  int64_t load = 0;         ///< programs into the instruction buffer
  int64_t host = 0;         ///< register accesses before the start and after the last interrupt
  int64_t copy = 0;         ///< the processor's copying
  int64_t ramp = 0;         ///< from START to the first word
  int64_t descriptors = 0;  ///< the core waits for words whose descriptor came late
  int64_t memory = 0;       ///< the core waits for other words
  int64_t drain = 0;        ///< from the core's end to the last interrupt
  int64_t Cycles() const;
  TransferTerms& operator+=(const TransferTerms& other);
};

struct FeedPrediction {
  TransferTerms terms;
  MemoryEvents events;
  FeedPrediction& operator+=(const FeedPrediction& other);
};

/// By feed, in the order of kFeedNames.
struct LayerPrediction {
  std::string name;
  std::array<FeedPrediction, kFeedNames.size()> feeds;
};

/// All layers. The binary's steps must use one core only, whichever.
std::vector<LayerPrediction> PredictTransfers(const Binary& binary, const TransferOptions& options);

}  // namespace nve::transfer
