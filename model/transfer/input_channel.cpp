// SPDX-License-Identifier: Apache-2.0
// Read bursts and their words: see input_channel.hpp.
#include "model/transfer/input_channel.hpp"

#include <algorithm>
#include <utility>

#include "nve_isa.hpp"

namespace nve::transfer {

InputChannel::InputChannel(const DmaProfile& profile, ChannelWork work, ReadPort& port,
                           int64_t fifo_words)
    : profile_(profile), source_(profile, std::move(work)), port_(port), fifo_words_(fifo_words) {}

bool InputChannel::BeginCommand() {
  const Command* command = source_.Front();
  if (command == nullptr) return false;
  // Every command looks for room among the open descriptors, also those that begin none.
  const Cycle status = status_.At(descriptors_ - kOpenDescriptors);
  if (status == kUnknown) return false;
  const Cycle free = std::max(last_address_, status + 1);
  const Cycle aged = command->pushed + profile_.command_to_ar - 1;
  command_ = *command;
  begin_ = std::max(free, aged) + 1;
  late_ = std::max<Cycle>(0, aged - free);
  if (fresh_) ++descriptors_;
  fresh_ = command_.last;
  active_ = true;
  source_.Take(begin_ - 1);
  return true;
}

Cycle InputChannel::NextRead() {
  next_ = kUnknown;
  if (!active_ && !BeginCommand()) return kUnknown;
  if (command_.mark) {
    taken_ = next_ = std::max(begin_, After(last_words_.At(asked_bursts_ - 1)));
    return next_;
  }
  const auto page = static_cast<int64_t>(command_.address % kBurstBoundary);
  beats_ = std::min({int64_t{kMaxBurst}, (kBurstBoundary - page) / arch::kWordBytes,
                     command_.bytes / arch::kWordBytes});
  const int64_t end = asked_words_ + beats_;
  const Cycle room = entered_.At(end - 1 - profile_.read_words);
  const Cycle slot = last_words_.At(asked_bursts_ - profile_.read_bursts);
  if (room == kUnknown || slot == kUnknown) return kUnknown;
  const Cycle other = std::max({last_address_, room, slot}) + 1;
  const Acceptance acceptance = port_.Accept(std::max(begin_, other), kInputMaster);
  taken_ = acceptance.taken;
  next_ = acceptance.passed;
  late_ = std::min(late_, std::max<Cycle>(0, begin_ - other));
  return next_;
}

void InputChannel::CommitRead() {
  last_address_ = taken_;
  if (command_.mark) {
    active_ = false;
    end_words_.Push(asked_words_);
    marks_.Push(next_ + profile_.store_and_forward);
    return;
  }
  const int64_t number =
      port_.Read(next_, command_.address, beats_, arch::kWordBytes, kInputMaster);
  waiting_.push_back({number, beats_, late_});
  ++asked_bursts_;
  asked_words_ += beats_;
  late_ = 0;
  command_.address += static_cast<uint64_t>(beats_ * arch::kWordBytes);
  command_.bytes -= beats_ * arch::kWordBytes;
  if (command_.bytes > 0) return;
  active_ = false;
  if (!command_.last) return;
  end_words_.Push(asked_words_);
  marks_.Push(kLongAgo);
}

void InputChannel::Collect() {
  for (; !waiting_.empty(); waiting_.pop_front()) {
    const Burst& burst = waiting_.front();
    const Cycle last = port_.LastWord(burst.number);
    if (last == kUnknown) return;
    last_words_.Push(last);
    for (int64_t i = 0; i < burst.beats; ++i) {
      read_.Push(last - burst.beats + 1 + i + profile_.store_and_forward);
      late_words_.Push(i == 0 ? burst.late : 0);
    }
  }
}

void InputChannel::Enter() {
  while (EndDescriptors() && entered_.count() < read_.count()) {
    const int64_t word = entered_.count();
    const Cycle room = popped_.At(word - fifo_words_);
    if (room == kUnknown) return;
    Cycle now = std::max({read_.At(word), entered_.Last() + 1, room + 1});
    if (end_words_.At(status_.count()) == word + 1) {
      const Cycle taken = status_taken_.At(status_.count() - kUpdateQueue);
      if (taken == kUnknown) return;
      now = std::max(now, taken + 1);
    }
    entered_.Push(now);
  }
}

// Descriptors all of whose words have entered; false while one waits for the write-back.
bool InputChannel::EndDescriptors() {
  while (end_words_.At(status_.count()) == entered_.count()) {
    const int64_t number = status_.count();
    const Cycle mark = marks_.At(number);
    if (mark == kLongAgo) {
      status_.Push(entered_.Last());
      continue;
    }
    const Cycle taken = status_taken_.At(number - kUpdateQueue);
    if (taken == kUnknown) return false;
    status_.Push(std::max({mark, entered_.Last() + 1, taken + 1}));
  }
  return true;
}

}  // namespace nve::transfer
