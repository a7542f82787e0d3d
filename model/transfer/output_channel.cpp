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
  end_ = at_port_.empty() ? kUnknown : at_port_.front().last;
  offer_ = NextOffer();
  return std::min(end_, offer_);
}

Cycle OutputChannel::NextOffer() {
  if (offered_) return port_.Accept(begin_write_ + 1, kOutputMaster).passed;
  if (bursts_.empty()) return kUnknown;
  const Burst& burst = bursts_.front();
  const Cycle slot = responses_.At(started_.count() - profile_.write_bursts);
  if (slot == kUnknown) return kUnknown;
  begin_write_ = std::max({burst.last + 1, burst.first + profile_.write_start - 1,
                           last_written_ + profile_.write_gap, address_, slot + 1});
  return begin_write_ + 1;
}

void OutputChannel::CommitWrite() {
  if (end_ <= offer_) {
    const Burst& burst = at_port_.front();
    const int64_t number = port_.End(end_, burst.address, burst.beats, arch::kWordBytes);
    waiting_.push_back({number, burst.ends_descriptor});
    at_port_.pop_front();
  } else if (offered_) {
    BeginAtPort();
  } else {
    Offer();
  }
  Leave();
}

// The port takes words ahead of their address' turn, as many as it holds.
void OutputChannel::Offer() {
  started_.Push(begin_write_);
  last_written_ = begin_write_;
  for (int64_t i = 0; i < bursts_.front().beats; ++i) {
    const Cycle room = port_words_.At(written_.count() - kPortWords);
    last_written_ = std::max(last_written_, room) + 1;
    written_.Push(last_written_);
  }
  offered_ = true;
  if (port_.Accept(offer_, kOutputMaster).passed == offer_) BeginAtPort();
}

void OutputChannel::BeginAtPort() {
  const Acceptance acceptance = port_.Accept(begin_write_ + 1, kOutputMaster);
  Burst burst = bursts_.front();
  bursts_.pop_front();
  burst.last = port_.Begin(acceptance.passed, burst.beats, kOutputMaster);
  for (int64_t i = 1; i <= burst.beats; ++i) port_words_.Push(burst.last - burst.beats + i);
  at_port_.push_back(burst);
  address_ = acceptance.taken;
  offered_ = false;
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
