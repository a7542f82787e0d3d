// SPDX-License-Identifier: Apache-2.0
// The rules of a DMA's descriptors from memory to stream: reads, words and status.
#pragma once

#include <cstdint>
#include <deque>

#include "host/axi/dma_channel_rules.hpp"

namespace nve {

/// A word that a stream has taken.
struct DmaWord {
  uint32_t bytes = 0;
  bool last = false;
};

class DmaReadRules : public DmaChannelRules {
 public:
  using DmaChannelRules::DmaChannelRules;

  void Clear() override;

  /// A burst of so many words is asked for.
  void Address(uint32_t address, uint32_t beats, bool fixed);

  /// A word with its RRESP; `last` of its burst.
  void Data(uint8_t response, bool last);

  void Word(const DmaWord& word);

  bool Moves() const override { return !reads_.empty(); }

  /// Words have been read that the stream has not taken.
  bool HasWords() const { return words_ > 0; }

 protected:
  uint32_t Expected(uint64_t number, const DmaTask& task) const override;
  bool EndsPacket(const DmaTask& task, uint32_t /*status*/) const override {
    return task.end_of_frame;
  }
  bool HasFailed(uint64_t number) const override { return failed_ && number == failed_number_; }
  const char* RuleOf(uint32_t /*status*/, uint32_t /*expected*/) const override { return "D5"; }
  void Retire(uint64_t number) override;

 private:
  std::deque<uint64_t> reads_;  // descriptor of every open burst
  uint64_t words_ = 0;          // read, and not yet taken by the stream
  uint64_t sending_ = 0;        // descriptor whose words the stream takes
  uint64_t sent_ = 0;           // bytes of it
  bool failed_ = false;         // a word came with an error
  uint64_t failed_number_ = 0;
  uint32_t failed_bits_ = 0;
};

}  // namespace nve
