// SPDX-License-Identifier: Apache-2.0
// The code generator as a library: network and weights in, binary and report out.
#pragma once

#include <string>
#include <vector>

#include "arch/build_machine.hpp"
#include "compiler/best_partition.hpp"
#include "compiler/fastest_layer.hpp"
#include "compiler/partition/compute_bound.hpp"
#include "compiler/passes.hpp"
#include "compiler/steps/plane_layout.hpp"
#include "compiler/verify/verifier.hpp"
#include "convnet/network.hpp"
#include "convnet/weights.hpp"
#include "program/binary.hpp"

namespace nve {

/// How one layer is compiled, in place of what holds for all.
struct LayerPlan {
  CompilerPasses passes;
  Partition partition;  ///< of at most all cores; it need not fill them
  Feed feed = Feed::kContiguous;
};

struct CompileOptions {
  CompilerPasses passes = *FindPreset("default");
  Feed feed = Feed::kContiguous;
  Vectors vectors = Vectors::kVertical;
  int pictures = 1;  ///< computed by one run of the steps, program by program
  arch::Machine machine = arch::BuildMachine();
  int cores = 1;
  PartitionChoice partition = {};
  LayoutChoice layout = {};
  /// Strips of the last layer by band, as BandsOf takes them; empty: layer after layer. With bands
  /// `partition` is chosen anew for each band, with plans too.
  std::vector<int> bands = {};
  CostOfSteps cost = BusiestCoreCost;  ///< which partition a choice of several takes
  /// By layer; empty: `passes`, `partition` and `feed` hold for all.
  std::vector<LayerPlan> plans = {};
};

/// What is known of the grouping of a layer's output maps into programs.
enum class GroupingProof {
  kNone,     ///< of the sources: no bound was sought
  kBounded,  ///< others might move fewer words, none less than the bound
  kMinimal,  ///< no other moves fewer words, coefficients four to a word
};
inline constexpr const char* kGroupingProofNames[] = {"none", "bounded", "minimal"};

/// What the report says of a layer, per strip of 16 output rows (reference formulas:
/// docs/code-generation.md).
struct LayerReport {
  std::string name;
  int ii = 0;  ///< cycles of the repeated part, summed over the programs
  int outputs_per_iteration = 0;
  int bound = 0;             ///< sum of the programs' proved lower bounds
  bool optimal = false;      ///< every program's ii equals its bound
  double mac_per_instr = 0;  ///< multiply-accumulates per instruction executed in a strip
  int64_t data_words_per_strip = 0;
  /// What no grouping of the maps gets below; 0: not sought.
  int64_t data_words_bound = 0;
  GroupingProof grouping_proof = GroupingProof::kNone;
  int64_t code_words = 0;
  int programs = 0;
  int kernel_only = 0;              ///< programs without prologue and epilogue code
  int loads = 0;                    ///< input maps loaded, summed over the programs
  Partition partition;              ///< of the last band
  Layout layout = Layout::kPlanes;  ///< of its output maps
  int idle_cores = 0;               ///< that have no unit of the layer
  ComputeBound bound_on_cores;      ///< of the best partition, for all pictures
  LayerAlternative chosen;
  std::vector<LayerAlternative> alternatives;  ///< compared; empty: there was no choice
};

struct CompileResult {
  Binary binary;
  std::vector<CertifiedSchedule> schedules;  ///< one per program
  std::vector<ProgramIntent> intents;        ///< one per program
  std::vector<LayerReport> layers;
};

/// Compiles layer by layer with the passes asked for. Every program
/// is verified; a program that fails is an InternalError. A network the machine cannot run is an
/// InputError that names the buffer or register, what is needed, what is there and what would fit.
/// A fixed partition that a layer's programs and strips do not fill is one, too; other choices
/// leave cores idle.
CompileResult Compile(const Network& network, const Weights& weights,
                      const CompileOptions& options);

}  // namespace nve
