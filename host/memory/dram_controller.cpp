// SPDX-License-Identifier: Apache-2.0
// FR-FCFS over the bursts of several ports: see dram_controller.hpp.
#include "host/memory/dram_controller.hpp"

#include <algorithm>
#include <cmath>

namespace nve {
namespace {

constexpr uint64_t kNever = UINT64_MAX;

uint64_t Bit(int bank) { return uint64_t{1} << bank; }

}  // namespace

DramController::DramController(const MemoryConfig& config, ReadDone read_done,
                               WriteTaken write_taken)
    : config_(config),
      device_(config.dram),
      read_done_(std::move(read_done)),
      write_taken_(std::move(write_taken)),
      reads_(false, config.read_queue),
      writes_(true, config.write_queue),
      refresh_due_(static_cast<uint64_t>(config.dram.refi)) {}

void DramController::Arrive(Side& side, const Burst& burst) {
  const auto port = static_cast<size_t>(burst.port);
  if (side.arriving.size() <= port) {
    side.arriving.resize(port + 1);
    side.first.resize(port + 1, kNever);
  }
  side.arriving[port].push_back(burst);
  side.first[port] = side.arriving[port].front().arrival;
  side.next_arrival = std::min(side.next_arrival, side.first[port]);
}

// Rows lie one behind the other, a row of the next bank after a row of this one: row, bank, column
// from the top of the address down.
DramController::Place DramController::PlaceOf(uint64_t address) const {
  const uint64_t page = address / static_cast<uint64_t>(config_.dram.page_bytes);
  const auto banks = static_cast<uint64_t>(config_.dram.banks);
  return {static_cast<int>(page % banks), static_cast<int64_t>(page / banks)};
}

// Looks at no port before a burst of one arrives: with many cores that is most of the work.
void DramController::Admit(Side& side, uint64_t now) {
  if (side.next_arrival > now || side.queue.size() == side.capacity) return;
  size_t empty = 0;
  while (side.queue.size() < side.capacity && empty < side.first.size()) {
    const size_t number = side.next_port;
    side.next_port = number + 1 == side.first.size() ? 0 : number + 1;
    if (side.first[number] > now) {
      ++empty;
      continue;
    }
    empty = 0;
    std::deque<Burst>& port = side.arriving[number];
    const Burst burst = port.front();
    port.pop_front();
    side.first[number] = port.empty() ? kNever : port.front().arrival;
    side.queue.push_back({burst, now, waited_});
    side.next.push_back(PlaceOf(burst.address));
    if (!side.write) continue;
    write_taken_(burst.tag, now);
    answered_ = true;
  }
  side.next_arrival = *std::ranges::min_element(side.first);
}

uint64_t DramController::NextArrival() const {
  uint64_t next = kNever;
  for (const Side* side : {&reads_, &writes_}) {
    if (side->queue.size() < side->capacity) next = std::min(next, side->next_arrival);
  }
  return next;
}

void DramController::RunUntil(uint64_t end) {
  while (clock_ < end) Advance(end);
}

std::optional<uint64_t> DramController::RunToAnswer(uint64_t end) {
  while (clock_ < end) {
    const uint64_t now = clock_;
    Advance(end);
    if (answered_) return now;
  }
  return std::nullopt;
}

void DramController::Advance(uint64_t end) {
  answered_ = false;
  Admit(reads_, clock_);
  Admit(writes_, clock_);
  wait_.reset();
  const uint64_t step = Step(clock_);
  // An answer may bring the next burst: nothing is skipped before the caller has seen it.
  if (answered_) end = clock_;
  const uint64_t next = std::max(clock_ + 1, std::min({end, step, NextArrival()}));
  if (wait_) waited_[static_cast<size_t>(*wait_)] += next - clock_;
  statistics_.clocks = clock_ = next;
}

uint64_t DramController::Step(uint64_t now) {
  if (now >= refresh_due_) {
    wait_ = MemoryWait::kRefresh;
    return StepRefresh(now);
  }
  Side& side = ChooseSide();
  if (side.queue.empty()) return refresh_due_;
  const uint64_t column = StepColumn(side, now);
  if (side.write) wait_ = MemoryWait::kWrites;
  if (column <= now) return now + 1;
  wait_ = WaitOf(side, now);
  const uint64_t row = StepRow(side, now);
  if (row <= now) return now + 1;
  return std::min({column, row, refresh_due_});
}

std::optional<MemoryWait> DramController::WaitOf(const Side& side, uint64_t now) const {
  if (now < refresh_end_) return MemoryWait::kRefresh;
  const bool turned = served_ == 0 && statistics_.turnarounds > 0;
  if (turned && std::max(gap_end_, device_.BusReady(side.write)) > now) {
    return MemoryWait::kTurnaround;
  }
  if (side.write) return MemoryWait::kWrites;
  const Place& oldest = side.next.front();
  const bool open = device_.OpenRow(oldest.bank) == oldest.row;
  const uint64_t bus = std::max(gap_end_, device_.BusReady(false));
  if (!open || (ColumnReady(side, oldest) > now && bus <= now)) return MemoryWait::kRow;
  return std::nullopt;
}

uint64_t DramController::StepRefresh(uint64_t now) {
  if (device_.AnyOpen()) {
    const uint64_t ready = device_.ReadyToPrechargeAll();
    if (ready <= now) device_.PrechargeAll(now);
    return std::max(ready, now + 1);
  }
  const uint64_t ready = device_.ReadyToRefresh();
  if (ready > now) return ready;
  device_.Refresh(now);
  ++statistics_.refreshes;
  statistics_.refresh_clocks += static_cast<uint64_t>(config_.dram.rfc);
  refresh_due_ += static_cast<uint64_t>(config_.dram.refi);
  refresh_end_ = now + static_cast<uint64_t>(config_.dram.rfc);
  return now + 1;
}

DramController::Side& DramController::ChooseSide() {
  Side& other = side_ == &reads_ ? writes_ : reads_;
  const bool over = side_->queue.empty() || served_ >= config_.batch_bursts;
  if (over && !other.queue.empty()) {
    side_ = &other;
    served_ = 0;
    ++statistics_.turnarounds;
    gap_end_ =
        device_.BusReady(side_->write) + static_cast<uint64_t>(config_.turnaround_gap_clocks);
  }
  return *side_;
}

uint64_t DramController::ColumnReady(const Side& side, const Place& place) const {
  return std::max(device_.ReadyForColumn(place.bank, side.write), gap_end_);
}

uint64_t DramController::StepColumn(Side& side, uint64_t now) {
  uint64_t next = kNever;
  uint64_t hits = 0;
  const uint64_t last_in_time =
      side.queue.front().admitted + static_cast<uint64_t>(config_.max_wait_clocks);
  const bool late = now > last_in_time;
  if (!late) next = last_in_time + 1;
  for (size_t i = 0; i < side.next.size(); ++i) {
    const Place& place = side.next[i];
    if (late && i > 0 && place.bank == side.next.front().bank) continue;
    if (device_.OpenRow(place.bank) != place.row) continue;
    if ((hits & Bit(place.bank)) != 0) continue;  // as early as the burst before it
    hits |= Bit(place.bank);
    const uint64_t ready = ColumnReady(side, place);
    if (ready <= now) {
      GiveColumn(side, i, now);
      return now;
    }
    next = std::min(next, ready);
  }
  hits_ = hits;
  return next;
}

uint64_t DramController::StepRow(Side& side, uint64_t now) {
  uint64_t next = kNever;
  uint64_t seen = hits_;  // only the oldest burst of a bank moves its row
  for (const Place& place : side.next) {
    if ((seen & Bit(place.bank)) != 0) continue;
    seen |= Bit(place.bank);
    const bool closed = device_.OpenRow(place.bank) == DramDevice::kClosed;
    const uint64_t ready =
        closed ? device_.ReadyToActivate(place.bank) : device_.ReadyToPrecharge(place.bank);
    next = std::min(next, ready);
    if (ready > now) continue;
    if (closed) {
      device_.Activate(place.bank, place.row, now);
      ++statistics_.activates;
    } else {
      device_.Precharge(place.bank, now);
      ++statistics_.conflicts;
    }
    return now;
  }
  return next;
}

// One column command moves what of the burst lies in its aligned block.
void DramController::GiveColumn(Side& side, size_t index, uint64_t now) {
  Entry& entry = side.queue[index];
  const auto block = static_cast<uint64_t>(config_.dram.AccessBytes());
  const uint64_t moved = std::min(entry.burst.bytes, block - entry.burst.address % block);
  const int bank = side.next[index].bank;
  const uint64_t end = side.write ? device_.Write(bank, now) : device_.Read(bank, now);
  ++statistics_.column_commands;
  last_ = {now, static_cast<double>(moved), side.write};
  moved_.Of(side.write) += last_.bytes;
  entry.burst.address += moved;
  entry.burst.bytes -= moved;
  if (entry.burst.bytes > 0) {
    side.next[index] = PlaceOf(entry.burst.address);
    return;
  }
  ++served_;
  if (side.write) {
    // Parts of a clock add up until they are one.
    write_gap_ = write_gap_ - std::floor(write_gap_) + config_.write_gap_clocks;
    gap_end_ = now + static_cast<uint64_t>(config_.dram.ccd) + static_cast<uint64_t>(write_gap_);
  } else {
    MemoryWaits waits;
    for (size_t i = 0; i < kMemoryWaits; ++i) waits[i] = waited_[i] - entry.before[i];
    read_done_(entry.burst.tag, end, waits);
    answered_ = true;
  }
  side.queue.erase(side.queue.begin() + static_cast<std::ptrdiff_t>(index));
  side.next.erase(side.next.begin() + static_cast<std::ptrdiff_t>(index));
}

MovedBytes DramController::Moved(double clock) const {
  const auto clocks = static_cast<double>(std::max(config_.dram.bl, config_.dram.ccd));
  const double left = 1 - (clock - static_cast<double>(last_.clock)) / clocks;
  MovedBytes moved = moved_;
  moved.Of(last_.write) -= last_.bytes * std::clamp(left, 0.0, 1.0);
  return moved;
}

}  // namespace nve
