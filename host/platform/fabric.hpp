// SPDX-License-Identifier: Apache-2.0
// Everything that is clocked: tiles, memory ports and register bus, stepped cycle by cycle by one
// SystemC process.
//
// Every signal between the parts is the output of a register, so a cycle needs one pass: put all
// outputs of the cycle on the pins, let every part take its clock edge. Cycles are run in batches:
// as long as the processor waits, nothing outside the fabric can change, so the process runs until
// what the processor waits for happens, and only then lets SystemC time catch up. The processor
// sees the same cycles as with one activation per edge.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "host/axi/cycle_observer.hpp"
#include "host/axi/cycle_uses.hpp"
#include "host/axi/register_bus.hpp"
#include "host/memory/memory_array.hpp"
#include "host/memory/memory_model.hpp"
#include "host/platform/processor_gate.hpp"
#include "host/platform/still_tiles.hpp"
#include "host/platform/tile.hpp"
#include "host/platform/tile_ports.hpp"
#include "host/platform/tile_watches.hpp"
#include "host/platform/watchdog.hpp"

namespace nve {

struct FabricOptions {
  int clock_mhz = arch::kClockMhz;
  bool probes = true;         ///< AXI channels are counted and their rules checked
  bool use = true;            ///< FIFOs and ports are counted over time; needs probes
  bool evaluate_all = false;  ///< tiles that stand still, too; always without probes, with faults
  uint64_t watchdog_cycles = 100'000;  ///< without any progress, ends the run
  uint64_t max_cycles = UINT64_MAX;    ///< ends the run, and the clock, after so many
};

/// The watchdog ended the run; what() says what everything waits for.
class RunStopped : public CheckFailed {
 public:
  RunStopped(const std::string& text, bool during_access)
      : CheckFailed(text), during_access_(during_access) {}

  /// A register access was not answered: the processor cannot make another one.
  bool during_access() const { return during_access_; }

 private:
  bool during_access_;
};

class Fabric : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Fabric);
  Fabric(const sc_core::sc_module_name& name, std::vector<std::unique_ptr<Tile>> tiles,
         MemoryArray& memory, MemoryModel& model, RegisterBus& registers, const Fault& fault,
         const Board& board, const FabricOptions& options);

  /// The pin reset of every tile, when the register bus has its targets.
  void Reset();

  // ---- The processor's side, called from its thread ----

  /// Waits until the access begun on the register bus has been answered.
  void WaitAccess();

  /// Waits until one of the interrupt lines rises or `timeout_cycles` passed; returns the lines.
  uint64_t WaitInterrupt(uint64_t lines, uint64_t timeout_cycles);

  /// The processor is busy with itself for so many cycles.
  void WaitCycles(uint64_t cycles, bool copying);

  /// The processor has nothing more to do; the clock stops.
  void Finish() { finished_ = true; }

  /// What goes wrong at the memory ports from now on.
  void Inject(const Fault& fault) { ports_.Inject(fault); }

  // ---- Observers ----

  int clock_mhz() const { return options_.clock_mhz; }
  uint64_t cycle() const { return cycle_; }  ///< since the end of the reset
  const std::vector<std::unique_ptr<Tile>>& tiles() const { return tiles_; }
  /// What happened so far on the channels of a tile's master; nothing without probes.
  AxiCounts AxiCountsOf(size_t tile, TilePort port) const;
  /// What the cycles of a tile were for; nothing without probes.
  CycleUseCounts UsesOf(size_t tile) const {
    return watches_ ? watches_->UsesOf(tile) : CycleUseCounts{};
  }
  /// How tiles used FIFOs and ports over time; nothing without `use`.
  std::vector<CoreUse> UseOverTime() const {
    return watches_ ? watches_->UseOverTime(cycle_) : std::vector<CoreUse>{};
  }
  uint64_t use_bin_cycles() const { return watches_ ? watches_->use_bin_cycles() : 1; }

  /// Tells `observer`, which must outlive this, of every cycle, burst and descriptor. Needs probes.
  void SetObserver(CycleObserver& observer) { watches_.value().SetObserver(observer); }

  /// The driver begins or ends a step of the tile.
  void MarkStep(size_t tile) {
    if (watches_) watches_->MarkStep(tile);
  }
  double seconds() const { return seconds_; }  ///< processor time spent in clock cycles

  /// Cycles per activation at most: long enough that SystemC costs nothing, short enough for the
  /// progress line.
  static constexpr uint64_t kBatchCycles = 4096;

  /// Called after every batch of cycles with the current cycle.
  void SetProgress(std::function<void(uint64_t)> progress) { progress_ = std::move(progress); }

  /// The cycle after the last one in which anything moved.
  uint64_t progress_cycle() const { return watchdog_.progress_cycle(); }

  /// The same when the watchdog or the cycle limit ended the run, nothing otherwise. Behind the
  /// limit the clock stands, behind the watchdog it runs on for what the processor asks.
  std::optional<uint64_t> stopped_cycle() const { return watchdog_.stopped_cycle(); }

  /// The exception that ended the clock, if one did.
  std::exception_ptr failure() const { return failure_; }

  /// A lockstep mismatch ends the clock so many cycles later, for what follows in the waves.
  void SetCyclesAfterMismatch(uint64_t cycles) { cycles_after_mismatch_ = cycles; }

  /// The tile whose lockstep ended the clock, or -1.
  int mismatch_tile() const { return mismatch_tile_; }

  /// The driver has found a failure of the tile.
  void MarkFailure(size_t tile) { failed_tile_ = tile; }

  /// The tile to look at after a failure: that of the mismatch or of the broken rule, or that which
  /// the driver told of; else the first one whose core is at work, or tile 0.
  size_t failed_tile() const;

  /// What cores, FIFOs, memory ports and register bus are doing.
  std::string Describe() const;

 private:
  void SetProbes();
  void WatchReset(size_t tile);
  void OnClock();
  uint64_t RunBatch();
  void StepCycle();
  bool Stands(size_t tile) { return still_ && still_->Stands(tile, gate_.copying()); }
  void OnMismatch(size_t tile);
  bool ProcessorIsDue() const { return !stopped_.empty() || gate_.Due(cycle_, interrupts_); }
  void CheckLimits();
  void StopFor(const std::exception_ptr& failure);
  void Block();

  std::vector<std::unique_ptr<Tile>> tiles_;
  TilePorts ports_;
  std::optional<TileWatches> watches_;  // with probes
  std::optional<StillTiles> still_;
  std::vector<uint64_t> lines_;  // by tile
  MemoryModel& model_;
  bool model_ticks_;
  RegisterBus& registers_;
  FabricOptions options_;
  ProcessorGate gate_;
  Watchdog watchdog_;
  sc_core::sc_time period_;
  std::function<void(uint64_t)> progress_ = [](uint64_t) {};

  uint64_t cycle_ = 0;
  uint64_t interrupts_ = 0;  // lines in the current cycle
  bool finished_ = false;
  std::string stopped_;  // why the run ends, handed to the processor
  sc_core::sc_event wake_;
  std::exception_ptr failure_;
  int mismatch_tile_ = -1;
  std::optional<size_t> failed_tile_;  // that is known to have failed
  uint64_t cycles_after_mismatch_ = 0;
  uint64_t end_cycle_ = 0;  // after a mismatch
  double seconds_ = 0;
};

}  // namespace nve
