// SPDX-License-Identifier: Apache-2.0
#include "compiler/passes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nve {
namespace {

template <typename Names, typename Choice>
const char* NameOf(const Names& names, Choice choice) {
  return names[static_cast<size_t>(choice)];
}

}  // namespace

std::vector<PassChoice> ChoicesOf(const CompilerPasses& passes) {
  return {{"--scheduler", NameOf(kSchedulerNames, passes.scheduler)},
          {"--packing", NameOf(kPackingNames, passes.packing)},
          {"--folding", NameOf(kFoldingNames, passes.folding)},
          {"--fusion", NameOf(kFusionNames, passes.fusion)},
          {"--half-vectors", NameOf(kHalfVectorsNames, passes.half_vectors)},
          {"--max-maps-per-program", fmt::format("{}", passes.max_maps_per_program)},
          {"--prologue", NameOf(kPrologueNames, passes.explicit_prologue)}};
}

std::string OverridesText(const CompilerPasses& passes) {
  const std::vector<PassChoice> choices = ChoicesOf(passes);
  const std::vector<PassChoice> preset = ChoicesOf(*FindPreset(passes.name));
  std::string text;
  for (size_t k = 0; k < choices.size(); ++k) {
    if (choices[k].value == preset[k].value) continue;
    text += fmt::format(" {} {}", choices[k].option, choices[k].value);
  }
  return text;
}

std::optional<PassConflict> ConflictIn(const CompilerPasses& passes) {
  const bool exact = passes.scheduler == Scheduler::kExact;
  if (exact && !passes.folding) {
    return PassConflict{"--scheduler", "--folding",
                        "exact schedules are closed paths from one iteration into the next; "
                        "allowed: --folding on, or --scheduler algorithm1 or scopes2015"};
  }
  if (!exact && passes.packing == Packing::kAcross) {
    return PassConflict{"--scheduler", "--packing",
                        "Algorithm 1 schedules every output map by itself, so no word can reach "
                        "into the next; allowed: --packing off or words, or --scheduler exact"};
  }
  if (passes.fusion == Fusion::kOff && passes.max_maps_per_program > 0) {
    return PassConflict{"--fusion", "--max-maps-per-program",
                        "without fusion every output map has a program of its own; allowed: "
                        "--fusion in-order, greedy or fewest, or no --max-maps-per-program"};
  }
  return std::nullopt;
}

const std::vector<CompilerPasses>& Presets() {
  const auto ladder = [](const char* name, Scheduler scheduler, Packing packing, bool folding,
                         Fusion fusion) {
    return CompilerPasses{name, scheduler, packing, folding, fusion, HalfVectors::kNever,
                          0,    false,     {}};
  };
  static const std::vector<CompilerPasses> kPresets = {
      ladder("O0", Scheduler::kAlgorithm1, Packing::kOff, false, Fusion::kOff),
      ladder("O1", Scheduler::kAlgorithm1, Packing::kWords, false, Fusion::kOff),
      ladder("O2", Scheduler::kAlgorithm1, Packing::kWords, true, Fusion::kOff),
      ladder("O3", Scheduler::kAlgorithm1, Packing::kWords, true, Fusion::kGreedy),
      ladder("scopes2015", Scheduler::kScopes2015, Packing::kOff, true, Fusion::kInOrder),
      {"default",
       Scheduler::kExact,
       Packing::kAcross,
       true,
       Fusion::kFewest,
       HalfVectors::kAuto,
       0,
       false,
       {true, true, true, true, true}},
  };
  return kPresets;
}

const CompilerPasses* FindPreset(const std::string& name) {
  const auto found =
      std::find_if(Presets().begin(), Presets().end(),
                   [&](const CompilerPasses& passes) { return passes.name == name; });
  return found == Presets().end() ? nullptr : &*found;
}

}  // namespace nve
