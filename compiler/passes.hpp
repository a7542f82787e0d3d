// SPDX-License-Identifier: Apache-2.0
// Which optimisations run: every pass by itself, and presets that choose all of them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "compiler/schedule/sequence.hpp"

namespace nve {

enum class Scheduler {
  kAlgorithm1,  ///< Algorithm 1 per output map (thesis 4.3), maps one behind the other
  kScopes2015,  ///< the same, Algorithm 1 as SCOPES 2015 prints it
  kExact,       ///< the shortest register path of the whole program
};

enum class Fusion {
  kOff,      ///< one program per output map
  kInOrder,  ///< SCOPES 2015, algorithm 2
  kGreedy,   ///< thesis 5.3, algorithm 2
  kFewest,   ///< fewest stream words, exact where possible
};

enum class HalfVectors { kNever, kAuto, kAlways };

/// Which choices give way to others where a layer then takes fewer cycles. A choice that is not the
/// default preset's is somebody's wish and stays whatever stands here.
struct Freedom {
  bool scheduler = false;
  bool packing = false;
  bool folding = false;
  bool fusion = false;
  bool prologue = false;
};

struct CompilerPasses {
  std::string name;  ///< of the preset
  Scheduler scheduler = Scheduler::kExact;
  Packing packing = Packing::kAcross;
  bool folding = true;  ///< modulo scheduling: the iterations overlap (thesis 5.2)
  Fusion fusion = Fusion::kFewest;
  /// Whether windows of height 1 run on the eight lanes of port B; kAuto: where that takes fewer
  /// cycles.
  HalfVectors half_vectors = HalfVectors::kAuto;
  int max_maps_per_program = 0;  ///< 0 = as many as fit
  /// Prologue and epilogue as code where they fit the instruction buffer, in place of EXTRA passes.
  bool explicit_prologue = false;
  Freedom freedom;
};

/// The choices of the passes by name, in the order of the enumerations.
inline constexpr std::array<const char*, 3> kSchedulerNames = {"algorithm1", "scopes2015", "exact"};
inline constexpr std::array<const char*, 3> kPackingNames = {"off", "words", "across"};
inline constexpr std::array<const char*, 2> kFoldingNames = {"off", "on"};
inline constexpr std::array<const char*, 4> kFusionNames = {"off", "in-order", "greedy", "fewest"};
inline constexpr std::array<const char*, 3> kHalfVectorsNames = {"never", "auto", "always"};
inline constexpr std::array<const char*, 2> kPrologueNames = {"kernel-only", "explicit"};

/// A pass as nvec's options say it.
struct PassChoice {
  std::string option;  ///< "--packing"
  std::string value;   ///< "words"
};

/// Every choice made, in the order of CompilerPasses.
std::vector<PassChoice> ChoicesOf(const CompilerPasses& passes);

/// " --packing words": the choices that are not those of the preset named.
std::string OverridesText(const CompilerPasses& passes);

/// Two options that exclude each other.
struct PassConflict {
  std::string option;
  std::string other;
  std::string reason;  ///< why, and what is allowed
};
std::optional<PassConflict> ConflictIn(const CompilerPasses& passes);

/// -O0, -O1, -O2, -O3 (the four bars of thesis figures 36 and 37), scopes2015, and ours.
const std::vector<CompilerPasses>& Presets();

/// The preset of that name; nullptr if there is none.
const CompilerPasses* FindPreset(const std::string& name);

}  // namespace nve
