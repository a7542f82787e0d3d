// SPDX-License-Identifier: Apache-2.0
// The rules of a DMA's descriptors in one channel: what must become of each fetched one. Both
// channels walk over the descriptors in the order of the fetches, and report them in that order.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>

#include "host/axi/dma_rule_context.hpp"
#include "host/axi/dma_task.hpp"

namespace nve {

/// What both channels have. Descriptors are numbered from the last Clear() on.
class DmaChannelRules {
 public:
  /// `place` names the channel in messages, `bus_bytes` is the width of its data.
  DmaChannelRules(const DmaRuleContext& context, const char* place, uint32_t bus_bytes)
      : context_(&context), place_(place), bus_bytes_(bus_bytes) {}
  DmaChannelRules(const DmaChannelRules&) = delete;
  DmaChannelRules& operator=(const DmaChannelRules&) = delete;
  virtual ~DmaChannelRules() = default;

  /// Nothing of what was fetched is left. A list that was being read is unknown from now on.
  virtual void Clear();

  void Fetched(DmaTask task) { tasks_.push_back(std::move(task)); }

  /// The list that is to be read next; nullptr if there is none.
  DmaTask* ListToRead();

  /// The oldest descriptor without status has this address.
  bool IsNext(uint32_t address) const {
    return !tasks_.empty() && tasks_.front().address == address;
  }

  /// A descriptor without status at this address, nullptr if there is none.
  const DmaTask* Find(uint32_t address) const;

  /// STATUS of the oldest descriptor is being written. True if a packet ends with it.
  bool Report(uint32_t status);

  /// Every fetched descriptor has its status.
  bool Done() const { return tasks_.empty(); }

  /// Bursts are under way.
  virtual bool Moves() const = 0;

  /// The burst types that Keyhole, as far as it is known, allows.
  void AllowBursts(bool fixed, bool increments) {
    may_be_fixed_ = fixed;
    may_increment_ = increments;
  }

  const char* place() const { return place_; }

 protected:
  [[noreturn]] void Break(const char* rule, const std::string& found,
                          const std::string& allowed) const {
    context_->Break(rule, place_, found, allowed);
  }

  /// Makes the row in which the data go on the current one. False if there is none.
  bool HaveRow() { return row_left_ > 0 ? row_moves_ : NextRow(); }

  /// The walk leaves its descriptor, whatever rows are left.
  void LeaveTask();

  /// Data for which there is no row.
  [[noreturn]] void BreakNoRow(const char* rule, const std::string& found) const;

  void CheckBurst(const char* what, uint32_t address, uint32_t beats, bool fixed, uint32_t expected,
                  uint32_t words) const;

  /// What the status of a descriptor must be. CheckFailed if it is too early for one.
  virtual uint32_t Expected(uint64_t number, const DmaTask& task) const = 0;
  virtual bool EndsPacket(const DmaTask& task, uint32_t status) const = 0;
  /// The descriptor's data have come to an error on the bus.
  virtual bool HasFailed(uint64_t number) const = 0;
  /// The rule of a status that is not as expected.
  virtual const char* RuleOf(uint32_t status, uint32_t expected) const = 0;
  /// The status of the descriptor is right.
  virtual void Retire(uint64_t number) = 0;

  const DmaRuleContext* context_;
  const char* place_;
  uint32_t bus_bytes_;
  std::deque<DmaTask> tasks_;  // without status
  uint64_t first_ = 0;         // number of tasks_.front()
  uint64_t walked_ = 0;        // number of the descriptor in which the data go on
  DmaRowWalk row_;
  bool row_begins_ = false;  // no data of the row yet
  bool row_known_ = true;    // false: any address would do
  uint32_t row_address_ = 0;
  uint32_t row_left_ = 0;  // bytes

 private:
  bool NextRow();
  bool BeginTask();

  bool in_task_ = false;  // the walk is in a row of its descriptor
  bool row_moves_ = true;
  const char* blocked_by_ = nullptr;  // the rule that holds the walk at its descriptor
  DmaMapList maps_;
  bool may_be_fixed_ = false;
  bool may_increment_ = true;
};

}  // namespace nve
