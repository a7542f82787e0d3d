// SPDX-License-Identifier: Apache-2.0
// The rules of a DMA's descriptors from stream to memory: words, writes and status.
#pragma once

#include <cstdint>
#include <deque>

#include "host/axi/dma_channel_rules.hpp"

namespace nve {

class DmaWriteRules : public DmaChannelRules {
 public:
  using DmaChannelRules::DmaChannelRules;

  void Clear() override;

  /// A word is taken from the stream, with so many bytes.
  void Word(uint32_t bytes, bool last);

  /// A burst of so many words is announced.
  void Address(uint32_t address, uint32_t beats, bool fixed);

  /// A word is written; `last` of its burst.
  void Data(uint32_t strobes, bool last);

  void Response(uint8_t response);

  bool Moves() const override { return !bursts_.empty() || !written_.empty() || !first_beat_; }

 protected:
  uint32_t Expected(uint64_t number, const DmaTask& task) const override;
  bool EndsPacket(const DmaTask& /*task*/, uint32_t status) const override {
    return (status & dma::kEndOfFrame) != 0;
  }
  bool HasFailed(uint64_t number) const override { return failed_ && number == failed_number_; }
  const char* RuleOf(uint32_t status, uint32_t expected) const override;
  void Retire(uint64_t number) override;

 private:
  // A row, as far as the stream has filled it.
  struct Row {
    uint64_t number = 0;
    uint32_t address = 0;
    bool known = true;
    uint32_t words = 0;
    uint32_t announced = 0;   // words in bursts
    uint32_t before = 0;      // bytes of the descriptor in the rows before
    uint32_t last_bytes = 0;  // of the last word
    bool complete = false;
    uint32_t status = 0;  // the bits above the bytes
  };
  // A burst whose response is to come, or a descriptor that the stream has ended.
  struct Report {
    uint64_t number = 0;
    uint32_t status = 0;  // up to its end
  };

  void CheckBytes();

  std::deque<Row> rows_;
  std::deque<Report> bursts_;
  std::deque<Report> ended_;
  std::deque<uint32_t> announced_;  // bytes of the bursts whose data are to come
  std::deque<uint32_t> written_;    // bytes of the bursts whose address is to come
  uint32_t bytes_ = 0;              // of the burst whose data come
  bool first_beat_ = true;
  uint64_t filling_ = UINT64_MAX;  // descriptor that the stream fills
  uint32_t received_ = 0;          // bytes of it
  bool starts_packet_ = false;     // it does
  bool packet_open_ = false;
  bool failed_ = false;  // a burst was answered with an error
  uint64_t failed_number_ = 0;
  uint32_t failed_status_ = 0;
};

}  // namespace nve
