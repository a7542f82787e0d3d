// SPDX-License-Identifier: Apache-2.0
// A tile, the whole nve_top, between a memory of 2^32 bytes and two register masters. The core is
// in lockstep with the golden model, and the AXI rules are watched on every port, those of the DMA
// too. The memory keeps what was written; the rest is a pattern of its address. A seed decides who
// waits for whom.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "host/axi/axi_checker.hpp"
#include "host/axi/dma_rules.hpp"
#include "host/axi/stream_watch.hpp"
#include "host/lockstep/lockstep_checker.hpp"
#include "host/platform/tile_model.hpp"
#include "tb/stimulus/draw.hpp"

namespace nve {

class TileBench {
 public:
  /// Bursts of a direction under way that the memory declares at each port.
  static constexpr size_t kAcceptance = 4;

  TileBench(std::unique_ptr<TileModel> tile, uint64_t seed);

  void Cycle();
  void Cycles(int count) {
    for (int k = 0; k < count; ++k) Cycle();
  }

  /// The pin reset, whatever is under way.
  void Reset();

  void WriteCore(uint32_t offset, uint32_t data);
  void WriteDma(uint32_t offset, uint32_t data);
  uint32_t ReadCore(uint32_t offset);
  uint32_t ReadDma(uint32_t offset);

  uint64_t Word(uint32_t address) const;  ///< at a multiple of 8
  uint32_t Half(uint32_t address) const;  ///< at a multiple of 4
  void SetWord(uint32_t address, uint64_t data) { memory_[address & ~7u] = data; }
  void SetHalf(uint32_t address, uint32_t data);

  const TileOutputs& outputs() const { return tile_->outputs(); }
  const LockstepChecker& lockstep() const { return checker_; }
  Draw& draw() { return draw_; }

  std::array<uint8_t, kTilePorts> read_answer{};   ///< RRESP of a port
  std::array<uint8_t, kTilePorts> write_answer{};  ///< BRESP
  int sg_write_stall_percent = 0;                  ///< besides, for the answers to status writes
  bool registers_keep_rules = true;                ///< else their masters do as they like
  size_t takes = kAcceptance;  ///< bursts that it takes: more than it declares is against the rules
  int stall_percent = 20;      ///< of the cycles in which a slave could do something
  std::vector<uint64_t> core_input;   ///< words the core has taken
  std::vector<uint64_t> core_output;  ///< and given

 private:
  struct Burst {
    uint32_t address = 0;
    int beats = 0;
    bool fixed = false;
  };
  struct Beat {
    uint64_t data = 0;
    uint8_t strobes = 0;
    bool last = false;
  };
  struct Port {
    std::deque<Burst> reads, writes;
    std::deque<Beat> beats;
    size_t answers = 0;
    AxiSlave pins;
  };

  // What watches the ports. A broken rule is a CheckFailed.
  struct Rules {
    // The slowest answer, to a status, comes in 0.6 % of the cycles.
    AxiLimits limits = {.acceptance = kAcceptance, .timeout = 10'000};
    std::array<AxiChecker, kTilePorts> ports;
    AxiLiteChecker core{"the core's registers", limits};
    AxiLiteChecker dma{"the DMA's registers", limits};
    StreamWatch streams{0, limits.timeout};
    DmaRules descriptors;
    uint64_t now = 0;

    explicit Rules(int sg_bytes)
        : ports{AxiChecker{"port 0", sg_bytes, limits}, AxiChecker{"port 1", 8, limits},
                AxiChecker{"port 2", 8, limits}},
          descriptors("the DMA", {.sg_bytes = static_cast<uint32_t>(sg_bytes)}) {}
  };

  void WatchReset();
  void Watch(const arch::ProbeInputs& in, const arch::Probe& out);
  uint32_t BusBytes(size_t port) const { return port == 0 ? static_cast<uint32_t>(sg_bytes_) : 8; }
  bool Waits() { return draw_.Percent(static_cast<uint32_t>(stall_percent)); }
  void DrivePort(size_t index);
  void TakeFromPort(size_t index);
  void Write(AxiLiteMaster& pins, const AxiLiteSlave& answers, uint32_t offset, uint32_t data);
  uint32_t Read(AxiLiteMaster& pins, const AxiLiteSlave& answers, uint32_t offset);

  std::unique_ptr<TileModel> tile_;
  LockstepChecker checker_;
  Draw draw_;
  uint64_t seed_;
  int sg_bytes_;
  std::unique_ptr<Rules> rules_;
  TileInputs in_;
  std::array<Port, kTilePorts> ports_;
  std::unordered_map<uint32_t, uint64_t> memory_;
};

}  // namespace nve
