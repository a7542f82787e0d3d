// SPDX-License-Identifier: Apache-2.0
// Descriptors and their rows: see dma_task.hpp.
#include "host/axi/dma_task.hpp"

#include <algorithm>

namespace nve {

using namespace dma;

DmaTask DmaTask::Decode(uint32_t address, std::span<const uint32_t> words, bool mover,
                        int length_bits) {
  const uint32_t control = words[kWordControl];
  DmaTask task;
  task.address = address;
  task.next = words[kWordNext] & kPointerMask;
  task.buffer = words[kWordBuffer];
  task.length = control & ((1U << length_bits) - 1);
  task.end_of_frame = (control & kEndOfFrame) != 0;
  task.stale = (words[kWordStatus] & kCompleted) != 0;
  if (!mover) return task;
  task.loads_list = (control & kLoadsList) != 0;
  const uint32_t map_word = words[kWordMaps];
  task.first_map = map_word >> kFirstMapLsb & kMapsMax;
  if (task.loads_list) {
    task.end_of_frame = false;
    return task;
  }
  task.columns = words[kWordShape] >> kColumnsLsb;
  if (task.columns == 0) return task;
  task.length &= kColumnBytesMax;
  task.stride = words[kWordShape] & kColumnStrideMax;
  task.steps = std::max(1U, words[kWordSteps] & kStepsMax);
  task.step_stride = words[kWordStepStride];
  task.maps = map_word & kMapsMax;
  return task;
}

const char* DmaTask::BrokenRule() const {
  if (stale) return "D2";
  if (length == 0) return "D3";
  if (loads_list) {
    if (length % kAlignment != 0 || first_map % 2 != 0) return "D3";
    if (first_map + length / sizeof(uint32_t) > kListEntries) return "D3";
    return buffer % kAlignment != 0 ? "D4" : nullptr;
  }
  if (columns == 0) return nullptr;
  if (length % kAlignment != 0) return "D3";
  return maps > 0 && first_map + maps > kListEntries ? "D3" : nullptr;
}

uint64_t DmaTask::TotalBytes() const {
  if (columns == 0) return length;
  return uint64_t{length} * columns * steps * std::max(1U, maps);
}

void DmaMapList::Load(const DmaTask& task) {
  for (size_t k = 0; k < task.entries.size(); ++k) {
    bases[task.first_map + k] = task.entries[k];
    known.set(task.first_map + k);
  }
}

void DmaMapList::Forget(const DmaTask& task) {
  for (size_t k = 0; k < task.length / sizeof(uint32_t); ++k) known.reset(task.first_map + k);
}

void DmaRowWalk::Begin(const DmaTask& task, const DmaMapList& maps) {
  task_ = task;
  maps_ = &maps;
  column_ = map_ = step_ = 0;
  Locate();
}

bool DmaRowWalk::last() const {
  return column_ + 1 >= task_.columns && map_ + 1 >= task_.maps && step_ + 1 >= task_.steps;
}

bool DmaRowWalk::Next() {
  if (last()) return false;
  if (++column_ >= task_.columns) {
    column_ = 0;
    if (++map_ >= task_.maps) {
      map_ = 0;
      ++step_;
    }
  }
  Locate();
  return true;
}

void DmaRowWalk::Locate() {
  address_ = task_.buffer + step_ * task_.step_stride + column_ * task_.stride;
  known_ = true;
  if (task_.maps == 0) return;
  const size_t entry = task_.first_map + map_;
  known_ = maps_->known[entry];
  address_ += maps_->bases[entry];
}

}  // namespace nve
