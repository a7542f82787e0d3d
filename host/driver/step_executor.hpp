// SPDX-License-Identifier: Apache-2.0
// Executes the steps of a binary on one or more tiles.
//
// Steps are taken in order. A run step starts as soon as its core is free and no step still
// running reads or writes a plane it writes, or writes a plane it reads; so steps of different
// cores overlap where the data allow it, and one core works strictly in order.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "host/driver/tile_driver.hpp"

namespace nve {

struct ExecutorOptions {
  std::optional<Feed> feed;  ///< instead of the steps'
  uint64_t max_descriptor_bytes = dma::kMaxLength;
  Board board;
  /// Called once the picture is in memory, before the first step.
  std::function<void(MemoryImage&)> prepare = [](MemoryImage&) {};
  uint64_t step_timeout_cycles = 200'000'000;  ///< a step that needs longer is an error
};

/// A run step in execution or ended, for reports.
struct StepRecord {
  size_t step_index = 0;
  int program = 0;
  int core = 0;
  uint64_t start_cycle = 0;  ///< the driver began to prepare it
  uint64_t end_cycle = 0;    ///< its output was in the planes
  StepTraffic traffic;
};

/// Told of every run step, in the processor's thread.
struct StepObserver {
  std::function<void(const StepRecord&)> started = [](const StepRecord&) {};
  std::function<void(const StepRecord&)> ended = [](const StepRecord&) {};
};

class StepExecutor {
 public:
  /// Places the binary in memory. `binary` must outlive this; its steps may use as many cores as
  /// there are tiles (DriverError otherwise).
  StepExecutor(Bus& bus, const std::vector<TileAddress>& tiles, const Binary& binary,
               ExecutorOptions options, StepObserver observer);

  /// Resets the tiles, puts the picture in and executes all steps. May be called again. `name`
  /// is the picture's in messages.
  void Run(const FeatureMaps& picture, const std::string& name);

  /// How the picture of the last Run was cropped, if it was.
  const std::vector<std::string>& notes() const { return notes_; }

  /// The maps of the last layer.
  FeatureMaps Output() const;

  /// The maps in the planes `planes`.
  FeatureMaps Maps(const std::vector<int>& planes) const;

  const std::vector<StepRecord>& records() const { return records_; }

  /// What every busy tile waits for.
  std::string Describe();

 private:
  // Planes a step in execution uses.
  struct Use {
    std::set<int> reads;
    std::set<int> writes;
    bool ConflictsWith(const Use& other) const;
  };
  static Use UseOf(const RunStep& step);

  void RunOne(size_t step_index, const RunStep& step);
  void WaitUntil(const std::function<bool()>& ready);
  bool Conflicts(const Use& use) const;
  void PollAll();

  Bus& bus_;
  const Binary& binary_;
  ExecutorOptions options_;
  StepObserver observer_;
  BinaryMemory memory_;
  std::vector<std::unique_ptr<TileDriver>> tiles_;
  std::vector<Use> uses_;        // by tile, of the step in execution
  std::vector<size_t> current_;  // by tile, record of the step in execution
  std::vector<StepRecord> records_;
  std::vector<std::string> notes_;
};

}  // namespace nve
