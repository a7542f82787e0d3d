// SPDX-License-Identifier: Apache-2.0
// Executes the steps of a binary on one or more tiles.
//
// Every core works its steps in their order. A step waits for the earlier ones that touch the same
// bytes of a plane, one of the two writing (program/step_dependencies.hpp), and no step waits for
// another core's otherwise. The processor prepares one step at a time, the lowest that may begin
// (program/step_queues.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "host/driver/tile_driver.hpp"
#include "program/step_queues.hpp"

namespace nve {

struct ExecutorOptions {
  std::optional<Feed> feed;  ///< instead of the steps'
  TableBy table_by = TableBy::kStream;
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
  /// A step of a core has failed, or takes too long; the cores at work have not been stopped yet.
  std::function<void(int core)> failed = [](int) {};
};

class StepExecutor {
 public:
  /// Places the binary in memory. `binary` must outlive this; its steps may use as many cores as
  /// there are tiles (DriverError otherwise).
  StepExecutor(Bus& bus, const std::vector<TileAddress>& tiles, const Binary& binary,
               ExecutorOptions options, StepObserver observer);

  /// Resets the tiles, puts the picture in and executes all steps. May be called again. `name`
  /// is the picture's in messages. If a step fails, the DriverError names its core, layer and
  /// number; its tile is left as it is, and the others are stopped.
  void Run(const FeatureMaps& picture, const std::string& name);

  /// How the picture of the last Run was cropped, if it was.
  const std::vector<std::string>& notes() const { return notes_; }

  /// The maps of the last layer.
  FeatureMaps Output() const;

  /// The maps in the planes `planes`.
  FeatureMaps Maps(const std::vector<int>& planes) const;

  /// In the order in which the steps began.
  const std::vector<StepRecord>& records() const { return records_; }

  /// What every busy tile waits for, and which steps have to wait for which.
  std::string Describe();

 private:
  // What a tile does.
  struct Task {
    size_t work = 0;
    size_t record = 0;
    uint64_t deadline = 0;  // cycle in which it must have ended
  };

  void CheckCores() const;
  const StepWork& WorkOf(size_t work) const { return queues_.works()[work]; }
  void Begin(size_t work);
  void BeginRun(size_t work, const RunStep& step);
  void WaitForSome();
  void Poll(size_t tile);
  // Calls `act`, which uses a tile. If it fails, stops the others and says where.
  void OnTile(size_t tile, const std::function<void()>& act);
  // Stops busy tiles but those `kept`; what went wrong in that, as the end of a message.
  std::string StopTiles(const std::function<bool(size_t tile)>& kept);
  [[noreturn]] void TimeOut();
  // "core 0, layer L1, step 3"
  std::string NameOf(size_t work) const;
  const std::string& ProgramOf(size_t work) const;
  std::string DescribeWaiting() const;

  Bus& bus_;
  const Binary& binary_;
  ExecutorOptions options_;
  StepObserver observer_;
  BinaryMemory memory_;
  std::vector<std::unique_ptr<TileDriver>> tiles_;
  StepQueues queues_;
  std::vector<Task> tasks_;  // by tile, of the step in execution
  std::vector<StepRecord> records_;
  std::vector<std::string> notes_;
};

}  // namespace nve
