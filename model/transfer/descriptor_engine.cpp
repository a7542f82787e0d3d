// SPDX-License-Identifier: Apache-2.0
// Fetches and write-backs in turns: see descriptor_engine.hpp.
#include "model/transfer/descriptor_engine.hpp"

#include <algorithm>

namespace nve::transfer {
namespace {

// From the last word of a fetch to its check, from the grant to the address.
constexpr int kCheck = 1;
constexpr int kGrantToAddress = 1;
// The least overhead is the check and the grant.
constexpr int kLeastOverhead = 2;
// From a status in the queue to its write, from the last response to the interrupt line.
constexpr int kStatusToWrite = 2;
constexpr int kResponseToInterrupt = 2;

constexpr uint64_t kStatusOffset = 0x1C;

}  // namespace

void DescriptorEngine::Begin(InputChannel& input, uint64_t input_ring, OutputChannel& output,
                             uint64_t output_ring) {
  input_ = &input;
  output_ = &output;
  rings_ = {input_ring, output_ring};
  updates_ = {};
  interrupts_ = {kUnknown, kUnknown};
}

Cycle DescriptorEngine::NextFetch() {
  if (open_fetch_) return kUnknown;
  const Cycle request = std::min(SourceOf(0).FetchRequest(), SourceOf(1).FetchRequest());
  if (request == kUnknown) return kUnknown;
  fetch_grant_ = std::max(request, fetch_free_);
  fetch_ = reads_.Accept(fetch_grant_ + kGrantToAddress, kDescriptorMaster).passed;
  return fetch_;
}

// Which channel and what was decided with the grant: the address may have waited for the port
// since.
void DescriptorEngine::CommitFetch() {
  const bool wanted = SourceOf(fetch_turn_).FetchRequest() <= fetch_grant_;
  const size_t channel = wanted ? fetch_turn_ : 1 - fetch_turn_;
  fetch_turn_ = 1 - channel;
  const CommandSource::Fetch fetch = SourceOf(channel).FetchAt(fetch_grant_);
  const int64_t number = reads_.Read(fetch_, fetch.address, fetch.beats,
                                     profile_.descriptor_beat_bytes, kDescriptorMaster);
  open_fetch_ = {number, channel, fetch};
}

void DescriptorEngine::Collect() {
  if (open_fetch_) Fetched();
  if (open_update_) Updated();
}

void DescriptorEngine::Fetched() {
  const Cycle last = reads_.LastWord(open_fetch_->number);
  if (last == kUnknown) return;
  const Cycle checked = last + kCheck;
  fetch_free_ = checked + 1 + profile_.fetch_overhead - kLeastOverhead;
  SourceOf(open_fetch_->channel).Fetched(open_fetch_->what, checked);
  if (open_fetch_->channel == 1) output_->Leave();
  open_fetch_.reset();
}

Cycle DescriptorEngine::StatusOf(size_t channel) const {
  return channel == 0 ? input_->Status(updates_[0]) : output_->Status(updates_[1]);
}

Cycle DescriptorEngine::NextUpdate() {
  if (writing_) return written_;
  if (offered_) return writes_.Accept(update_, kDescriptorMaster).passed;
  if (open_update_) return kUnknown;
  const Cycle status = std::min(StatusOf(0), StatusOf(1));
  if (status == kUnknown) return kUnknown;
  update_ = std::max(status + kStatusToWrite, update_free_ + 1);
  return update_;
}

void DescriptorEngine::BeginUpdate(Cycle now) {
  written_ = writes_.Begin(now, 1, kDescriptorMaster);
  offered_ = false;
  writing_ = true;
}

void DescriptorEngine::CommitUpdate() {
  if (offered_) {
    BeginUpdate(writes_.Accept(update_, kDescriptorMaster).passed);
    return;
  }
  if (writing_) {
    const uint64_t descriptor =
        rings_[writer_] + static_cast<uint64_t>(updates_[writer_]) * dma::kDescriptorBytes;
    const auto bytes = static_cast<uint64_t>(profile_.descriptor_beat_bytes);
    const uint64_t address = descriptor + kStatusOffset / bytes * bytes;
    open_update_ = writes_.End(written_, address, 1, profile_.descriptor_beat_bytes);
    ++updates_[writer_];
    writing_ = false;
    return;
  }
  const Cycle start = update_ - 1;
  writer_ = StatusOf(update_turn_) < start ? update_turn_ : 1 - update_turn_;
  update_turn_ = 1 - writer_;
  offered_ = true;
  if (writes_.Accept(update_, kDescriptorMaster).passed == update_) BeginUpdate(update_);
  if (writer_ == 0) {
    input_->StatusTaken(start);
  } else {
    output_->StatusTaken(start);
  }
}

void DescriptorEngine::Updated() {
  const Cycle done = writes_.Response(*open_update_);
  if (done == kUnknown) return;
  open_update_.reset();
  update_free_ = done + 1;
  if (updates_[writer_] == SourceOf(writer_).descriptors()) {
    interrupts_[writer_] = done + kResponseToInterrupt;
  }
}

}  // namespace nve::transfer
