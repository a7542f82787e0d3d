// SPDX-License-Identifier: Apache-2.0
// One co-simulation: a binary's steps executed by the platform's processor, with statistics per
// layer.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/images/maps.hpp"
#include "host/cosim/timeline.hpp"
#include "host/driver/step_executor.hpp"
#include "host/lockstep/cycle_counts.hpp"
#include "host/lockstep/mismatch_data.hpp"
#include "host/platform/platform.hpp"
#include "program/binary.hpp"
#include "program/schedule_result.hpp"
#include "report/result/run_result.hpp"

namespace nve {

/// What one tile did, or several.
struct TileCounts {
  CycleCounts core;
  CycleUseCounts uses{};
  std::array<AxiCounts, kTilePorts> axi;  ///< by TilePort

  TileCounts& operator+=(const TileCounts& other);
  TileCounts operator-(const TileCounts& earlier) const;
};

/// What the tiles did for one layer or one program, or in all.
struct LayerStatistics {
  std::string name;
  int64_t macs = 0;            ///< of the layer's definition
  int64_t pixels = 0;          ///< of it: every input pixel needed and every output pixel, once
  int64_t elapsed_cycles = 0;  ///< from the first step's preparation to the last step's end
  /// Of the total, to the last end of those that write into the first strip of the output; 0: none
  /// has.
  int64_t first_strip_cycles = 0;
  int64_t step_cycles = 0;    ///< sum over the steps; more if steps of several tiles overlap
  int64_t steady_cycles = 0;  ///< iterations times the length of the repeated part
  int64_t bound_cycles = 0;   ///< iterations times its proved lower bound
  TileCounts counts;          ///< from the beginning to the end of each of its steps
  StepTraffic traffic;        ///< sums
  int64_t steps = 0;
};

/// Result of the lockstep of all tiles together.
struct LockstepSummary {
  bool enabled = false;
  uint64_t cycles = 0;        ///< compared
  uint64_t still_cycles = 0;  ///< of them those in which a tile stood still
  uint64_t mismatches = 0;    ///< 0 or 1: the first one ends the run
  int64_t cycle_delta = 0;    ///< cycles the RTL needed more than the golden model, in any state
};

class Session {
 public:
  struct Options {
    PlatformOptions platform;
    ExecutorOptions executor;      ///< its board is the platform's
    std::string input_name;        ///< of the picture, in messages
    std::string reproduce;         ///< command line for reports of failures
    std::string seed;              ///< of made-up weights, for the same
    std::vector<int> keep_layers;  ///< layers whose maps are read at the end
    Timeline* timeline = nullptr;  ///< gets the run's events; outlives the session
  };

  /// Elaborates the platform; `binary` and `picture` must outlive the session. Several sessions may
  /// be made before RunAll.
  Session(const std::string& name, const Binary& binary, const FeatureMaps& picture,
          Options options);

  /// Runs the clock of all sessions until each has finished or failed.
  static void RunAll();

  /// Whether clock or driver ended the session early.
  bool Failed() const {
    return platform_->fabric().failure() != nullptr || platform_->processor().failure() != nullptr;
  }

  /// What ended the session early, or that lockstep compared nothing or the cycle counts differ,
  /// and at what work; nothing if all is well. Throws what ended it if that is no failure of the
  /// hardware: InputError, InternalError.
  std::optional<FailureOfRun> Failure() const;

  const Platform& platform() const { return *platform_; }
  Platform& platform() { return *platform_; }
  const FeatureMaps& output() const { return output_; }
  /// The maps of the layers asked for, in their order.
  const std::vector<FeatureMaps>& layer_maps() const { return layer_maps_; }
  const std::vector<std::string>& notes() const { return notes_; }

  std::vector<LayerStatistics> Layers() const;
  /// By program, in the binary's order; without MACs and pixels, which belong to layers.
  std::vector<LayerStatistics> Programs() const;
  LayerStatistics Total() const;
  LockstepSummary Lockstep() const;
  std::vector<CoreOfRun> Cores() const;
  /// The programs that run.
  std::vector<ScheduleOfRun> Schedules() const { return SchedulesOf(binary_); }
  /// Use of FIFOs and ports over time; nothing if the platform does not count it.
  std::optional<UseOfRun> Use() const;

  /// The first difference, if there is one.
  std::optional<MismatchOfRun> Mismatch() const;

 private:
  // A step with the statistics of its core at its beginning and the difference at its end.
  struct Step {
    StepRecord record;
    TileCounts counts;
    bool ended = false;
  };

  // The sums over the steps of which `index` names the entry of `sums`. Steps of hand-written
  // programs may belong to no layer.
  std::vector<Named<int64_t>> CoreWaterfalls() const;
  void AddSteps(std::vector<LayerStatistics>& sums,
                const std::function<size_t(const StepRecord&)>& index) const;
  TileCounts CountsOf(int tile) const;
  // Its name, or "(none)" in a binary without layer names.
  std::string LayerOf(const Program& program) const;
  void AddToTimeline(const StepRecord& record);
  void Execute(Bus& bus);
  StepObserver Observer();
  MismatchContext ContextOf(int tile) const;
  // When and at what work the session ended.
  FailureOfRun Circumstances() const;

  const Binary& binary_;
  const FeatureMaps& picture_;
  Options options_;
  std::unique_ptr<Platform> platform_;
  std::vector<Step> steps_;  // in order of their beginning
  FeatureMaps output_;
  std::vector<FeatureMaps> layer_maps_;
  std::vector<std::string> notes_;
  std::string driver_view_;                 // what the driver waited for at a standstill
  std::optional<FailureOfRun> at_failure_;  // circumstances as the driver found a failure
};

}  // namespace nve
