// SPDX-License-Identifier: Apache-2.0
// A Verilated nve_top behind a plain interface, so that the platform can hold any build of it: the
// fast one, the one that writes waves, or the netlist of the synthesis front end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "host/axi/axi.hpp"
#include "host/axi/faults.hpp"
#include "host/verilated/in_reset.hpp"
#include "host/waves/wave_options.hpp"
#include "nve_isa.hpp"

namespace nve {

/// What the tile sees in a cycle.
struct TileInputs {
  std::array<AxiSlave, kTilePorts> ports;  ///< by TilePort
  AxiLiteMaster core;                      ///< settings of the core
  AxiLiteMaster dma;                       ///< registers of the DMA
};

/// What the tile drives in a cycle.
struct TileOutputs {
  std::array<AxiMaster, kTilePorts> ports;  ///< by TilePort
  AxiLiteSlave core;
  AxiLiteSlave dma;
  AxiStreamFlags input;  ///< of the stream into the core, which stays inside
  bool core_interrupt = false;
  bool mm2s_interrupt = false;
  bool s2mm_interrupt = false;
};

class TileModel {
 public:
  virtual ~TileModel() = default;

  /// A few clock cycles with pin rst_ni low; the next cycle is the first one out of reset.
  void Reset(const InReset& in_reset = [] {}) { HoldReset(in_reset); }

  /// Puts the inputs of the current cycle on the pins.
  virtual void Drive(const TileInputs& in) = 0;

  /// The clock edge that ends the current cycle; refreshes outputs().
  virtual void Step() = 0;

  /// Waves from now on; a file that is being written is complete then. Builds without waves write
  /// none.
  virtual void SetWaves(const WaveOptions& waves) = 0;

  const TileOutputs& outputs() const { return outputs_; }

  /// All state as it lies in memory, input pins included: two moments with the same bytes are in
  /// the same state. Empty: the build does not say.
  virtual std::span<const std::byte> State() const { return {}; }

  /// Bytes of the descriptor port's data: 4, or 8 in the mover.
  int sg_bytes() const { return sg_bytes_; }

  /// probe_o and probe_inputs_o of the current cycle; the pointers never change.
  const uint32_t* probe() const { return probe_; }
  const uint32_t* probe_inputs() const { return probe_inputs_; }

 protected:
  virtual void HoldReset(const InReset& in_reset) = 0;

  TileOutputs outputs_;
  int sg_bytes_ = 0;
  const uint32_t* probe_ = nullptr;
  const uint32_t* probe_inputs_ = nullptr;
};

/// The fast build. Which model that is, the RTL or its netlist, is chosen by the library a tool
/// links.
std::unique_ptr<TileModel> MakeTile();
std::unique_ptr<TileModel> MakeMoverTile();  ///< its DMA is the mover

/// A build that can write FST files; `waves` is the first.
std::unique_ptr<TileModel> MakeTracedTile(const WaveOptions& waves);
std::unique_ptr<TileModel> MakeTracedMoverTile(const WaveOptions& waves);

}  // namespace nve
