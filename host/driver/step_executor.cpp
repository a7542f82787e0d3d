// SPDX-License-Identifier: Apache-2.0
// Execution of the steps: see step_executor.hpp.
#include "host/driver/step_executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace nve {

StepExecutor::StepExecutor(Bus& bus, const std::vector<TileAddress>& tiles, const Binary& binary,
                           ExecutorOptions options, StepObserver observer)
    : bus_(bus),
      binary_(binary),
      options_(std::move(options)),
      observer_(std::move(observer)),
      memory_(bus, binary, options_.board, options_.max_descriptor_bytes),
      queues_(WorksOf(binary)),
      tasks_(tiles.size()) {
  for (size_t i = 0; i < tiles.size(); ++i) {
    tiles_.push_back(std::make_unique<TileDriver>(bus, tiles[i], static_cast<int>(i), binary,
                                                  memory_, options_.table_by));
  }
  CheckCores();
}

void StepExecutor::CheckCores() const {
  for (size_t work = 0; work < queues_.works().size(); ++work) {
    const int core = WorkOf(work).core;
    if (core == StepWork::kProcessor) continue;
    if (core < 0 || core >= static_cast<int>(tiles_.size())) {
      throw DriverError(fmt::format("{} (program {}): the platform has {} core(s), from 0 on",
                                    NameOf(work), ProgramOf(work), tiles_.size()));
    }
  }
}

void StepExecutor::Run(const FeatureMaps& picture, const std::string& name) {
  records_.clear();
  queues_.Restart();
  for (const auto& tile : tiles_) tile->Reset();
  notes_ = memory_.image().PutPicture(picture, name);
  options_.prepare(memory_.image());
  while (!queues_.finished()) {
    if (const std::optional<size_t> next = queues_.Next()) {
      Begin(*next);
    } else {
      WaitForSome();
    }
  }
}

FeatureMaps StepExecutor::Output() const { return Maps(binary_.output_planes); }

FeatureMaps StepExecutor::Maps(const std::vector<int>& planes) const {
  return memory_.image().ReadPlanes(planes);
}

void StepExecutor::Begin(size_t work) {
  queues_.Begin(work);
  if (const auto* run = std::get_if<RunStep>(&binary_.steps[WorkOf(work).step])) {
    BeginRun(work, *run);
    return;
  }
  for (const PlaneRegion& border : WorkOf(work).writes) memory_.image().Clear(border);
  queues_.End(work);
}

void StepExecutor::BeginRun(size_t work, const RunStep& step) {
  const auto tile = static_cast<size_t>(step.core);
  Task& task = tasks_[tile];
  task.work = work;
  task.record = records_.size();
  records_.push_back({.step_index = WorkOf(work).step,
                      .program = step.program,
                      .core = step.core,
                      .start_cycle = bus_.Now(),
                      .end_cycle = 0,
                      .traffic = {}});
  observer_.started(records_.back());
  OnTile(tile, [&] { tiles_[tile]->Start(step, options_.feed.value_or(step.feed)); });
  task.deadline = bus_.Now() + options_.step_timeout_cycles;
}

void StepExecutor::WaitForSome() {
  uint64_t lines = 0;
  uint64_t deadline = UINT64_MAX;
  for (size_t tile = 0; tile < tiles_.size(); ++tile) {
    if (!tiles_[tile]->busy()) continue;
    lines |= tiles_[tile]->PendingInterrupts();
    deadline = std::min(deadline, tasks_[tile].deadline);
  }
  NVE_CHECK(deadline != UINT64_MAX, "no step runs and none may begin");
  const uint64_t now = bus_.Now();
  const uint64_t risen = now < deadline ? bus_.WaitInterrupt(lines, deadline - now) : 0;
  if (risen == 0) TimeOut();
  for (size_t tile = 0; tile < tiles_.size(); ++tile) {
    if (tiles_[tile]->busy() && (tiles_[tile]->PendingInterrupts() & risen) != 0) Poll(tile);
  }
}

void StepExecutor::Poll(size_t tile) {
  bool done = false;
  OnTile(tile, [&] { done = tiles_[tile]->PollDone(); });
  if (!done) return;
  StepRecord& record = records_[tasks_[tile].record];
  record.end_cycle = bus_.Now();
  record.traffic = tiles_[tile]->traffic();
  observer_.ended(record);
  queues_.End(tasks_[tile].work);
}

// Registers are accessed outside of the handler: the bus may be a coroutine's.
void StepExecutor::OnTile(size_t tile, const std::function<void()>& act) {
  std::string failure;
  try {
    act();
    return;
  } catch (const DriverError& error) {
    failure = error.what();
  }
  observer_.failed(static_cast<int>(tile));
  const std::string stopping = StopTiles([tile](size_t other) { return other == tile; });
  const size_t work = tasks_[tile].work;
  throw DriverError(
      fmt::format("{} (program {}): {}{}", NameOf(work), ProgramOf(work), failure, stopping));
}

std::string StepExecutor::StopTiles(const std::function<bool(size_t tile)>& kept) {
  std::string problems;
  for (size_t tile = 0; tile < tiles_.size(); ++tile) {
    if (!tiles_[tile]->busy() || kept(tile)) continue;
    try {
      tiles_[tile]->Stop();
    } catch (const DriverError& error) {
      problems += fmt::format("\n{} was not stopped: {}", NameOf(tasks_[tile].work), error.what());
    }
  }
  return problems;
}

void StepExecutor::TimeOut() {
  const uint64_t now = bus_.Now();
  const auto late = [&](size_t tile) { return tasks_[tile].deadline <= now; };
  size_t first = 0;
  while (!tiles_[first]->busy() || !late(first)) ++first;
  observer_.failed(static_cast<int>(first));
  const std::string text = Describe();
  const std::string stopping = StopTiles(late);
  throw DriverError(
      fmt::format("time-out after {} cycles: {}{}", options_.step_timeout_cycles, text, stopping));
}

std::string StepExecutor::NameOf(size_t work) const {
  const size_t number = WorkOf(work).step;
  const auto& step = std::get<RunStep>(binary_.steps[number]);
  const Program& program = binary_.programs[static_cast<size_t>(step.program)];
  const auto layer = static_cast<size_t>(program.layer);
  const std::string of_layer =
      layer < binary_.layers.size() ? fmt::format(", layer {}", binary_.layers[layer].name) : "";
  return fmt::format("core {}{}, step {}", step.core, of_layer, number);
}

const std::string& StepExecutor::ProgramOf(size_t work) const {
  const auto& step = std::get<RunStep>(binary_.steps[WorkOf(work).step]);
  return binary_.programs[static_cast<size_t>(step.program)].name;
}

std::string StepExecutor::Describe() {
  std::string text;
  for (size_t tile = 0; tile < tiles_.size(); ++tile) {
    if (!tiles_[tile]->busy()) continue;
    text += fmt::format("{}{}: {}", text.empty() ? "" : "\n", NameOf(tasks_[tile].work),
                        tiles_[tile]->Describe());
  }
  return text.empty() ? "no step is in execution" : text + DescribeWaiting();
}

// Of every core the next step.
std::string StepExecutor::DescribeWaiting() const {
  constexpr size_t kMostNamed = 4;
  std::string text;
  for (const size_t head : queues_.Heads()) {
    const std::set<size_t> holding = queues_.Holding(head);
    if (holding.empty()) continue;
    text += fmt::format("\n{} waits for", NameOf(head));
    size_t named = 0;
    for (const size_t work : holding) {
      if (named == kMostNamed) break;
      const StepWork& waited = WorkOf(work);
      text +=
          fmt::format("{} step {} of core {}", named++ == 0 ? "" : ",", waited.step, waited.core);
    }
    if (named < holding.size()) text += fmt::format(" and {} more", holding.size() - named);
  }
  return text;
}

}  // namespace nve
