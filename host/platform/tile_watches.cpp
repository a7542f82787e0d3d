// SPDX-License-Identifier: Apache-2.0
// What watches the tiles: see tile_watches.hpp. What the monitors of the ports count anyway is only
// looked at when a bin of the use over time ends.
#include "host/platform/tile_watches.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include "arch/build_machine.hpp"
#include "host/platform/tile_dma.hpp"

namespace nve {
namespace {

struct PortSide {
  const char* name;
  TilePort port;
  bool write;
};
constexpr std::array<PortSide, 4> kPortSides = {{{"mm2s_read", TilePort::kMm2s, false},
                                                 {"s2mm_write", TilePort::kS2mm, true},
                                                 {"sg_read", TilePort::kSg, false},
                                                 {"sg_write", TilePort::kSg, true}}};

}  // namespace

TileWatches::TileWatches(const std::vector<std::unique_ptr<Tile>>& tiles, const TilePorts& ports,
                         uint64_t timeout, bool use)
    : tiles_(tiles), ports_(ports), uses_(tiles.size()), core_uses_(use ? tiles.size() : 0) {
  for (size_t i = 0; i < tiles.size(); ++i) {
    streams_.emplace_back(i, timeout);
    const DmaShape shape = {.sg_bytes = static_cast<uint32_t>(tiles[i]->PortBytes(TilePort::kSg))};
    dmas_.push_back({std::make_unique<DmaRules>(TileName(i), shape), {}});
  }
}

void TileWatches::SetObserver(CycleObserver& observer) {
  observer_ = &observer;
  for (size_t i = 0; i < tiles_.size(); ++i) {
    for (size_t p = 0; p < kTilePorts; ++p) {
      const auto port = static_cast<TilePort>(p);
      bursts_.emplace_back(observer, static_cast<int>(i), port, tiles_[i]->PortBytes(port));
    }
    descriptors_.emplace_back(observer, static_cast<int>(i));
  }
}

void TileWatches::StepReset(size_t tile, uint64_t cycle) {
  streams_[tile].StepReset(tiles_[tile]->probe_inputs(), tiles_[tile]->probe(), cycle);
}

void TileWatches::StepPins(size_t tile, uint64_t cycle, bool copying) {
  const Tile& t = *tiles_[tile];
  streams_[tile].Step(t.probe_inputs(), t.probe(), t.inputs().dma, cycle,
                      {.due = dmas_[tile].rules->owes_word(), .flags = t.outputs().input});
  dmas_[tile].registers = t.inputs().dma;
  CountUse(tile, copying);
  if (!core_uses_.empty()) core_uses_[tile].Count(t.probe());
  if (observer_ != nullptr) TellObserver(tile, cycle);
}

void TileWatches::StepDma(size_t tile, uint64_t cycle) {
  const Tile& t = *tiles_[tile];
  dmas_[tile].rules->Step(
      DmaPinsOf(dmas_[tile].registers, t.inputs(), t.outputs(), t.probe_inputs(), t.probe()),
      cycle);
}

bool TileWatches::Quiet(size_t tile) const {
  const Tile& t = *tiles_[tile];
  if (observer_ != nullptr || !dmas_[tile].rules->Quiet()) return false;
  for (size_t p = 0; p < kTilePorts; ++p) {
    if (!ports_.Of(tile, p).port->Quiet()) return false;
  }
  return !Accessed(tile) && t.probe().state == static_cast<uint32_t>(arch::State::kIdle) &&
         t.probe_inputs().s_tvalid == 0 && t.probe().m_tvalid == 0 && t.probe().agu_write == 0;
}

void TileWatches::StandStill(size_t tile, bool copying, uint64_t cycles) {
  uses_[tile].CountIdle(copying, static_cast<int64_t>(cycles));
  if (!core_uses_.empty()) core_uses_[tile].Count(tiles_[tile]->probe(), cycles);
}

void TileWatches::TellObserver(size_t tile, uint64_t cycle) {
  observer_->Use(static_cast<int>(tile), uses_[tile].last(), cycle);
  for (size_t p = 0; p < kTilePorts; ++p) {
    const AxiMaster& master = tiles_[tile]->outputs().ports[p];
    const AxiSlave& slave = ports_.Of(tile, p).out();
    bursts_[tile * kTilePorts + p].Step(master, slave, cycle);
    if (p == static_cast<size_t>(TilePort::kSg)) descriptors_[tile].Step(master, slave, cycle);
  }
}

// With all pins of the cycle in place.
void TileWatches::CountUse(size_t tile, bool copying) {
  const Tile& t = *tiles_[tile];
  const arch::Probe& probe = t.probe();
  const auto master = [&](TilePort port) -> const AxiMaster& {
    return t.outputs().ports[static_cast<size_t>(port)];
  };
  CycleView view;
  view.state = static_cast<arch::State>(probe.state);
  view.stall = static_cast<arch::Stall>(probe.stall);
  const TilePorts::Connection& in = ports_.Of(tile, TilePort::kMm2s);
  view.read_shown = in.out().rvalid;
  view.read_open = master(TilePort::kMm2s).arvalid || in.monitor().ReadsOpen();
  if (view.state != arch::State::kIdle) {
    view.word_taken = (t.probe_inputs().s_tvalid & probe.s_tready) != 0;
  } else {
    view.copying = copying;
    const AxiMonitor& out = ports_.Of(tile, TilePort::kS2mm).monitor();
    const AxiMonitor& descriptors = ports_.Of(tile, TilePort::kSg).monitor();
    view.output_moves = out.WritesOpen() || descriptors.ReadsOpen() || descriptors.WritesOpen() ||
                        master(TilePort::kS2mm).awvalid || master(TilePort::kSg).awvalid ||
                        master(TilePort::kSg).arvalid;
  }
  view.waits = in.port->WaitsOfShown(in.master);
  uses_[tile].Count(view);
}

// By tile: the uses of its core, then the sides of its ports.
TimeBins::Sums TileWatches::UseSums() const {
  TimeBins::Sums sums;
  sums.reserve(core_uses_.size() * (kCoreUses + kPortSides.size()));
  for (size_t tile = 0; tile < core_uses_.size(); ++tile) {
    sums.insert(sums.end(), core_uses_[tile].sums().begin(), core_uses_[tile].sums().end());
    for (const PortSide& side : kPortSides) {
      const AxiMonitor& monitor = ports_.Of(tile, side.port).monitor();
      sums.push_back(side.write ? monitor.WriteBeats() : monitor.ReadBeats());
    }
  }
  return sums;
}

std::vector<CoreUse> TileWatches::UseOverTime(uint64_t cycle) const {
  const std::array<uint64_t, kCoreUses> capacities = CoreUseCapacities(arch::BuildSizes());
  const TimeBins::Sums sums = UseSums();
  std::vector<CoreUse> cores;
  size_t index = 0;
  for (size_t tile = 0; tile < core_uses_.size(); ++tile) {
    CoreUse& core = cores.emplace_back(CoreUse{"core " + std::to_string(tile), {}});
    const auto add = [&](const char* name, uint64_t capacity) {
      core.series.push_back({name, {capacity, sums[index], use_bins_.Bins(index, cycle, sums)}});
      ++index;
    };
    for (size_t k = 0; k < kCoreUses; ++k) add(kCoreUseNames[k], capacities[k]);
    for (const PortSide& side : kPortSides) add(side.name, 1);
  }
  return cores;
}

}  // namespace nve
