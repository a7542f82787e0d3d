// SPDX-License-Identifier: Apache-2.0
// Rules from memory to stream: see dma_read_rules.hpp.
#include "host/axi/dma_read_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/axi/axi.hpp"
#include "host/axi/dma_burst_rule.hpp"

namespace nve {

using namespace dma;

void DmaReadRules::Clear() {
  DmaChannelRules::Clear();
  reads_.clear();
  words_ = sending_ = sent_ = 0;
  failed_ = false;
}

// What is read in the last word beside the buffer's bytes is not counted: the bus has no strobes
// for reads.
void DmaReadRules::Address(uint32_t address, uint32_t beats, bool fixed) {
  if (!HaveRow()) {
    BreakNoRow("D6", fmt::format("a read of {} words at 0x{:08x}", beats, address));
  }
  if (row_begins_ && !row_known_) row_address_ = address;
  row_begins_ = false;
  const uint32_t left = (row_left_ + bus_bytes_ - 1) / bus_bytes_;
  CheckBurst("a read of", address, beats, fixed, row_address_, left);
  CheckBurstLength(*context_, place_, {"a read of", address, beats, bus_bytes_, beats == left});
  reads_.push_back(walked_);
  if (!fixed) row_address_ += beats * bus_bytes_;
  row_left_ -= std::min(row_left_, beats * bus_bytes_);
}

void DmaReadRules::Data(uint8_t response, bool last) {
  if (reads_.empty()) return;
  if (!failed_ && IsAxiError(response)) {
    failed_ = true;
    failed_number_ = reads_.front();
    failed_bits_ = response == kAxiSlaveError ? kSlaveError : kDecodeError;
  }
  // Nothing goes to the stream from the failing word on.
  if (!failed_) ++words_;
  if (last) reads_.pop_front();
}

void DmaReadRules::Word(const DmaWord& word) {
  while (sending_ - first_ < tasks_.size() && tasks_[sending_ - first_].loads_list) ++sending_;
  if (words_ == 0 || sending_ - first_ >= tasks_.size()) {
    Break("S6", "a word on the stream", "none, all that was read has been taken");
  }
  --words_;
  const DmaTask& task = tasks_[sending_ - first_];
  const uint64_t left = task.TotalBytes() - sent_;
  const uint64_t bytes = std::min<uint64_t>(left, bus_bytes_);
  const bool end = left == bytes;
  const bool last = end && task.end_of_frame;
  if (word.bytes != bytes || word.last != last) {
    Break("S6",
          fmt::format("a word of {} bytes with TLAST {} behind {} of {} bytes of the descriptor at "
                      "0x{:08x}",
                      word.bytes, word.last ? 1 : 0, sent_, task.TotalBytes(), task.address),
          fmt::format("{} bytes with TLAST {}", bytes, last ? 1 : 0));
  }
  sent_ += bytes;
  if (!end) return;
  ++sending_;
  sent_ = 0;
}

uint32_t DmaReadRules::Expected(uint64_t number, const DmaTask& task) const {
  if (failed_ && number == failed_number_) return kCompleted | failed_bits_;
  if (failed_ && number > failed_number_) {
    Break("D5", fmt::format("a status of the descriptor at 0x{:08x}", task.address),
          "none behind an error");
  }
  if (sending_ <= number) {
    Break("S6",
          fmt::format("a status of the descriptor at 0x{:08x}, {} bytes on the stream",
                      task.address, sending_ == number ? sent_ : 0),
          fmt::format("behind its {} bytes", task.TotalBytes()));
  }
  return kCompleted | static_cast<uint32_t>(task.TotalBytes() & kLengthMax);
}

void DmaReadRules::Retire(uint64_t number) {
  if (sending_ > number) return;
  sending_ = number + 1;
  sent_ = 0;
}

}  // namespace nve
