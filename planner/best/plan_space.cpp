// SPDX-License-Identifier: Apache-2.0
// Candidates of layers and what they cost: see plan_space.hpp.
#include "planner/best/plan_space.hpp"

#include <algorithm>

#include "compiler/steps/step_builder.hpp"
#include "compiler/transpose.hpp"
#include "nve_dma.hpp"
#include "program/predicted_cycles.hpp"

namespace nve::planner {
namespace {

std::vector<const Program*> ProgramsOf(const Binary& binary, size_t layer) {
  std::vector<const Program*> programs;
  for (const Program& program : binary.programs) {
    if (program.layer == static_cast<int>(layer)) programs.push_back(&program);
  }
  return programs;
}

int RowsOf(const Binary& binary, size_t layer) {
  return ProgramsOf(binary, layer).front()->outputs_per_iteration;
}

// Programs of all maps that fit, or of one map each; half vectors where they are faster alone, or
// nowhere. What is somebody's wish stays.
std::vector<CompilerPasses> VariantsOf(const CompilerPasses& passes) {
  std::vector<CompilerPasses> variants = {passes};
  if (passes.max_maps_per_program == 0 && passes.fusion != Fusion::kOff) {
    variants.push_back(passes);
    variants.back().max_maps_per_program = 1;
  }
  if (passes.half_vectors != HalfVectors::kAuto) return variants;
  for (size_t i = 0, count = variants.size(); i < count; ++i) {
    variants.push_back(variants[i]);
    variants.back().half_vectors = HalfVectors::kNever;
  }
  return variants;
}

// Of all cores, of half of them, and so on: where the memory binds, fewer may be faster.
std::vector<Partition> PartitionsUpTo(int cores) {
  std::vector<Partition> partitions;
  for (int used = cores; used > 0; used /= 2) {
    const std::vector<Partition> more = PartitionsOf(used);
    partitions.insert(partitions.end(), more.begin(), more.end());
  }
  return partitions;
}

}  // namespace

PlanSpace::PlanSpace(const Network& network, const Weights& weights, const CompileOptions& options,
                     const transfer::TransferOptions& transfer)
    : network_(options.vectors == Vectors::kHorizontal ? Transposed(network) : network),
      options_(options),
      transfer_(transfer) {
  options_.layout = {};
  options_.partition = {};
  options_.plans = {};
  for (const CompilerPasses& passes : VariantsOf(options.passes)) {
    CompileOptions one = options_;
    one.passes = passes;
    variants_.push_back({passes, Compile(network, weights, one)});
  }
  for (size_t layer = 0; layer < network_.layers.size(); ++layer) {
    layers_.push_back(SpaceOf(layer));
  }
}

bool PlanSpace::IsRepeated(size_t variant, size_t layer) const {
  const auto same = [](const Program* a, const Program* b) {
    return a->code == b->code && a->settings == b->settings && a->output_maps == b->output_maps;
  };
  const std::vector<const Program*> programs = ProgramsOf(variants_[variant].result.binary, layer);
  for (size_t earlier = 0; earlier < variant; ++earlier) {
    if (std::ranges::equal(ProgramsOf(variants_[earlier].result.binary, layer), programs, same)) {
      return true;
    }
  }
  return false;
}

LayerSpace PlanSpace::SpaceOf(size_t layer) const {
  LayerSpace space;
  for (size_t variant = 0; variant < variants_.size(); ++variant) {
    if (IsRepeated(variant, layer)) continue;
    const Binary& binary = variants_[variant].result.binary;
    const LayerWork work = WorkOf(network_.layers[layer], binary);
    for (const Partition& partition : PartitionsUpTo(options_.cores)) {
      const CoreLoad load = LoadOf(work, UnitsOf(work, partition));
      space.candidates.push_back({variant, partition, load.busiest, RowsOf(binary, layer)});
    }
  }
  std::ranges::stable_sort(space.candidates, {}, &LayerCandidate::bound);
  space.outputs = OutputsOf(layer);
  return space;
}

std::vector<Boundary> PlanSpace::OutputsOf(size_t layer) const {
  std::vector<Boundary> outputs = {{}};
  const Binary& binary = variants_.front().result.binary;
  const auto number = static_cast<int>(layer);
  if (layer + 1 == network_.layers.size() || network_.layers[layer].outputs.size() == 1) {
    return outputs;
  }
  const auto add = [&](const Boundary& boundary) {
    const int64_t pitch = PitchOf(number, boundary.layout, boundary.strip_rows, binary);
    if (pitch <= dma::kColumnStrideMax) outputs.push_back(boundary);
  };
  add({Layout::kColumns, 0});
  if (!IsPointwise(network_.layers[layer + 1])) return outputs;
  for (const int rows : {arch::kActLanes, arch::kLanes}) add({Layout::kStrips, rows});
  return outputs;
}

bool PlanSpace::Fits(const Boundary& input, const LayerCandidate& candidate,
                     const Boundary& output) {
  if (input.layout == Layout::kStrips && candidate.rows != input.strip_rows) return false;
  return output.layout != Layout::kStrips || candidate.rows % output.strip_rows == 0;
}

LayerCost PlanSpace::CostOf(size_t layer, const Boundary& input, const LayerCandidate& candidate,
                            const Boundary& output) const {
  Binary binary = variants_[candidate.variant].result.binary;
  const auto number = static_cast<int>(layer);
  if (layer > 0) GroupMaps(number - 1, input.layout, input.strip_rows, binary);
  GroupMaps(number, output.layout, output.strip_rows, binary);
  binary.steps = StepsOf(network_, number, options_.feed, candidate.partition, binary);
  LayerCost cost;
  cost.prediction = PredictFeed(binary, transfer_, options_.feed)[layer];
  cost.cycles = cost.prediction.Elapsed();
  return cost;
}

double PlanSpace::Size() const {
  double size = 1;
  for (const LayerSpace& layer : layers_) {
    size *= static_cast<double>(layer.candidates.size() * layer.outputs.size());
  }
  return size;
}

}  // namespace nve::planner
