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
constexpr int64_t kStatusBytes = 4;

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
  const Cycle request = std::min(SourceOf(0).FetchRequest(), SourceOf(1).FetchRequest());
  if (request == kUnknown) return kUnknown;
  fetch_ = reads_.Accept(std::max(request, fetch_free_) + kGrantToAddress);
  return fetch_;
}

void DescriptorEngine::CommitFetch() {
  const Cycle grant = fetch_ - kGrantToAddress;
  const bool wanted = SourceOf(fetch_turn_).FetchRequest() <= grant;
  const size_t channel = wanted ? fetch_turn_ : 1 - fetch_turn_;
  fetch_turn_ = 1 - channel;
  CommandSource& source = SourceOf(channel);
  const CommandSource::Fetch fetch = source.FetchAt(grant);
  const ReadAnswer answer =
      reads_.Read(fetch_, fetch.address, fetch.beats, profile_.descriptor_beat_bytes);
  const Cycle checked = answer.last + kCheck;
  fetch_free_ = checked + 1 + profile_.fetch_overhead - kLeastOverhead;
  source.Fetched(fetch, checked);
  if (channel == 1) output_->Leave();
}

Cycle DescriptorEngine::StatusOf(size_t channel) const {
  return channel == 0 ? input_->Status(updates_[0]) : output_->Status(updates_[1]);
}

Cycle DescriptorEngine::NextUpdate() {
  const Cycle status = std::min(StatusOf(0), StatusOf(1));
  if (status == kUnknown) return kUnknown;
  update_ = std::max(status + kStatusToWrite, update_free_ + 1);
  return update_;
}

void DescriptorEngine::CommitUpdate() {
  const Cycle start = update_ - 1;
  const size_t channel = StatusOf(update_turn_) < start ? update_turn_ : 1 - update_turn_;
  update_turn_ = 1 - channel;
  const uint64_t descriptor =
      rings_[channel] + static_cast<uint64_t>(updates_[channel]) * dma::kDescriptorBytes;
  const Cycle written = writes_.Begin(update_, 1, kDescriptorMaster);
  const Cycle answer = writes_.Response(written, descriptor + kStatusOffset, kStatusBytes);
  const Cycle done = std::max(answer, written + 1);
  update_free_ = done + 1;
  ++updates_[channel];
  if (channel == 0) {
    input_->StatusTaken(start);
  } else {
    output_->StatusTaken(start);
  }
  if (updates_[channel] == SourceOf(channel).descriptors()) {
    interrupts_[channel] = done + kResponseToInterrupt;
  }
}

}  // namespace nve::transfer
