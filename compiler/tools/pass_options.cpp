// SPDX-License-Identifier: Apache-2.0
// A preset first, then the passes given by themselves, then what contradicts.
#include "compiler/tools/pass_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/cli/number_options.hpp"
#include "base/cli/word_options.hpp"
#include "base/diagnostics/diagnostics.hpp"

namespace nve {
namespace {

template <size_t kCount>
CLI::Validator OneOf(const std::array<const char*, kCount>& names) {
  return nve::OneOf(std::vector<std::string>(names.begin(), names.end()));
}

/// The choice of that name; `preset` if none was given.
template <typename Choice, size_t kCount>
Choice ChoiceOf(const std::string& given, const std::array<const char*, kCount>& names,
                Choice preset) {
  const auto found = std::find(names.begin(), names.end(), given);
  return found == names.end() ? preset : static_cast<Choice>(found - names.begin());
}

/// "--fusion off (preset O2)"
std::string ChoiceText(const std::string& option, const CompilerPasses& passes) {
  const std::vector<PassChoice> choices = ChoicesOf(passes);
  const std::vector<PassChoice> preset = ChoicesOf(*FindPreset(passes.name));
  size_t k = 0;
  while (choices[k].option != option) ++k;
  const bool of_preset = choices[k].value == preset[k].value;
  return fmt::format("{} {}{}", option, choices[k].value,
                     of_preset ? fmt::format(" (preset {})", passes.name) : "");
}

}  // namespace

void DeclarePasses(CLI::App& app, PassOptions& options) {
  std::vector<std::string> presets;
  for (const CompilerPasses& passes : Presets()) presets.push_back(passes.name);
  auto* preset = app.add_option("--preset", options.preset,
                                "passes to run: O0 to O3 (the ladder of the thesis), scopes2015, "
                                "default (exact schedules, fewest words)")
                     ->check(nve::OneOf(presets));
  app.add_option("-O,--optimize", options.level,
                 "0 plain, 1 with coefficient packing, 2 with modulo scheduling, 3 with fusion: "
                 "the same as --preset O0 to O3")
      ->transform(Count(0, 3))
      ->excludes(preset);
  app.add_option("--scheduler", options.scheduler,
                 "in place of the preset's: algorithm1 (thesis, map by map), scopes2015 (its other "
                 "text), exact (whole programs, the least interval)")
      ->check(OneOf(kSchedulerNames));
  app.add_option("--packing", options.packing,
                 "in place of the preset's: off (four coefficients to a word), words (shorter "
                 "words where that helps), across (words that maps and iterations share)")
      ->check(OneOf(kPackingNames));
  app.add_option("--folding", options.folding,
                 "in place of the preset's: on (modulo scheduling), off (iterations one after the "
                 "other)")
      ->check(OneOf(kFoldingNames));
  app.add_option("--fusion", options.fusion,
                 "in place of the preset's: off (a program per output map), in-order (SCOPES "
                 "2015), greedy (thesis), fewest (fewest words moved)")
      ->check(OneOf(kFusionNames));
  app.add_option("--half-vectors", options.half_vectors,
                 "in place of the preset's: for kernels of height 1 never, always, or auto (where "
                 "that is faster)")
      ->check(OneOf(kHalfVectorsNames));
  app.add_option("--max-maps-per-program", options.max_maps,
                 "at most so many output maps in a program; 0 = as many as fit")
      ->transform(Count(0, std::numeric_limits<int>::max()));
  app.add_option("--prologue", options.prologue,
                 "how overlapped iterations fill and drain: kernel-only (extra passes of the "
                 "repeated part), explicit (code of its own, where it fits the instruction buffer)")
      ->check(OneOf(kPrologueNames));
}

std::vector<std::string> PresetOptionNames() {
  return {"--preset",  "--optimize", "--scheduler",   "--packing",
          "--folding", "--fusion",   "--half-vectors"};
}

CompilerPasses ParsePasses(const PassOptions& options) {
  CompilerPasses passes =
      *FindPreset(options.level < 0 ? options.preset : fmt::format("O{}", options.level));
  passes.scheduler = ChoiceOf(options.scheduler, kSchedulerNames, passes.scheduler);
  passes.packing = ChoiceOf(options.packing, kPackingNames, passes.packing);
  passes.folding = ChoiceOf(options.folding, kFoldingNames, passes.folding);
  passes.fusion = ChoiceOf(options.fusion, kFusionNames, passes.fusion);
  passes.half_vectors = ChoiceOf(options.half_vectors, kHalfVectorsNames, passes.half_vectors);
  passes.max_maps_per_program = options.max_maps;
  Freedom& freedom = passes.freedom;
  freedom.scheduler = freedom.scheduler && options.scheduler.empty();
  freedom.packing = freedom.packing && options.packing.empty();
  freedom.folding = freedom.folding && options.folding.empty();
  freedom.fusion = freedom.fusion && options.fusion.empty();
  freedom.prologue = freedom.prologue && options.prologue.empty();
  passes.explicit_prologue = ChoiceOf(options.prologue, kPrologueNames, passes.explicit_prologue);
  if (const std::optional<PassConflict> conflict = ConflictIn(passes)) {
    throw InputError(fmt::format("{} and {} contradict each other: {}",
                                 ChoiceText(conflict->option, passes),
                                 ChoiceText(conflict->other, passes), conflict->reason));
  }
  return passes;
}

PassesOfCompile PassesResult(const CompilerPasses& passes) {
  const auto name = [](const auto& names, auto choice) {
    return names[static_cast<size_t>(choice)];
  };
  return {name(kSchedulerNames, passes.scheduler),       name(kPackingNames, passes.packing),
          name(kFoldingNames, passes.folding),           name(kFusionNames, passes.fusion),
          name(kHalfVectorsNames, passes.half_vectors),  passes.max_maps_per_program,
          name(kPrologueNames, passes.explicit_prologue)};
}

}  // namespace nve
