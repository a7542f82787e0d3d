// SPDX-License-Identifier: Apache-2.0
// Candidates of layers and what they cost: see plan_space.hpp.
#include "planner/best/plan_space.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/processes/parallel_for.hpp"
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
                     const std::vector<Feed>& feeds, const transfer::TransferOptions& transfer,
                     PlanCache& cache)
    : network_(options.vectors == Vectors::kHorizontal ? Transposed(network) : network),
      options_(options),
      feeds_(feeds),
      transfer_(transfer),
      cache_(cache) {
  options_.layout = {};
  options_.partition = {};
  options_.plans = {};
  options_.bands = {};
  for (const CompilerPasses& passes : VariantsOf(options.passes)) variants_.push_back({passes, {}});
  ParallelFor(variants_.size(), [&](size_t i) {
    CompileOptions one = options_;
    one.passes = variants_[i].passes;
    variants_[i].binary = Compile(network, weights, one).binary;
  });
  AddLayers();
}

PlanSpace::PlanSpace(const Network& network, const Binary& binary, int cores,
                     const std::vector<Feed>& feeds, const transfer::TransferOptions& transfer,
                     PlanCache& cache)
    : network_(network), feeds_(feeds), transfer_(transfer), cache_(cache) {
  options_.cores = cores;
  variants_.push_back({options_.passes, binary});
  AddLayers();
}

void PlanSpace::AddLayers() {
  for (size_t layer = 0; layer < network_.layers.size(); ++layer) {
    layers_.push_back(SpaceOf(layer));
  }
}

std::vector<CompilerPasses> PlanSpace::AllPasses() const {
  std::vector<CompilerPasses> all;
  for (const Variant& variant : variants_) all.push_back(variant.passes);
  return all;
}

bool PlanSpace::IsRepeated(size_t variant, size_t layer) const {
  const auto same = [](const Program* a, const Program* b) {
    return a->code == b->code && a->settings == b->settings && a->output_maps == b->output_maps;
  };
  const std::vector<const Program*> programs = ProgramsOf(variants_[variant].binary, layer);
  for (size_t earlier = 0; earlier < variant; ++earlier) {
    if (std::ranges::equal(ProgramsOf(variants_[earlier].binary, layer), programs, same)) {
      return true;
    }
  }
  return false;
}

LayerSpace PlanSpace::SpaceOf(size_t layer) const {
  LayerSpace space;
  for (size_t variant = 0; variant < variants_.size(); ++variant) {
    if (IsRepeated(variant, layer)) continue;
    const Binary& binary = variants_[variant].binary;
    const LayerWork work = WorkOf(network_.layers[layer], binary);
    for (const Partition& partition : PartitionsUpTo(options_.cores)) {
      const CoreLoad load = LoadOf(work, UnitsOf(work, partition));
      for (const Feed feed : feeds_) {
        space.candidates.push_back(
            {variant, partition, feed, load.busiest, RowsOfStrip(binary, static_cast<int>(layer))});
      }
    }
  }
  std::ranges::stable_sort(space.candidates, {}, &LayerCandidate::bound);
  space.outputs = OutputsOf(layer);
  return space;
}

std::vector<Boundary> PlanSpace::OutputsOf(size_t layer) const {
  std::vector<Boundary> outputs = {{}};
  const Binary& binary = variants_.front().binary;
  const auto add = [&](const Boundary& boundary) {
    const auto number = static_cast<int>(layer);
    const int64_t pitch = PitchOf(number, boundary.layout, boundary.strip_rows, binary);
    if (pitch <= dma::kColumnStrideMax) outputs.push_back(boundary);
  };
  const bool last = layer + 1 == network_.layers.size();
  const bool several = network_.layers[layer].outputs.size() > 1;
  if (!last && several) add({Layout::kColumns, 0});
  if (last) {
    outputs.push_back({Layout::kRuns, 0});
  } else if (IsPointwise(network_.layers[layer + 1])) {
    for (const int rows : {arch::kActLanes, arch::kLanes}) {
      if (several) add({Layout::kStrips, rows});
      add({Layout::kRuns, rows});
    }
  }
  return outputs;
}

bool PlanSpace::Fits(const Boundary& input, const LayerCandidate& candidate,
                     const Boundary& output) {
  if (input.strip_rows > 0 && candidate.rows != input.strip_rows) return false;
  return output.strip_rows == 0 || candidate.rows % output.strip_rows == 0;
}

Steps PlanSpace::StepsFor(size_t layer, const LayerCandidate& candidate,
                          const Binary& binary) const {
  return StepsOf(network_, static_cast<int>(layer), candidate.feed, candidate.partition, binary);
}

void PlanSpace::KeepFewestBytes() {
  for (size_t layer = 0; layer < layers_.size(); ++layer) {
    std::map<int64_t, std::vector<LayerCandidate>> by_bytes;  // the same however the maps lie
    for (const LayerCandidate& candidate : layers_[layer].candidates) {
      const Binary& binary = BinaryOf(candidate);
      const Steps steps = StepsFor(layer, candidate, binary);
      by_bytes[BusiestCoreCost(binary, steps).bytes].push_back(candidate);
    }
    layers_[layer].candidates = std::move(by_bytes.begin()->second);
  }
}

Binary PlanSpace::Laid(size_t layer, const Boundary& input, const LayerCandidate& candidate,
                       const Boundary& output) const {
  Binary binary = BinaryOf(candidate);
  const auto number = static_cast<int>(layer);
  if (layer > 0) GroupMaps(number - 1, input.layout, input.strip_rows, binary);
  LayOut(layer, candidate, output, binary);
  binary.steps = StepsFor(layer, candidate, binary);
  return binary;
}

void PlanSpace::LayOut(size_t layer, const LayerCandidate& candidate, const Boundary& output,
                       Binary& binary) {
  const int rows = output.strip_rows > 0 ? output.strip_rows : candidate.rows;
  GroupMaps(static_cast<int>(layer), output.layout, rows, binary);
}

LayerCost PlanSpace::CostOf(size_t layer, const Boundary& input, const LayerCandidate& candidate,
                            const Boundary& output) const {
  const Binary binary = Laid(layer, input, candidate, output);
  LayerCost cost;
  cost.prediction = cache_.Cost(binary, transfer_, HasMover(),
                                [&] { return PredictSteps(binary, transfer_, HasMover())[layer]; });
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
