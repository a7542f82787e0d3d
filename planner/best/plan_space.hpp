// SPDX-License-Identifier: Apache-2.0
// What may be chosen for a network on several cores: for each layer its programs (half vectors or
// whole ones, small programs or large ones) and its partition, between two layers how the maps lie.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "compiler/compile.hpp"
#include "model/transfer/predict.hpp"

namespace nve::planner {

/// How the maps between two layers lie.
struct Boundary {
  Layout layout = Layout::kPlanes;
  int strip_rows = 0;  ///< of Layout::kStrips: the rows of the reader's vectors
  auto operator<=>(const Boundary&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// Programs and partition of a layer.
struct LayerCandidate {
  size_t variant = 0;  ///< of PlanSpace::variants
  Partition partition;
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

class PlanSpace {
 public:
  /// Of the network as the options compile it on options.cores cores; partition, layout and plans
  /// of the options are what is chosen. Both references must outlive it.
  PlanSpace(const Network& network, const Weights& weights, const CompileOptions& options,
            const transfer::TransferOptions& transfer);

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

  /// What the layer alone costs; exact (docs/transfer-model.md).
  LayerCost CostOf(size_t layer, const Boundary& input, const LayerCandidate& candidate,
                   const Boundary& output) const;

  /// All combinations, those that do not fit among them: a measure of the space.
  double Size() const;

 private:
  // The network compiled in one way for all layers.
  struct Variant {
    CompilerPasses passes;
    CompileResult result;
  };

  LayerSpace SpaceOf(size_t layer) const;
  std::vector<Boundary> OutputsOf(size_t layer) const;
  // Whether an earlier variant has the same programs for the layer.
  bool IsRepeated(size_t variant, size_t layer) const;

  Network network_;  // as the machine sees it
  CompileOptions options_;
  const transfer::TransferOptions& transfer_;
  std::vector<Variant> variants_;
  std::vector<LayerSpace> layers_;
};

}  // namespace nve::planner
