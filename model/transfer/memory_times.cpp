// SPDX-License-Identifier: Apache-2.0
// A memory model driven from answer to answer: see memory_times.hpp.
#include "model/transfer/memory_times.hpp"

#include <algorithm>

#include "base/diagnostics/diagnostics.hpp"

namespace nve::transfer {
namespace {

// A port sees what a model found at the end of a cycle in the next one, and shows it in the one
// after that.
constexpr Cycle kTickToAnswer = 2;

// As far as a model runs at a time: of unknown ends no model has to know.
constexpr Cycle kStride = 1'000'000;

}  // namespace

void MemoryTimes::Ask(MemoryBurst& burst, Cycle now) {
  NVE_CHECK(now >= now_, "a burst comes after the memory's answer to it");
  if (burst.write) {
    model_->Write(burst, static_cast<uint64_t>(now));
  } else {
    model_->Read(burst, static_cast<uint64_t>(now));
  }
}

Cycle MemoryTimes::AnswerOf(const MemoryBurst& burst) const {
  if (burst.ready_cycle == MemoryBurst::kNever) return kUnknown;
  return std::max(static_cast<Cycle>(burst.ready_cycle), earliest_);
}

bool MemoryTimes::RunUntil(Cycle end) {
  while (deferred_ && now_ < end) {
    const Cycle stop = std::min(end, now_ + kStride);
    const auto answered = model_->RunToAnswer(static_cast<uint64_t>(stop));
    now_ = answered ? static_cast<Cycle>(*answered) : stop;
    if (!answered) continue;
    earliest_ = now_ + kTickToAnswer;
    return true;
  }
  return false;
}

MemoryEvents MemoryTimes::events() const {
  const MemoryStatistics all = model_->Statistics();
  return {.bursts = static_cast<int64_t>(all.reads + all.writes),
          .row_misses = static_cast<int64_t>(all.activates),
          .turnarounds = static_cast<int64_t>(all.turnarounds),
          .refreshes = static_cast<int64_t>(all.refreshes)};
}

MemoryEvents& MemoryEvents::operator+=(const MemoryEvents& other) {
  bursts += other.bursts;
  row_misses += other.row_misses;
  turnarounds += other.turnarounds;
  refreshes += other.refreshes;
  return *this;
}

MemoryEvents MemoryEvents::operator-(const MemoryEvents& earlier) const {
  return {bursts - earlier.bursts, row_misses - earlier.row_misses,
          turnarounds - earlier.turnarounds, refreshes - earlier.refreshes};
}

}  // namespace nve::transfer
