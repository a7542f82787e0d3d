// SPDX-License-Identifier: Apache-2.0
// Descriptors as commands: see command_source.hpp.
#include "model/transfer/command_source.hpp"

#include <algorithm>
#include <utility>

namespace nve::transfer {
namespace {

// From a descriptor at the head of the mover's queue to its first row, or to its first list burst.
constexpr int kRowsPipe = 2;
constexpr int kListPipe = 1;
// From the check of the last list burst to the command that stands for the list.
constexpr int kListEnd = 2;

constexpr int64_t kListBeatBytes = 8;

}  // namespace

CommandSource::CommandSource(const DmaProfile& profile, ChannelWork work)
    : profile_(profile), work_(std::move(work)) {}

Cycle CommandSource::FetchRequest() const {
  if (fetched_ == descriptors()) return list_request_;
  const Cycle room = left_.At(fetched_ - kDescriptorQueue);
  const Cycle wanted = std::max(room + 1, work_.tail + profile_.tail_to_ar - 1);
  return std::min(list_request_, room == kUnknown ? kUnknown : wanted);
}

CommandSource::Fetch CommandSource::FetchAt(Cycle now) const {
  if (list_request_ <= now) {
    const int64_t room =
        kMaxBurst - static_cast<int64_t>(list_address_ / kListBeatBytes) % kMaxBurst;
    return {list_address_, std::min(room, list_left_), true};
  }
  return {work_.ring + static_cast<uint64_t>(fetched_) * dma::kDescriptorBytes,
          profile_.descriptor_beats, false};
}

void CommandSource::Fetched(const Fetch& fetch, Cycle checked) {
  if (!fetch.list) {
    checked_.Push(checked);
    ++fetched_;
  } else {
    list_left_ -= fetch.beats;
    list_address_ += static_cast<uint64_t>(fetch.beats * kListBeatBytes);
    list_request_ = list_left_ > 0 ? checked + 1 : kUnknown;
    earliest_ = checked + kListEnd;
  }
  Generate();
}

void CommandSource::Take(Cycle taken) {
  ready_.pop_front();
  taken_.Push(taken);
  Generate();
}

// From when on the data mover's queue has room for the next command.
Cycle CommandSource::Room() const {
  const Cycle taken = taken_.At(commands_ - kCommandQueue);
  return taken == kUnknown ? kUnknown : taken + 1;
}

void CommandSource::Generate() {
  while (current_ < fetched_) {
    if (Room() == kUnknown) return;
    if (!begun_ && !BeginMove()) return;
    const dma::Move& move = work_.moves[static_cast<size_t>(current_)];
    if (move.loads_list) {
      if (list_left_ > 0) return;
      Emit({.mark = true}, true);
      continue;
    }
    const uint64_t base = move.maps > 0 ? work_.list[move.first_map + map_] : 0;
    const uint64_t offset =
        uint64_t{step_} * static_cast<uint64_t>(static_cast<int32_t>(move.step_stride)) +
        uint64_t{column_} * move.column_stride;
    const Command command = {.address = static_cast<uint32_t>(base + move.address + offset),
                             .bytes = static_cast<int64_t>(move.bytes)};
    if (move.columns > 0) {
      if (++column_ == move.columns) column_ = 0;
      if (column_ == 0 && ++map_ >= move.maps) map_ = 0;
      if (column_ == 0 && map_ == 0) ++step_;
      Emit(command, step_ == std::max<uint32_t>(move.steps, 1));
    } else {
      Emit(command, true);
    }
  }
}

// Whether the current descriptor may be turned into commands now.
bool CommandSource::BeginMove() {
  const Cycle aged = checked_.At(current_) + profile_.sg_pipe;
  const dma::Move& move = work_.moves[static_cast<size_t>(current_)];
  begun_ = true;
  column_ = map_ = step_ = 0;
  if (!profile_.mover) {
    earliest_ = std::max(aged, left_.Last() + profile_.command_interval);
    return true;
  }
  const Cycle load = std::max(aged, left_.Last() + 1);
  earliest_ = load + kRowsPipe;
  if (!move.loads_list) return true;
  list_left_ = static_cast<int64_t>(move.bytes) / kListBeatBytes;
  list_address_ = move.address;
  list_request_ = load + kListPipe;
  return false;
}

void CommandSource::Emit(Command command, bool last) {
  command.pushed = std::max(earliest_, Room());
  command.last = last;
  ready_.push_back(command);
  ++commands_;
  earliest_ = command.pushed + 1;
  if (!last) return;
  left_.Push(command.pushed);
  ++current_;
  begun_ = false;
}

}  // namespace nve::transfer
