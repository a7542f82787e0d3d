// SPDX-License-Identifier: Apache-2.0
// A DMA whose pins a test drives by hand, shown to the rules of its descriptors.
#pragma once

#include <cstdint>
#include <vector>

#include "host/axi/axi_checker.hpp"
#include "host/axi/dma_rules.hpp"
#include "host/driver/dma_descriptors.hpp"
#include "tests/unit/host/axi/broken_rule.hpp"

namespace nve::testing {

/// Words of a descriptor: what it points to, and the rest of the mover's.
struct PlayedDescriptor {
  uint32_t next = 0;
  uint32_t buffer = 0;
  uint32_t control = 0;
  uint32_t status = 0;
  uint32_t shape = 0;
  uint32_t steps = 0;
  uint32_t step_stride = 0;
  uint32_t maps = 0;
};

class PlayedDma {
 public:
  static constexpr uint32_t kWhole = dma::kStartOfFrame | dma::kEndOfFrame;

  explicit PlayedDma(bool mover = false)
      : mover_(mover), rules_("the DMA", {.sg_bytes = mover ? 8U : 4U}) {}

  DmaRules& rules() { return rules_; }

  /// Of the sink of MM2S's stream, in cycles without a word.
  bool sink_ready = true;

  void Idle(int cycles);

  void WriteRegister(uint32_t address, uint32_t data);
  /// The same in two parts: the write, which is taken in the next cycle, and its response.
  void OfferRegister(uint32_t address, uint32_t data);
  void AnswerRegister();
  void ReadRegister(uint32_t address, uint32_t data);
  /// CURDESC, RS and TAILDESC of a channel's registers; without a threshold in `control` it is 1.
  void Start(uint32_t base, uint32_t first, uint32_t last, uint32_t control = 0);

  /// A read of the descriptor port.
  void Fetch(uint32_t address, const PlayedDescriptor& descriptor, uint8_t response = kAxiOkay);
  void FetchList(uint32_t address, const std::vector<uint32_t>& entries);
  void Status(uint32_t descriptor, uint32_t status, uint8_t response = kAxiOkay);
  /// The same in two parts: the write, and its response.
  void BeginStatus(uint32_t descriptor, uint32_t status);
  void EndStatus(uint8_t response = kAxiOkay);
  /// The write is taken in the next cycle.
  void OfferStatus(uint32_t descriptor, uint32_t status, uint8_t strobes);
  void StatusStrobes(uint32_t descriptor, uint32_t status, uint8_t strobes);

  /// MM2S: a burst with its words, the same without them, its words.
  void Read(uint32_t address, int words, uint8_t response = kAxiOkay);
  void Ask(uint32_t address, int words, bool fixed = false);
  void Return(int words, uint8_t response = kAxiOkay);
  /// Words to the stream, whole ones without TLAST but the last.
  void Send(int words, bool last = false, uint32_t last_bytes = 8);

  /// S2MM: words from the stream, whole ones without TLAST but the last.
  void Take(int words, bool last = false, uint32_t last_bytes = 8);
  /// A burst of whole words, the last with these strobes, and its response.
  void Write(uint32_t address, int words, uint8_t last_strobes = 0xFF, uint8_t response = kAxiOkay);
  void Announce(uint32_t address, int words, bool fixed = false);
  /// The data of a burst; `strobes` are those of all words but the last.
  void Put(int words, uint8_t last_strobes = 0xFF, uint8_t strobes = 0xFF);
  void Answer(uint8_t response = kAxiOkay);

 private:
  void Cycle();

  bool mover_;
  DmaRules rules_;
  AxiStreamChecker stream_{"the MM2S stream", 8, kTimeout};
  uint64_t now_ = 0;
  AxiLiteMaster register_master_;
  AxiLiteSlave register_slave_;
  std::array<AxiMaster, kTilePorts> masters_;
  std::array<AxiSlave, kTilePorts> slaves_;
  bool mm2s_taken_ = false;
  bool s2mm_taken_ = false;
  DmaWord mm2s_;
  DmaWord s2mm_;
};

}  // namespace nve::testing
