// SPDX-License-Identifier: Apache-2.0
// What watches the tiles cycle by cycle: rules of streams and DMA, what cycles were for, FIFOs and
// ports over time, and an observer of cycles, bursts and descriptors.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "host/axi/burst_watch.hpp"
#include "host/axi/cycle_observer.hpp"
#include "host/axi/cycle_uses.hpp"
#include "host/axi/descriptor_watch.hpp"
#include "host/axi/dma_rules.hpp"
#include "host/axi/stream_watch.hpp"
#include "host/platform/tile.hpp"
#include "host/platform/tile_ports.hpp"
#include "model/sim/core_uses.hpp"
#include "report/result/time_bins.hpp"

namespace nve {

class TileWatches {
 public:
  /// Both outlive this. A stream that waits for longer than `timeout` cycles breaks a rule. `use`:
  /// FIFOs and ports are counted over time.
  TileWatches(const std::vector<std::unique_ptr<Tile>>& tiles, const TilePorts& ports,
              uint64_t timeout, bool use);

  /// Tells `observer`, which must outlive this, of every cycle, burst and descriptor.
  void SetObserver(CycleObserver& observer);

  /// A cycle of a tile's reset.
  void StepReset(size_t tile, uint64_t cycle);

  /// A cycle of a tile, with all pins in place. `copying`: the processor moves data.
  void StepPins(size_t tile, uint64_t cycle, bool copying);

  /// The rules of the DMA, behind those of AXI, on which they depend.
  void StepDma(size_t tile, uint64_t cycle);

  /// The processor accesses a register of the tile.
  bool Accessed(size_t tile) const {
    const TileInputs& in = tiles_[tile]->inputs();
    return IsAccess(in.core) || IsAccess(in.dma);
  }

  /// Whether nothing that is watched happens in this cycle of a tile, or would in one like it.
  bool Quiet(size_t tile) const;

  /// So many such cycles.
  void StandStill(size_t tile, bool copying, uint64_t cycles);

  /// EndCycle(cycle) looks at what has been counted.
  bool LooksAt(uint64_t cycle) const { return cycle == use_bins_.due() && !core_uses_.empty(); }

  /// All tiles have taken their clock edge; `cycle` is the next one.
  void EndCycle(uint64_t cycle) {
    if (LooksAt(cycle)) use_bins_.End(UseSums());
  }

  /// The driver begins or ends a step of the tile.
  void MarkStep(size_t tile) { uses_[tile].MarkStep(); }
  /// What the cycles of a tile were for.
  CycleUseCounts UsesOf(size_t tile) const { return uses_[tile].Counts(); }
  /// How tiles used FIFOs and ports over time until this cycle; nothing without `use`.
  std::vector<CoreUse> UseOverTime(uint64_t cycle) const;
  uint64_t use_bin_cycles() const { return use_bins_.width(); }

 private:
  static bool IsAccess(const AxiLiteMaster& pins) {
    return pins.awvalid || pins.wvalid || pins.bready || pins.arvalid || pins.rready;
  }
  void CountUse(size_t tile, bool copying);
  void TellObserver(size_t tile, uint64_t cycle);
  TimeBins::Sums UseSums() const;

  const std::vector<std::unique_ptr<Tile>>& tiles_;
  const TilePorts& ports_;
  CycleObserver* observer_ = nullptr;
  std::vector<BurstWatch> bursts_;  // tile * kTilePorts + TilePort; empty without observer
  std::vector<DescriptorWatch> descriptors_;  // by tile; empty without observer
  std::vector<CycleUses> uses_;               // by tile
  std::vector<CoreUses> core_uses_;           // by tile; empty without use
  TimeBins use_bins_;
  std::vector<StreamWatch> streams_;  // by tile
  // What watches a tile's DMA, and what its register master drives in the current cycle.
  struct DmaWatch {
    std::unique_ptr<DmaRules> rules;
    AxiLiteMaster registers;
  };
  std::vector<DmaWatch> dmas_;  // by tile
};

}  // namespace nve
