// SPDX-License-Identifier: Apache-2.0
// A Verilated nve_dma behind a plain interface: its memory ports, its registers and its streams.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "host/axi/axi.hpp"
#include "host/axi/faults.hpp"
#include "host/verilated/in_reset.hpp"

namespace nve {

/// What the DMA sees in a cycle.
struct DmaInputs {
  std::array<AxiSlave, kTilePorts> ports;  ///< by TilePort
  AxiLiteMaster registers;
  bool sink_ready = false;  ///< of the MM2S stream
  bool source_valid = false;
  uint64_t source_data = 0;
  bool source_last = false;
};

/// What the DMA drives in a cycle.
struct DmaOutputs {
  std::array<AxiMaster, kTilePorts> ports;  ///< by TilePort
  AxiLiteSlave registers;
  bool sink_valid = false;
  uint64_t sink_data = 0;
  uint8_t sink_keep = 0;
  bool sink_last = false;
  bool source_ready = false;
  bool mm2s_interrupt = false;
  bool s2mm_interrupt = false;
};

class DmaModel {
 public:
  virtual ~DmaModel() = default;

  /// A few clock cycles with rst_ni low.
  void Reset(const InReset& in_reset = [] {}) { HoldReset(in_reset); }
  /// Puts the inputs of the current cycle on the pins.
  virtual void Drive(const DmaInputs& in) = 0;
  /// The clock edge that ends the current cycle; refreshes outputs().
  virtual void Step() = 0;

  const DmaOutputs& outputs() const { return outputs_; }
  int sg_bytes() const { return sg_bytes_; }

 protected:
  virtual void HoldReset(const InReset& in_reset) = 0;

  DmaOutputs outputs_;
  int sg_bytes_ = 0;
};

/// Builds of the DMA: "axi_dma", "axi_dma_gap0" (no idle cycles between write bursts), "mover".
std::vector<std::string> DmaProfiles();
std::unique_ptr<DmaModel> MakeDma(const std::string& profile);

}  // namespace nve
