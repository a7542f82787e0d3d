// SPDX-License-Identifier: Apache-2.0
// Unrolling, tracing back from what is in use, and cutting off the empty ends.
#include "compiler/buffer/ramps.hpp"

#include <algorithm>
#include <array>

#include "compiler/buffer/operation_code.hpp"

namespace nve {
namespace {

/// The operation of a slot in a cycle of the unrolled passes.
struct Unrolled {
  const Placed* placed = nullptr;
  bool needed = false;
};

/// EXTRA passes of prologue, one pass that stands for the repeated part, EXTRA passes of epilogue.
class Unrolling {
 public:
  explicit Unrolling(const Schedule& schedule)
      : schedule_(schedule),
        ii_(schedule.length),
        kernel_(schedule.extra * schedule.length),
        end_(kernel_ + ii_ + kernel_) {
    for (std::vector<Unrolled>& slot : slots_) slot.resize(static_cast<size_t>(end_));
    for (const Placed& placed : schedule.operations) {
      for (int time = placed.cycle; time < end_; time += ii_) {
        const bool suppressed = placed.operation.kind == OpKind::kAct  ? time < kernel_
                                : placed.operation.kind == OpKind::kWr ? time >= kernel_ + ii_
                                                                       : false;
        if (!suppressed) At(placed.operation.slot, time).placed = &placed;
      }
    }
    for (int time = 0; time < end_; ++time) {
      const bool repeated = time >= kernel_ && time < kernel_ + ii_;
      for (int slot = 0; slot < kSlots; ++slot) {
        const Placed* placed = At(static_cast<Slot>(slot), time).placed;
        if (placed == nullptr) continue;
        const OpKind kind = placed->operation.kind;
        if (repeated || kind == OpKind::kAct || kind == OpKind::kWr) {
          Need(static_cast<Slot>(slot), time);
        }
      }
    }
  }

  /// Instructions of the cycles [begin, end); the epilogue's passes are numbered as if the repeated
  /// part ran once, so `later` passes are added to theirs.
  std::vector<Instruction> Emit(int begin, int end, int later, const Allocation& allocation) {
    std::vector<Instruction> code(static_cast<size_t>(end - begin));
    for (int time = begin; time < end; ++time) {
      for (int slot = 0; slot < kSlots; ++slot) {
        const Unrolled& unrolled = At(static_cast<Slot>(slot), time);
        if (!unrolled.needed) continue;
        const Placed& placed = *unrolled.placed;
        const int iteration = time / ii_ + later - placed.stage;
        SetOperation(code[static_cast<size_t>(time - begin)], placed.operation,
                     schedule_.shape.window,
                     FixedAddress(allocation, placed.operation.ref, iteration));
      }
    }
    return code;
  }

  /// The first cycle of the prologue that is not empty, but no read sooner after the initial part's
  /// last write than a read may be.
  int PrologueBegin() {
    int begin = 0;
    while (begin < kernel_ && IsEmpty(begin)) ++begin;
    int read = begin;
    while (read < kernel_ && !IsRead(read)) ++read;
    return std::clamp(read - (arch::kLatencyWrToRd - 1), 0, begin);
  }
  int PrologueEnd() const { return kernel_; }
  int EpilogueBegin() const { return kernel_ + ii_; }
  /// Just behind the last cycle that is not empty.
  int EpilogueEnd() {
    int end = end_;
    while (end > EpilogueBegin() && IsEmpty(end - 1)) --end;
    return end;
  }

 private:
  Unrolled& At(Slot slot, int time) {
    return slots_[static_cast<size_t>(slot)][static_cast<size_t>(time)];
  }

  bool IsEmpty(int time) {
    for (int slot = 0; slot < kSlots; ++slot) {
      if (At(static_cast<Slot>(slot), time).needed) return false;
    }
    return true;
  }

  bool IsRead(int time) {
    for (const Slot slot : {Slot::kMemA, Slot::kMemB}) {
      const Unrolled& unrolled = At(slot, time);
      if (unrolled.needed && unrolled.placed->operation.kind == OpKind::kRd) return true;
    }
    return false;
  }

  /// Time of the latest operation of a slot at or before `time` for which `makes` holds; -1: none.
  template <typename Makes>
  int Latest(Slot slot, int time, Makes makes) {
    while (time >= 0 &&
           (At(slot, time).placed == nullptr || !makes(At(slot, time).placed->operation.kind))) {
      --time;
    }
    return time;
  }

  int LatestAny(Slot slot, int time) {
    return Latest(slot, time, [](OpKind) { return true; });
  }

  void NeedLatest(Slot slot, int time) {
    const int found = LatestAny(slot, time);
    if (found >= 0) Need(slot, found);
  }

  void NeedPort(Slot port, int taker) {
    const int read = Latest(port, taker - arch::kLatencyRdToSet,
                            [](OpKind kind) { return kind == OpKind::kRd; });
    if (read >= 0) Need(port, read);
  }

  void Need(Slot slot, int time) {
    Unrolled& unrolled = At(slot, time);
    if (unrolled.needed) return;
    unrolled.needed = true;
    switch (unrolled.placed->operation.kind) {
      case OpKind::kAct:
        NeedSum(time - arch::kLatencySetrbToAct);
        break;
      case OpKind::kMac:
        NeedLatest(Slot::kIreg, time - arch::kLatencySetToMac);
        NeedLatest(Slot::kWreg, time - arch::kLatencySetToMac);
        break;
      case OpKind::kSetRb:
        NeedLatest(Slot::kWreg, time - arch::kLatencySetToMac);
        break;
      case OpKind::kSetRw:
        NeedPort(Slot::kMemA, time);
        break;
      case OpKind::kSetRi:
        NeedPort(Slot::kMemA, time);
        NeedPort(Slot::kMemB, time);
        // In a machine with stride 2 in the lanes a set moves the old pixels down.
        if (schedule_.shape.window.LaneStride() != 1) NeedLatest(Slot::kIreg, time - 1);
        break;
      case OpKind::kSetshRi:
      case OpKind::kSetshHiRi:
        NeedPort(Slot::kMemB, time);
        NeedLatest(Slot::kIreg, time - 1);
        break;
      case OpKind::kShRi:
        NeedLatest(Slot::kIreg, time - 1);
        break;
      case OpKind::kShRw:
        NeedLatest(Slot::kWreg, time - 1);
        break;
      case OpKind::kRd:
      case OpKind::kWr:
        break;
    }
  }

  /// The sum handed over by the latest `set rb` at or before `time`: its macs and its bias.
  void NeedSum(int time) {
    const auto is_set_rb = [](OpKind kind) { return kind == OpKind::kSetRb; };
    const int handed = Latest(Slot::kVmac, time, is_set_rb);
    if (handed < 0) return;
    Need(Slot::kVmac, handed);
    const int begun = Latest(Slot::kVmac, handed - 1, is_set_rb);
    for (int cycle = std::max(0, begun); cycle < handed; ++cycle) {
      if (At(Slot::kVmac, cycle).placed != nullptr) Need(Slot::kVmac, cycle);
    }
  }

  const Schedule& schedule_;
  int ii_;
  int kernel_;  // cycle in which the repeated part begins
  int end_;
  std::array<std::vector<Unrolled>, kSlots> slots_;
};

}  // namespace

Ramps ExplicitRamps(const Schedule& schedule, const Allocation& allocation, int iterations) {
  if (iterations <= schedule.extra) return {};
  Unrolling unrolling(schedule);
  const int later = iterations - schedule.extra - 1;
  Ramps ramps;
  ramps.passes = schedule.extra;
  ramps.prologue =
      unrolling.Emit(unrolling.PrologueBegin(), unrolling.PrologueEnd(), 0, allocation);
  ramps.epilogue =
      unrolling.Emit(unrolling.EpilogueBegin(), unrolling.EpilogueEnd(), later, allocation);
  const int size = schedule.Instructions() + ramps.Instructions();
  return size <= schedule.shape.window.sizes.instruction_words ? ramps : Ramps{};
}

}  // namespace nve
