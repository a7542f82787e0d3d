// A memory port: one address and one word per cycle and direction, answers in the order of the
// addresses, a limited number of reads under way (docs/memory.md, section 1).
#pragma once

#include <algorithm>

#include "model/transfer/dma_profile.hpp"
#include "model/transfer/memory_times.hpp"

namespace nve::transfer {

/// Masters that write.
inline constexpr int kDescriptorMaster = 0;
inline constexpr int kOutputMaster = 2;

/// First and last word of a burst on the port.
struct ReadAnswer {
  Cycle first = 0;
  Cycle last = 0;
};

/// The read side.
class ReadPort {
 public:
  ReadPort(int number, MemoryTimes& memory) : number_(number), memory_(memory) {}

  /// When an address offered from cycle `want` on is the port's. Masters that offer theirs in the
  /// same cycle find the same room: the second follows the first.
  Cycle Accept(Cycle want) const {
    const int64_t oldest = last_words_.count() - kPortAcceptance;
    if (std::max(want, last_words_.At(oldest - 1) + 1) <= address_) return address_ + 1;
    return std::max(want, last_words_.At(oldest) + 1);
  }

  /// A burst whose address became the port's in cycle `now`.
  ReadAnswer Read(Cycle now, uint64_t address, int64_t beats, int64_t beat_bytes) {
    address_ = now;
    const Cycle ready = memory_.Answer(
        {.port = number_, .write = false, .address = address, .bytes = beats * beat_bytes}, now);
    const Cycle first = std::max(ready, last_words_.Last() + 1);
    last_words_.Push(first + beats - 1);
    return {first, first + beats - 1};
  }

 private:
  int number_;
  MemoryTimes& memory_;
  Cycle address_ = kLongAgo;  // the last one
  History<2 * kPortAcceptance> last_words_;
};

/// The write side: one word per cycle, bursts in the order of their addresses.
class WritePort {
 public:
  WritePort(int number, MemoryTimes& memory) : number_(number), memory_(memory) {}

  /// A burst whose address comes in cycle `now`: the cycle of its last word.
  Cycle Begin(Cycle now, int64_t beats, int master) {
    last_word_ = std::max(now, last_word_ + 1) + beats - 1;
    master_ = master;
    return last_word_;
  }
  /// Its response, once the last word has been written in cycle `now`.
  Cycle Response(Cycle now, uint64_t address, int64_t bytes) {
    return memory_.Answer({.port = number_, .write = true, .address = address, .bytes = bytes},
                          now);
  }
  /// Who wrote last: the other one's turn comes first.
  int master() const { return master_; }

 private:
  int number_;
  MemoryTimes& memory_;
  Cycle last_word_ = kLongAgo;
  int master_ = 0;
};

}  // namespace nve::transfer
