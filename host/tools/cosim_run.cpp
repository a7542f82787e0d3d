// SPDX-License-Identifier: Apache-2.0
// Runs of the platform: see cosim_run.hpp.
#include "host/tools/cosim_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <utility>

#include "arch/machine_result.hpp"
#include "base/cli/progress.hpp"
#include "host/axi/faults.hpp"
#include "host/cosim/results_table.hpp"
#include "host/cosim/session_result.hpp"
#include "host/cosim/timeline.hpp"
#include "host/tools/cosim_output.hpp"
#include "host/tools/wave_recorder.hpp"
#include "host/waves/wave_room.hpp"
#include "program/board.hpp"
#include "program/host_memory.hpp"
#include "program/step_selection.hpp"

namespace nve {
namespace {

std::unique_ptr<TileModel> MakeModel(const CosimOptions& o, bool mover, int tile) {
  if (!WritesWaves(o, tile)) return mover ? MakeMoverTile() : MakeTile();
  const WaveOptions waves = tile == o.wave_core ? WavesOf(o) : WaveOptions{};
  return mover ? MakeTracedMoverTile(waves) : MakeTracedTile(waves);
}

void CheckCore(const CosimOptions& o, const char* option, int core, int cores) {
  if (core < cores) return;
  throw UsageError(o, fmt::format("{}: found {}, allowed: 0 to {}, a core of this platform; see "
                                  "--cores",
                                  option, core, cores - 1));
}

// Cores of the platform: those of the steps, or more.
int PlatformCores(const CosimOptions& o, const Binary& binary) {
  const std::set<int> with_steps = CoresOf(binary.steps);
  const int used = with_steps.empty() ? 1 : *with_steps.rbegin() + 1;
  if (used > Board::kMaxTiles) {
    throw InputError({o.binary, 0, ""}, fmt::format("the steps use {} cores, allowed: 1 to {}",
                                                    used, Board::kMaxTiles));
  }
  if (o.cores && *o.cores < used) {
    throw UsageError(o, fmt::format("--cores: found {}, allowed: {} to {}, the steps of {} use {} "
                                    "cores",
                                    *o.cores, used, Board::kMaxTiles, o.binary, used));
  }
  const int cores = o.cores.value_or(used);
  CheckCore(o, "--wave-core", o.wave_core, cores);
  CheckCore(o, "--fault-core", o.fault_core, cores);
  return cores;
}

// The steps as the driver will execute them must fit the board's memory.
void CheckMemory(const CosimOptions& o, const Binary& binary, const Board& board) {
  CheckHostMemory(o.feed.empty() ? binary : WithFeed(binary, FeedOf(o.feed)), o.binary, board);
}

std::optional<Timeline> TimelineOf(const CosimOptions& o) {
  if (o.timeline.empty()) return std::nullopt;
  const NumberRange cycles = TimelineCyclesOf(o);
  return Timeline(cycles.first, cycles.last);
}

}  // namespace

void SayWhatRan(const CosimTask& task, RunResult& result) {
  const CosimOptions& o = task.options;
  result.tool = ToolName(o);
  result.command = ReproduceCommand(o);
  result.machine = arch::ResultOf(task.binary.machine);
  result.network = task.binary.network;
  result.binary = o.binary;
  result.input = o.Input();
  if (task.binary.forced) result.forced = true;
  if (!o.feed.empty()) {
    result.feed = o.feed;
  } else if (const auto feed = OnlyFeedOf(task.binary)) {
    result.feed = ToString(*feed);
  }
  if (!o.fault.empty()) {
    result.fault = o.fault;
    result.fault_core = o.fault_core;
  }
}

Session::Options SessionOptions(const CosimTask& task, bool lockstep) {
  const CosimOptions& o = task.options;
  Session::Options options;
  options.platform.tiles = PlatformCores(o, task.binary);
  options.platform.lockstep = lockstep;
  const bool mover = IsMover(o, task.binary);
  options.platform.mover = mover;
  options.platform.processor = o.platform.processor;
  options.platform.memory = ParseWatchedMemory(o);
  const Board& board = options.platform.memory.board;
  if (!o.fault.empty()) {
    options.platform.fault = FaultByName(o.fault, board);
    options.platform.fault.tile = o.fault_core;
  }
  options.platform.fabric.watchdog_cycles = o.watchdog;
  options.platform.fabric.evaluate_all = o.evaluate_all;
  if (o.max_cycles) options.platform.fabric.max_cycles = *o.max_cycles;
  options.platform.make_tile = [&o, mover](int tile) { return MakeModel(o, mover, tile); };
  if (!o.feed.empty()) options.executor.feed = FeedOf(o.feed);
  if (o.table == kTableByNames[1]) options.executor.table_by = TableBy::kRegisters;
  options.executor.max_descriptor_bytes = o.platform.max_descriptor;
  options.executor.prepare = task.prepare;
  options.keep_layers = task.layers;
  options.input_name = o.Input();
  options.reproduce = ReproduceCommand(o);
  options.seed = SeedOf(o, task.binary);
  return options;
}

void CheckTask(const CosimTask& task) {
  const Session::Options options = SessionOptions(task, !task.options.no_lockstep);
  CheckMemory(task.options, task.binary, options.platform.memory.board);
}

RunResult ResultOf(const CosimTask& task, const Session& session) {
  RunResult result = SessionResult(session);
  SayWhatRan(task, result);
  try {
    result.failure = session.Failure();
  } catch (const std::exception& error) {
    const bool refused = dynamic_cast<const InputError*>(&error) != nullptr;
    result.failure.emplace();
    result.failure->kind = refused ? kInputFailure : kToolFailure;
    result.failure->text = error.what();
    result.failure->reproduce = result.command;
    WriteResult(task.options, result);
    throw;
  }
  return result;
}

CosimRun RunPlatform(const CosimTask& task) {
  const CosimOptions& o = task.options;
  Session::Options options = SessionOptions(task, !o.no_lockstep);
  CheckMemory(o, task.binary, options.platform.memory.board);
  std::optional<Timeline> timeline = TimelineOf(o);
  options.timeline = timeline ? &*timeline : nullptr;
  ExpectBusErrorOf(WavesOf(o));  // the models open it
  Session session("platform", task.binary, task.picture, std::move(options));
  Progress progress("nve-cosim", 0, "cycles");
  WaveRecorder recorder(o, session.platform().fabric());
  session.platform().fabric().SetProgress([&](uint64_t cycle) {
    if (!recorder.replays()) progress.Update(static_cast<int64_t>(cycle));
    recorder.Update(cycle);
  });
  recorder.Update(0);
  Session::RunAll();
  const nlohmann::ordered_json waves = recorder.Finish(session.Failed());
  progress.Finish();
  if (timeline) WriteTimeline(o, *timeline, session.platform().fabric().cycle());
  if (session.Failed()) recorder.problems().Print();
  CosimRun run{.result = ResultOf(task, session)};
  if (!waves.is_null()) run.result.waves = waves;
  run.table = ResultsTable(run.result);
  run.maps = session.layer_maps();
  run.output = session.output();
  run.notes = session.notes();
  run.waves = recorder.problems();
  return run;
}

}  // namespace nve
