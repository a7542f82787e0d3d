// SPDX-License-Identifier: Apache-2.0
// What may be chosen for a network on several cores: for each layer its programs (half vectors or
// whole ones, small programs or large ones), its partition and its feed, between two layers how the
// maps lie.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "compiler/compile.hpp"
#include "model/transfer/predict.hpp"
#include "planner/best/plan_cache.hpp"

namespace nve::planner {

/// How the maps between two layers lie.
struct Boundary {
  Layout layout = Layout::kPlanes;
  /// Of kStrips and kRuns: the rows of the reader's vectors; 0 if no layer reads the maps, whose
  /// strips are the writer's.
  int strip_rows = 0;
  auto operator<=>(const Boundary&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// Programs, partition and feed of a layer.
struct LayerCandidate {
  size_t variant = 0;  ///< of PlanSpace::variants
  Partition partition;
  Feed feed = Feed::kMover;
  int64_t bound = 0;  ///< cycles that it takes at least: of the busiest core, streams never wait
  int rows = 0;       ///< of its vectors
};

/// A layer's choices. Those of the fewest cycles at least come first.
struct LayerSpace {
  std::vector<LayerCandidate> candidates;
  std::vector<Boundary> outputs;  ///< how its output maps may lie
};

/// What a layer costs in one way.
struct LayerCost {
  int64_t cycles = 0;  ///< from a drained memory to the driver's last look
  transfer::FeedPrediction prediction;
};

/// What a plan is to have the least of.
enum class Objective {
  kCycles,
  kBytes,    ///< moved; of equal ones the fewest cycles
  kLatency,  ///< cycles until the first strip of the output is in memory (pipelined_plan.hpp)
};
inline constexpr std::array<const char*, 3> kObjectiveNames = {"cycles", "bytes", "latency"};

class PlanSpace {
 public:
  /// Of the network as the options compile it on options.cores cores, in one of `feeds` each layer;
  /// feed, partition, layout, bands and plans of the options are what is chosen. `transfer` and
  /// `cache` must outlive it.
  PlanSpace(const Network& network, const Weights& weights, const CompileOptions& options,
            const std::vector<Feed>& feeds, const transfer::TransferOptions& transfer,
            PlanCache& cache);

  /// Of a binary's programs, on so many cores: what is left to choose is all but them. The network
  /// is as its machine sees it.
  PlanSpace(const Network& network, const Binary& binary, int cores, const std::vector<Feed>& feeds,
            const transfer::TransferOptions& transfer, PlanCache& cache);

  /// Leaves each layer with the candidates that move the fewest bytes.
  void KeepFewestBytes();

  const std::vector<LayerSpace>& layers() const { return layers_; }
  const CompileOptions& options() const { return options_; }
  /// As the machine sees it: with horizontal vectors the transposed one.
  const Network& network() const { return network_; }

  /// The passes of a candidate.
  const CompilerPasses& PassesOf(const LayerCandidate& candidate) const {
    return variants_[candidate.variant].passes;
  }

  /// Whether a candidate can read maps that lie as in `input` and write some that lie as in
  /// `output`.
  static bool Fits(const Boundary& input, const LayerCandidate& candidate, const Boundary& output);

  /// Lays out the maps that a candidate of a layer writes.
  static void LayOut(size_t layer, const LayerCandidate& candidate, const Boundary& output,
                     Binary& binary);

  /// The binary whose steps are the layer's alone.
  Binary Laid(size_t layer, const Boundary& input, const LayerCandidate& candidate,
              const Boundary& output) const;

  /// What the layer alone costs; exact (docs/transfer-model.md).
  LayerCost CostOf(size_t layer, const Boundary& input, const LayerCandidate& candidate,
                   const Boundary& output) const;

  /// The binary of a candidate's programs without steps: planes have blocks of their own.
  const Binary& BinaryOf(const LayerCandidate& candidate) const {
    return variants_[candidate.variant].binary;
  }
  /// The passes of all programs that are in the space.
  std::vector<CompilerPasses> AllPasses() const;
  const std::vector<Feed>& feeds() const { return feeds_; }
  /// Whether the DMA is the mover, in whichever feed.
  bool HasMover() const { return std::ranges::find(feeds_, Feed::kMover) != feeds_.end(); }
  const transfer::TransferOptions& transfer() const { return transfer_; }
  PlanCache& cache() const { return cache_; }

  /// All combinations, those that do not fit among them: a measure of the space.
  double Size() const;

 private:
  // The network compiled in one way for all layers.
  struct Variant {
    CompilerPasses passes;
    Binary binary;
  };

  void AddLayers();
  Steps StepsFor(size_t layer, const LayerCandidate& candidate, const Binary& binary) const;

  LayerSpace SpaceOf(size_t layer) const;
  std::vector<Boundary> OutputsOf(size_t layer) const;
  // Whether an earlier variant has the same programs for the layer.
  bool IsRepeated(size_t variant, size_t layer) const;

  Network network_;  // as the machine sees it
  CompileOptions options_;
  std::vector<Feed> feeds_;
  const transfer::TransferOptions& transfer_;
  PlanCache& cache_;
  std::vector<Variant> variants_;
  std::vector<LayerSpace> layers_;
};

}  // namespace nve::planner
