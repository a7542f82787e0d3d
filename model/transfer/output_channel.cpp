// SPDX-License-Identifier: Apache-2.0
// Write bursts: see output_channel.hpp.
#include "model/transfer/output_channel.hpp"

#include <algorithm>
#include <utility>

#include "nve_isa.hpp"

namespace nve::transfer {
namespace {

// From `act` to the first cycle in which its word may leave the output FIFO.
constexpr int kActToStream = 2;

}  // namespace

OutputChannel::OutputChannel(const DmaProfile& profile, ChannelWork work, WritePort& port)
    : profile_(profile), source_(profile, std::move(work)), port_(port) {}

bool OutputChannel::BeginCommand() {
  const Command* command = source_.Front();
  if (command == nullptr) return false;
  command_ = *command;
  const Cycle taken = std::max(command_.pushed + 1, free_);
  begin_ = taken + 1;
  source_.Take(taken);
  if (!command_.mark) {
    active_ = true;
    return true;
  }
  // A list comes before all words: its mark waits for no burst.
  free_ = begin_ + 1;
  status_.Push(begin_ + std::max(1, profile_.write_start - 1));
  return BeginCommand();
}

void OutputChannel::Leave() {
  while ((active_ || BeginCommand()) && left_.count() < produced_.count()) {
    const int64_t word = left_.count();
    const Cycle room = written_.At(word - kWriteWords);
    const Cycle record = open_.beats == 0 ? started_.At(collected_ - kWriteRecords) : kLongAgo;
    if (room == kUnknown || record == kUnknown) return;
    const Cycle other =
        std::max({produced_.At(word) + kActToStream, left_.Last() + 1, room + 1, record + 1});
    const Cycle now = std::max(other, begin_);
    left_.Push(now);
    late_words_.Push(now - other);
    if (open_.beats == 0) {
      open_ = {.address = command_.address, .first = now};
      ++collected_;
    }
    ++open_.beats;
    open_.last = now;
    command_.address += arch::kWordBytes;
    command_.bytes -= arch::kWordBytes;
    const bool ends = command_.bytes <= 0;
    if (ends || open_.beats == kMaxBurst || command_.address % kBurstBoundary == 0) {
      open_.ends_descriptor = ends && command_.last;
      bursts_.push_back(open_);
      open_ = {};
    }
    if (!ends) continue;
    active_ = false;
    free_ = now;
  }
}

Cycle OutputChannel::NextWrite() {
  if (writing_) return write_end_;
  if (offered_) return port_.Accept(begin_write_ + 1);
  if (bursts_.empty()) return kUnknown;
  const Burst& burst = bursts_.front();
  const Cycle slot = responses_.At(started_.count() - profile_.write_bursts);
  if (slot == kUnknown) return kUnknown;
  begin_write_ = std::max({burst.last + 1, burst.first + profile_.write_start - 1,
                           last_written_ + profile_.write_gap, address_, slot + 1});
  return begin_write_ + 1;
}

void OutputChannel::CommitWrite() {
  const Burst& burst = bursts_.front();
  if (offered_) {
    BeginAtPort(port_.Accept(begin_write_ + 1));
  } else if (!writing_) {
    // The port takes the words ahead of their turn, so that only the response comes later.
    started_.Push(begin_write_);
    for (int64_t i = 1; i <= burst.beats; ++i) written_.Push(begin_write_ + i);
    last_written_ = begin_write_ + burst.beats;
    offered_ = true;
    if (port_.Accept(begin_write_ + 1) == begin_write_ + 1) BeginAtPort(begin_write_ + 1);
  } else {
    const int64_t number = port_.End(write_end_, burst.address, burst.beats, arch::kWordBytes);
    waiting_.push_back({number, burst.ends_descriptor});
    bursts_.pop_front();
    writing_ = false;
  }
  Leave();
}

void OutputChannel::BeginAtPort(Cycle now) {
  address_ = now;
  write_end_ = port_.Begin(now, bursts_.front().beats, kOutputMaster);
  offered_ = false;
  writing_ = true;
}

void OutputChannel::Collect() {
  for (; !waiting_.empty(); waiting_.pop_front()) {
    const Written& burst = waiting_.front();
    const Cycle response = port_.Response(burst.number);
    const Cycle room = status_taken_.At(status_.count() - kUpdateQueue);
    if (response == kUnknown || room == kUnknown) return;
    responses_.Push(std::max({response, responses_.Last() + 1, room + 1}));
    if (burst.ends_descriptor) status_.Push(responses_.Last());
  }
}

}  // namespace nve::transfer
