// SPDX-License-Identifier: Apache-2.0
// Rules from stream to memory: see dma_write_rules.hpp.
#include "host/axi/dma_write_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "host/axi/axi.hpp"
#include "host/axi/dma_burst_rule.hpp"

namespace nve {

using namespace dma;

void DmaWriteRules::Clear() {
  DmaChannelRules::Clear();
  rows_.clear();
  bursts_.clear();
  ended_.clear();
  announced_.clear();
  written_.clear();
  bytes_ = received_ = 0;
  first_beat_ = true;
  filling_ = UINT64_MAX;
  packet_open_ = failed_ = false;
}

void DmaWriteRules::Word(uint32_t bytes, bool last) {
  if (!HaveRow()) BreakNoRow("S6", "a word taken from the stream");
  if (filling_ != walked_) {
    filling_ = walked_;
    received_ = 0;
    starts_packet_ = !packet_open_;
  }
  if (row_begins_) {
    rows_.push_back({.number = walked_,
                     .address = row_address_,
                     .known = row_known_,
                     .before = received_,
                     .status = kCompleted | (starts_packet_ ? kStartOfFrame : 0)});
    row_begins_ = false;
  }
  Row& row = rows_.back();
  const uint32_t kept = last ? bytes : bus_bytes_;
  const uint32_t taken = std::min(kept, row_left_);
  const bool overflow = kept > row_left_;
  ++row.words;
  row.last_bytes = taken;
  received_ += taken;
  row_left_ -= std::min(row_left_, bus_bytes_);
  packet_open_ = !last;
  if (row_left_ > 0 && !last) return;
  row.complete = true;
  row.status |= (last ? kEndOfFrame : 0) | (overflow ? kInternalError : 0);
  if (!last && !row_.last()) return;
  ended_.push_back({walked_, row.status | (received_ & kLengthMax)});
  LeaveTask();
}

void DmaWriteRules::Address(uint32_t address, uint32_t beats, bool fixed) {
  while (!rows_.empty() && rows_.front().complete &&
         rows_.front().announced == rows_.front().words) {
    rows_.pop_front();
  }
  if (rows_.empty()) {
    const std::string found = fmt::format("a write of {} words at 0x{:08x}", beats, address);
    if (HaveRow()) Break("D6", found, "none, no word has been taken for it");
    BreakNoRow("D6", found);
  }
  Row& row = rows_.front();
  if (!row.known) {
    row.known = true;
    row.address = address;
  }
  CheckBurst("a write of", address, beats, fixed,
             row.address + (fixed ? 0 : row.announced * bus_bytes_), row.words - row.announced);
  row.announced += beats;
  const bool end = row.complete && row.announced == row.words;
  CheckBurstLength(*context_, place_, {"a write of", address, beats, bus_bytes_, end});
  const uint32_t spare = end ? bus_bytes_ - row.last_bytes : 0;
  const uint32_t sum = row.before + row.announced * bus_bytes_ - spare;
  const uint32_t bits = end ? row.status : row.status & ~(kEndOfFrame | kInternalError);
  bursts_.push_back({row.number, bits | (sum & kLengthMax)});
  announced_.push_back(beats * bus_bytes_ - spare);
  CheckBytes();
}

void DmaWriteRules::Data(uint32_t strobes, bool last) {
  const uint32_t all = (1U << bus_bytes_) - 1;
  if ((strobes & (strobes + 1)) != 0 || (!last && strobes != all)) {
    Break("D6", fmt::format("WSTRB 0x{:02x} with WLAST {}", strobes, last ? 1 : 0),
          "all bytes of a word, and the first ones of the last");
  }
  bytes_ += static_cast<uint32_t>(std::popcount(strobes));
  first_beat_ = last;
  if (!last) return;
  written_.push_back(std::exchange(bytes_, 0));
  CheckBytes();
}

void DmaWriteRules::CheckBytes() {
  while (!announced_.empty() && !written_.empty()) {
    if (written_.front() != announced_.front()) {
      Break("D6", fmt::format("a burst that writes {} bytes", written_.front()),
            fmt::format("{}", announced_.front()));
    }
    announced_.pop_front();
    written_.pop_front();
  }
}

void DmaWriteRules::Response(uint8_t response) {
  if (bursts_.empty()) return;
  if (!failed_ && IsAxiError(response)) {
    failed_ = true;
    failed_number_ = bursts_.front().number;
    failed_status_ =
        bursts_.front().status | (response == kAxiSlaveError ? kSlaveError : kDecodeError);
  }
  bursts_.pop_front();
}

uint32_t DmaWriteRules::Expected(uint64_t number, const DmaTask& task) const {
  if (HasFailed(number)) return failed_status_;
  const char* allowed = nullptr;
  if (failed_ && number > failed_number_) {
    allowed = "none behind an error";
  } else if (ended_.empty() || ended_.front().number != number) {
    allowed = "one when the stream has filled or ended it";
  } else if (std::any_of(rows_.begin(), rows_.end(), [&](const Row& row) {
               return row.number == number && row.announced < row.words;
             })) {
    allowed = "one when all its words have been written";
  } else if (!bursts_.empty() && bursts_.front().number == number) {
    allowed = "one behind the responses to its writes";
  }
  if (allowed != nullptr) {
    Break("D5", fmt::format("a status of the descriptor at 0x{:08x}", task.address), allowed);
  }
  return ended_.front().status;
}

const char* DmaWriteRules::RuleOf(uint32_t status, uint32_t expected) const {
  return ((status ^ expected) & ~kLengthMax) == 0 ? "S6" : "D5";
}

void DmaWriteRules::Retire(uint64_t number) {
  if (!ended_.empty() && ended_.front().number == number) ended_.pop_front();
}

}  // namespace nve
