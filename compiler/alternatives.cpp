// SPDX-License-Identifier: Apache-2.0
// All ways that options leave open: see alternatives.hpp.
#include "compiler/alternatives.hpp"

#include <algorithm>
#include <iterator>

namespace nve {
namespace {

/// The choice made, then, if it is free, all others.
template <typename Choice>
std::vector<Choice> ChoicesFor(Choice made, Choice of_default, bool free,
                               const std::vector<Choice>& all) {
  std::vector<Choice> choices = {made};
  if (!free || made != of_default) return choices;
  std::copy_if(all.begin(), all.end(), std::back_inserter(choices),
               [made](Choice choice) { return choice != made; });
  return choices;
}

std::vector<HalfVectors> SizesFor(HalfVectors half_vectors, bool can_be_half) {
  if (!can_be_half) return {HalfVectors::kNever};
  if (half_vectors != HalfVectors::kAuto) return {half_vectors};
  return {HalfVectors::kNever, HalfVectors::kAlways};
}

}  // namespace

std::vector<CompilerPasses> AlternativesOf(const CompilerPasses& passes, bool can_be_half) {
  const CompilerPasses& base = *FindPreset("default");
  const Freedom& free = passes.freedom;
  const bool prologue = free.prologue && passes.explicit_prologue == base.explicit_prologue;
  const auto fusions =
      ChoicesFor(passes.fusion, base.fusion, free.fusion,
                 {Fusion::kOff, Fusion::kInOrder, Fusion::kGreedy, Fusion::kFewest});
  const auto packings = ChoicesFor(passes.packing, base.packing, free.packing,
                                   {Packing::kOff, Packing::kWords, Packing::kAcross});
  const auto schedulers =
      ChoicesFor(passes.scheduler, base.scheduler, free.scheduler,
                 {Scheduler::kAlgorithm1, Scheduler::kScopes2015, Scheduler::kExact});
  const auto foldings =
      ChoicesFor(passes.folding, base.folding, free.folding, std::vector<bool>{true, false});
  std::vector<CompilerPasses> alternatives;
  for (const HalfVectors half_vectors : SizesFor(passes.half_vectors, can_be_half)) {
    for (const Scheduler scheduler : schedulers) {
      for (const bool folding : foldings) {
        for (const Packing packing : packings) {
          for (const Fusion fusion : fusions) {
            CompilerPasses one = passes;
            one.half_vectors = half_vectors;
            one.scheduler = scheduler;
            one.folding = folding;
            one.packing = packing;
            one.fusion = fusion;
            one.freedom = {};
            one.freedom.prologue = prologue;
            // What was asked for stands as it is; nvec has refused what does not go together.
            const bool asked = scheduler == passes.scheduler && folding == passes.folding &&
                               packing == passes.packing && fusion == passes.fusion;
            if (asked || !ConflictIn(one)) alternatives.push_back(std::move(one));
          }
        }
      }
    }
  }
  return alternatives;
}

}  // namespace nve
