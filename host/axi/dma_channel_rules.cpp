// SPDX-License-Identifier: Apache-2.0
// Rules of both channels: see dma_channel_rules.hpp.
#include "host/axi/dma_channel_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nve {

using namespace dma;

void DmaChannelRules::Clear() {
  for (const DmaTask& task : tasks_) {
    if (task.loads_list && task.BrokenRule() == nullptr) maps_.Forget(task);
  }
  tasks_.clear();
  first_ = walked_ = 0;
  in_task_ = false;
  row_left_ = 0;
}

DmaTask* DmaChannelRules::ListToRead() {
  for (DmaTask& task : tasks_) {
    if (task.BrokenRule() != nullptr) return nullptr;
    if (task.loads_list && !task.ListIsRead()) return &task;
  }
  return nullptr;
}

const DmaTask* DmaChannelRules::Find(uint32_t address) const {
  const auto found = std::find_if(tasks_.begin(), tasks_.end(),
                                  [&](const DmaTask& task) { return task.address == address; });
  return found == tasks_.end() ? nullptr : &*found;
}

void DmaChannelRules::LeaveTask() {
  in_task_ = false;
  row_left_ = 0;
  ++walked_;
}

// The descriptor at which the walk stands is one with rows. False if it must not be run.
bool DmaChannelRules::BeginTask() {
  const DmaTask& task = tasks_[walked_ - first_];
  blocked_by_ = task.BrokenRule();
  if (blocked_by_ != nullptr) return false;
  row_.Begin(task, maps_);
  in_task_ = true;
  return true;
}

bool DmaChannelRules::NextRow() {
  blocked_by_ = nullptr;
  if (in_task_ && !row_.Next()) LeaveTask();
  while (!in_task_) {
    if (walked_ >= first_ + tasks_.size()) return false;
    const DmaTask& task = tasks_[walked_ - first_];
    if (!task.loads_list || task.BrokenRule() != nullptr) {
      if (!BeginTask()) return false;
    } else if (task.ListIsRead()) {
      maps_.Load(task);
      ++walked_;
    } else {
      blocked_by_ = "D6";
      return false;
    }
  }
  row_begins_ = true;
  row_left_ = tasks_[walked_ - first_].length;
  row_known_ = row_.known();
  row_address_ = row_.address();
  row_moves_ = !row_known_ || row_address_ % bus_bytes_ == 0;
  if (!row_moves_) blocked_by_ = "D4";
  return row_moves_;
}

void DmaChannelRules::BreakNoRow(const char* rule, const std::string& found) const {
  if (blocked_by_ == nullptr) Break(rule, found, "none, no fetched descriptor has room for it");
  const DmaTask& task = tasks_[walked_ - first_];
  Break(blocked_by_, found,
        fmt::format("none for the descriptor at 0x{:08x}, with {} bytes at 0x{:08x}{}",
                    task.address, task.length, row_left_ > 0 ? row_address_ : task.buffer,
                    task.stale ? " and Cmplt" : ""));
}

void DmaChannelRules::CheckBurst(const char* what, uint32_t address, uint32_t beats, bool fixed,
                                 uint32_t expected, uint32_t words) const {
  if (address != expected || beats > words) {
    Break("D6", fmt::format("{} {} words at 0x{:08x}", what, beats, address),
          fmt::format("at most {} at 0x{:08x}", words, expected));
  }
  if (!(fixed ? may_be_fixed_ : may_increment_)) {
    Break("D6", fmt::format("{} a {} burst", what, fixed ? "FIXED" : "INCR"),
          fixed ? "INCR without Keyhole" : "FIXED with Keyhole");
  }
}

bool DmaChannelRules::Report(uint32_t status) {
  const DmaTask& task = tasks_.front();
  const bool list = task.loads_list && task.BrokenRule() == nullptr;
  // The walk goes as far as it can without leaving this descriptor.
  if (walked_ == first_) {
    if (list) {
      if (task.ListIsRead()) maps_.Load(task);
    } else if (!in_task_ || (row_left_ == 0 && !row_.last())) {
      HaveRow();
    } else if (row_left_ == 0) {
      LeaveTask();
    }
  }
  const char* rule = nullptr;
  uint32_t expected = 0;
  if (walked_ == first_ && !list && blocked_by_ != nullptr && !HasFailed(first_)) {
    expected = kCompleted | kInternalError;
    if ((status & kInternalError) == 0) rule = blocked_by_;
  } else if (list) {
    expected = task.ListIsRead() ? kCompleted | task.length : 0;
  } else {
    expected = Expected(first_, task);
  }
  if (status != expected || task.stale) {
    if (rule == nullptr) rule = task.stale ? "D2" : RuleOf(status, expected);
    Break(rule, fmt::format("status 0x{:08x} of the descriptor at 0x{:08x}", status, task.address),
          task.stale || expected == 0 ? "none" : fmt::format("0x{:08x}", expected));
  }
  const bool packet = (status & kErrorBits) == 0 && EndsPacket(task, status);
  Retire(first_);
  tasks_.pop_front();
  ++first_;
  if (walked_ < first_) LeaveTask();
  return packet;
}

}  // namespace nve
