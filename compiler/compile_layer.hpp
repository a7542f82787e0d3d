// SPDX-License-Identifier: Apache-2.0
// One layer to scheduled programs, with passes that leave nothing open: groups, schedules,
// prologues.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "compiler/fusion/grouping.hpp"
#include "compiler/passes.hpp"
#include "compiler/schedule/ladder.hpp"
#include "compiler/schedule/optimal.hpp"
#include "convnet/network.hpp"

namespace nve {

/// A program before code: what it computes and when.
struct ScheduledProgram {
  Group outputs;                ///< positions in the layer's list of output maps
  std::vector<int> input_maps;  ///< maps of the layer before, in stream order
  CertifiedSchedule scheduled;
  bool explicit_prologue = false;  ///< where it fits
};

struct ScheduledLayer {
  Grouping grouping;
  std::vector<ScheduledProgram> programs;
  int64_t cycles = 0;  ///< predicted, of the finished programs (program)
};

/// Schedules shapes of a layer's window, each once, with passes that leave no choice open.
class ShapeScheduler {
 public:
  ShapeScheduler(const Layer& layer, const CompilerPasses& passes, const arch::Sizes& sizes);
  const Window& window() const { return window_; }
  const CertifiedSchedule& Of(const ProgramShape& shape) { return EntryOf(shape).scheduled; }
  /// Instructions of an explicit prologue and epilogue; 0: the program stays kernel-only.
  int RampInstructions(const ProgramShape& shape);
  /// Least cycles of an iteration, all programs of the layer together, however its maps are
  /// grouped.
  int LeastInterval(const Layer& layer) const;
  /// Whether a program of one output map of so many inputs fits the machine.
  bool MapFits(int inputs);
  /// Whether every output map of the layer has a program that fits the machine.
  bool EveryMapFits(const Layer& layer);

 private:
  struct Entry {
    CertifiedSchedule scheduled;
    std::optional<int> ramp_instructions;
  };
  Entry& EntryOf(const ProgramShape& shape);

  Window window_;
  int out_width_;
  Scheduler kind_;
  Packing packing_;
  bool folding_;
  std::map<std::vector<std::vector<int>>, Entry> entries_;  // by the inputs of every output
};

/// No programs of these passes take fewer cycles, however the maps are grouped.
int64_t LeastCycles(const Layer& layer, const CompilerPasses& passes,
                    const ShapeScheduler& scheduler);

/// The programs of a layer, every output map of which fits alone, with passes that leave nothing
/// open but the prologue; `scheduler` is of the same passes.
ScheduledLayer ScheduleLayer(const Layer& layer, const CompilerPasses& passes,
                             ShapeScheduler& scheduler);

}  // namespace nve
