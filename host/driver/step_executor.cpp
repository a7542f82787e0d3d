// SPDX-License-Identifier: Apache-2.0
// Execution of the steps: see step_executor.hpp.
#include "host/driver/step_executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace nve {
namespace {

bool Intersect(const std::set<int>& a, const std::set<int>& b) {
  return std::any_of(a.begin(), a.end(), [&](int plane) { return b.contains(plane); });
}

void CollectPlanes(const std::vector<Transfer>& transfers, std::set<int>& planes) {
  for (const Transfer& transfer : transfers) {
    if (transfer.IsLoop()) {
      CollectPlanes(transfer.body, planes);
    } else if (transfer.object.kind == MemoryObject::Kind::kPlane) {
      planes.insert(transfer.object.index);
    }
  }
}

}  // namespace

bool StepExecutor::Use::ConflictsWith(const Use& other) const {
  return Intersect(writes, other.writes) || Intersect(writes, other.reads) ||
         Intersect(reads, other.writes);
}

StepExecutor::Use StepExecutor::UseOf(const RunStep& step) {
  Use use;
  CollectPlanes(step.input, use.reads);
  CollectPlanes(step.output, use.writes);
  return use;
}

StepExecutor::StepExecutor(Bus& bus, const std::vector<TileAddress>& tiles, const Binary& binary,
                           ExecutorOptions options, StepObserver observer)
    : bus_(bus),
      binary_(binary),
      options_(std::move(options)),
      observer_(std::move(observer)),
      memory_(bus, binary, options_.board, options_.max_descriptor_bytes),
      uses_(tiles.size()),
      current_(tiles.size()) {
  for (const AnyStep& step : binary.steps) {
    const auto* run = std::get_if<RunStep>(&step);
    if (run != nullptr && (run->core < 0 || run->core >= static_cast<int>(tiles.size()))) {
      throw DriverError(fmt::format("the steps use core {}, the platform has {} core(s)", run->core,
                                    tiles.size()));
    }
  }
  for (size_t i = 0; i < tiles.size(); ++i) {
    tiles_.push_back(
        std::make_unique<TileDriver>(bus, tiles[i], static_cast<int>(i), binary, memory_));
  }
}

void StepExecutor::Run(const FeatureMaps& picture, const std::string& name) {
  records_.clear();
  for (const auto& tile : tiles_) tile->Reset();
  notes_ = memory_.image().PutPicture(picture, name);
  options_.prepare(memory_.image());
  for (size_t i = 0; i < binary_.steps.size(); ++i) {
    if (const auto* run = std::get_if<RunStep>(&binary_.steps[i])) {
      RunOne(i, *run);
    } else {
      const int plane = std::get<ClearStep>(binary_.steps[i]).plane;
      const Use use{{plane}, {plane}};
      WaitUntil([&] { return !Conflicts(use); });
      memory_.image().Clear(plane);
    }
  }
  WaitUntil([&] {
    return std::none_of(tiles_.begin(), tiles_.end(),
                        [](const auto& tile) { return tile->busy(); });
  });
}

FeatureMaps StepExecutor::Output() const { return Maps(binary_.output_planes); }

FeatureMaps StepExecutor::Maps(const std::vector<int>& planes) const {
  return memory_.image().ReadPlanes(planes);
}

void StepExecutor::RunOne(size_t step_index, const RunStep& step) {
  TileDriver& tile = *tiles_[step.core];
  const Use use = UseOf(step);
  WaitUntil([&] { return !tile.busy() && !Conflicts(use); });
  uses_[step.core] = use;
  current_[step.core] = records_.size();
  records_.push_back({.step_index = step_index,
                      .program = step.program,
                      .core = step.core,
                      .start_cycle = bus_.Now(),
                      .end_cycle = 0,
                      .traffic = {}});
  observer_.started(records_.back());
  tile.Start(step, options_.feed.value_or(step.feed));
}

bool StepExecutor::Conflicts(const Use& use) const {
  for (size_t i = 0; i < tiles_.size(); ++i) {
    if (tiles_[i]->busy() && use.ConflictsWith(uses_[i])) return true;
  }
  return false;
}

void StepExecutor::PollAll() {
  for (size_t i = 0; i < tiles_.size(); ++i) {
    if (!tiles_[i]->busy() || !tiles_[i]->PollDone()) continue;
    StepRecord& record = records_[current_[i]];
    record.end_cycle = bus_.Now();
    record.traffic = tiles_[i]->traffic();
    observer_.ended(record);
  }
}

void StepExecutor::WaitUntil(const std::function<bool()>& ready) {
  const uint64_t deadline = bus_.Now() + options_.step_timeout_cycles;
  while (!ready()) {
    uint64_t lines = 0;
    for (const auto& tile : tiles_) {
      if (tile->busy()) lines |= tile->PendingInterrupts();
    }
    const uint64_t now = bus_.Now();
    if (now >= deadline || bus_.WaitInterrupt(lines, deadline - now) == 0) {
      throw DriverError(
          fmt::format("time-out after {} cycles: {}", options_.step_timeout_cycles, Describe()));
    }
    PollAll();
  }
}

std::string StepExecutor::Describe() {
  std::string text;
  for (const auto& tile : tiles_) {
    if (!tile->busy()) continue;
    if (!text.empty()) text += '\n';
    text += tile->Describe();
  }
  return text.empty() ? "no step is in execution" : text;
}

}  // namespace nve
