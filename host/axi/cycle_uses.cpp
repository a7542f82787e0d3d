// SPDX-License-Identifier: Apache-2.0
// Uses of cycles: see cycle_uses.hpp.
#include "host/axi/cycle_uses.hpp"

#include <algorithm>
#include <utility>

namespace nve {
namespace {

// What makes a gap longer, in the order in which it is charged.
constexpr std::array<std::pair<MemoryWait, CycleUse>, kMemoryWaits> kReasons = {{
    {MemoryWait::kRefresh, CycleUse::kRefresh},
    {MemoryWait::kRow, CycleUse::kRow},
    {MemoryWait::kTurnaround, CycleUse::kTurnaround},
    {MemoryWait::kWrites, CycleUse::kWrites},
}};

CycleUse UseOfState(arch::State state) {
  if (state == arch::State::kLoad || state == arch::State::kTable) return CycleUse::kLoad;
  if (state == arch::State::kInitial) return CycleUse::kInitial;
  return state == arch::State::kRepeat ? CycleUse::kRepeat : CycleUse::kFinal;
}

}  // namespace

void CycleUses::Count(const CycleView& view) {
  const Port port = Delayed(view);
  last_ = UseOf(view, port);
  first_word_ |= view.word_taken;
}

// What the port did before is forgotten after kPortToCore cycles.
void CycleUses::CountIdle(bool copying, int64_t cycles) {
  const CycleView view = {.copying = copying};
  const int64_t first = std::min<int64_t>(cycles, kPortToCore);
  for (int64_t i = 0; i < first; ++i) Count(view);
  if (copying) {
    At(CycleUse::kCopy) += cycles - first;
  } else {
    idle_ += cycles - first;
  }
}

// Notes what the port does and returns what it did kPortToCore cycles ago.
CycleUses::Port CycleUses::Delayed(const CycleView& view) {
  const bool gap = view.read_open && !view.read_shown;
  if (gap_ && view.read_shown)
    waits_.push_back(view.waits != nullptr ? *view.waits : MemoryWaits{});
  gap_ = gap;
  const Port before = history_[next_];
  history_[next_] = view.read_shown ? Port::kWords : gap ? Port::kGap : Port::kNothing;
  next_ = next_ + 1 == kPortToCore ? 0 : next_ + 1;
  if (gap_seen_ && before != Port::kGap) EndGap();
  gap_seen_ = before == Port::kGap;
  return before;
}

CycleUse CycleUses::UseOf(const CycleView& view, Port port) {
  if (view.state == arch::State::kIdle) return Idle(view);
  ran_ = true;
  At(CycleUse::kHost) += std::exchange(idle_, 0);
  CycleUse use = UseOfState(view.state);
  if (view.stall == arch::Stall::kOutput) {
    use = CycleUse::kOutput;
  } else if (view.stall == arch::Stall::kInput) {
    use = CycleUse::kDescriptors;
    if (!first_word_) {
      use = CycleUse::kRamp;
    } else if (port == Port::kGap) {
      ++stalled_;
      return CycleUse::kLatency;
    } else if (port == Port::kWords) {
      use = CycleUse::kTransfer;
    }
  }
  ++At(use);
  return use;
}

CycleUse CycleUses::Idle(const CycleView& view) {
  if (view.copying) {
    ++At(CycleUse::kCopy);
    return CycleUse::kCopy;
  }
  ++idle_;
  if (!ran_ || !view.output_moves) return CycleUse::kHost;
  At(CycleUse::kDrain) += std::exchange(idle_, 0);
  return CycleUse::kDrain;
}

void CycleUses::EndGap() {
  MemoryWaits waits{};
  if (!waits_.empty()) {
    waits = waits_.front();
    waits_.pop_front();
  }
  for (const auto& [wait, use] : kReasons) {
    const auto part = std::min(stalled_, static_cast<int64_t>(waits[static_cast<size_t>(wait)]));
    At(use) += part;
    stalled_ -= part;
  }
  At(CycleUse::kLatency) += std::exchange(stalled_, 0);
}

void CycleUses::MarkStep() {
  counts_ = Counts();
  stalled_ = idle_ = 0;
  first_word_ = ran_ = false;
}

CycleUseCounts CycleUses::Counts() const {
  CycleUseCounts counts = counts_;
  counts[static_cast<size_t>(CycleUse::kLatency)] += stalled_;
  counts[static_cast<size_t>(CycleUse::kHost)] += idle_;
  return counts;
}

}  // namespace nve
