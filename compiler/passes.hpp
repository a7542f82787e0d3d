// Which optimisations run: presets and their parts.
#pragma once

#include <string>
#include <vector>

#include "compiler/schedule/ladder.hpp"

namespace nve {

enum class Scheduler {
  kLadder,  ///< Algorithm 1 per output map, maps one behind the other
  kExact,   ///< the shortest register path of the whole program
};

enum class Fusion {
  kNone,     ///< one program per output map
  kInOrder,  ///< SCOPES 2015, algorithm 2
  kGreedy,   ///< thesis 5.3, algorithm 2
  kFewest,   ///< fewest stream words, exact where possible
};

enum class HalfVectors { kNever, kAuto, kAlways };

struct CompilerPasses {
  std::string name;  ///< of the preset
  Scheduler scheduler = Scheduler::kExact;
  LadderOptions ladder;  ///< for Scheduler::kLadder
  Fusion fusion = Fusion::kFewest;
  /// Whether windows of height 1 run on the eight lanes of port B; kAuto: where that is faster.
  HalfVectors half_vectors = HalfVectors::kAuto;
  int max_maps_per_program = 0;  ///< 0 = as many as fit
  /// Prologue and epilogue as code where they fit the instruction buffer, in place of EXTRA passes.
  bool explicit_prologue = false;
};

/// -O0, -O1, -O2, -O3 (the four bars of thesis figures 36 and 37), scopes2015, and ours.
const std::vector<CompilerPasses>& Presets();

/// The preset of that name; nullptr if there is none.
const CompilerPasses* FindPreset(const std::string& name);

}  // namespace nve
