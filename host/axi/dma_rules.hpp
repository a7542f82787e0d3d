// SPDX-License-Identifier: Apache-2.0
// The end-to-end rules of a DMA (docs/dma.md, "AXI rules": D1 to D10 and S6), watched from its
// pins: register port, memory ports and streams. What is expected follows from the registers
// written, the descriptors as they were read, and the words of the streams; nothing is known of the
// DMA's inside beyond what docs/dma.md says. The first broken rule is a RuleBroken.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/axi/axi.hpp"
#include "host/axi/dma_read_rules.hpp"
#include "host/axi/dma_rule_context.hpp"
#include "host/axi/dma_run_rules.hpp"
#include "host/axi/dma_write_rules.hpp"
#include "host/axi/faults.hpp"

namespace nve {

/// The build of a DMA.
struct DmaShape {
  uint32_t sg_bytes = 4;    ///< of the descriptor port; 8 is the mover
  uint32_t data_bytes = 8;  ///< of the data ports and streams
  int length_bits = 26;
};

/// The pins of a DMA in a cycle. Of the streams, what has been taken.
struct DmaPins {
  const AxiLiteMaster& register_master;
  const AxiLiteSlave& register_slave;
  const std::array<AxiMaster, kTilePorts>& masters;  ///< by TilePort
  const std::array<AxiSlave, kTilePorts>& slaves;
  bool mm2s_taken = false;
  bool s2mm_taken = false;
  DmaWord mm2s;
  DmaWord s2mm;
};

class DmaRules {
 public:
  DmaRules(std::string name, const DmaShape& shape);
  DmaRules(const DmaRules&) = delete;
  DmaRules& operator=(const DmaRules&) = delete;

  /// A cycle outside the pin reset. In the same cycle the AXI rules hold.
  void Step(const DmaPins& pins, uint64_t now);

  /// The pin reset: what was under way is gone.
  void Reset();

  /// The MM2S stream owes a word after the cycles seen so far: one has been read and not taken by
  /// the stream, in a channel that no stop, error or reset ends.
  bool owes_word() const { return runs_[0].runs() && read_.HasWords(); }

  /// A cycle without any VALID changes nothing here.
  bool Quiet() const { return !resetting_ && !owes_word(); }

  /// Both channels are watched: the software has done nothing that ends what is expected.
  bool watches() const { return runs_[0].known() && runs_[1].known(); }

 private:
  // A read of the descriptor port, which has one under way at a time.
  struct Read {
    int channel = -1;  // -1: unknown
    bool list = false;
    bool both = false;   // of lists: both channels want the same words
    bool again = false;  // the second of two such reads
    uint32_t address = 0;
    bool failed = false;
    std::vector<uint32_t> words = {};
  };
  struct StatusWrite {
    int channel = -1;  // -1: unknown
    uint32_t address = 0;
    bool packet = false;
    bool error = false;
  };
  struct RegisterRead {
    uint32_t address = 0;
    bool resetting = false;
    DmaRunRules::Expected expected;
  };

  DmaChannelRules& Channel(size_t index) {
    return index == 0 ? static_cast<DmaChannelRules&>(read_) : write_;
  }
  void StepRegisters(const AxiLiteMaster& master, const AxiLiteSlave& slave);
  void StepDescriptors(const AxiMaster& master, const AxiSlave& slave);
  void StepReset(const DmaPins& pins);
  void WriteRegister(uint32_t address, uint32_t data);
  void WriteControl(size_t channel, uint32_t data);
  void CheckRegister(uint32_t data);
  void EndReset();
  void Fail(uint64_t cycles);
  void Lose();
  bool IsBusy(size_t channel) const;
  void BeginRead(uint32_t address, uint32_t beats);
  void EndRead();
  void WriteStatus(uint32_t address, uint32_t data, uint32_t strobes);
  [[noreturn]] void BreakStatus(uint32_t address, uint32_t status);
  void EndStatus(uint8_t response);

  DmaRuleContext context_;
  DmaShape shape_;
  DmaReadRules read_;
  DmaWriteRules write_;
  std::array<DmaRunRules, 2> runs_;
  bool error_ = false;                      // of any channel since the last reset
  std::optional<uint64_t> doubtful_fetch_;  // cycle in which a descriptor came that may stop
  bool resetting_ = false;                  // a soft reset may be under way
  bool reset_disturbed_ = false;            // registers were written meanwhile
  uint64_t quiet_cycles_ = 0;               // of the ports in a soft reset
  uint64_t open_ = 0;                       // bursts under way at the memory ports
  std::deque<uint32_t> write_addresses_;
  std::deque<uint32_t> write_data_;
  bool answered_ = false;  // the write in front has had its effect
  std::optional<RegisterRead> register_read_;
  std::optional<Read> descriptor_read_;
  std::vector<std::pair<uint32_t, uint32_t>> again_;  // address and words to be read by the other
  std::deque<uint32_t> status_addresses_;
  std::deque<std::array<uint32_t, 2>> status_data_;  // word and strobes
  std::deque<StatusWrite> status_writes_;
};

}  // namespace nve
