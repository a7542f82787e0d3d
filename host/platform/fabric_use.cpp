// SPDX-License-Identifier: Apache-2.0
// How the tiles of a fabric use FIFOs, local memory and memory ports over time. What the monitors
// of the ports count anyway is only looked at when a bin ends.
#include <array>

#include "arch/build_machine.hpp"
#include "host/platform/fabric.hpp"

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

// By tile: the uses of its core, then the sides of its ports.
TimeBins::Sums Fabric::UseSums() const {
  TimeBins::Sums sums;
  sums.reserve(core_uses_.size() * (kCoreUses + kPortSides.size()));
  for (size_t tile = 0; tile < core_uses_.size(); ++tile) {
    sums.insert(sums.end(), core_uses_[tile].sums().begin(), core_uses_[tile].sums().end());
    for (const PortSide& side : kPortSides) {
      const Connection& connection = ConnectionOf(tile, static_cast<size_t>(side.port));
      const AxiMonitor& monitor = connection.port->monitor(connection.master);
      sums.push_back(side.write ? monitor.WriteBeats() : monitor.ReadBeats());
    }
  }
  return sums;
}

std::vector<CoreUse> Fabric::UseOverTime() const {
  const std::array<uint64_t, kCoreUses> capacities = CoreUseCapacities(arch::BuildSizes());
  const TimeBins::Sums sums = UseSums();
  std::vector<CoreUse> cores;
  size_t index = 0;
  for (size_t tile = 0; tile < core_uses_.size(); ++tile) {
    CoreUse& core = cores.emplace_back(CoreUse{"core " + std::to_string(tile), {}});
    const auto add = [&](const char* name, uint64_t capacity) {
      core.series.push_back({name, {capacity, sums[index], use_bins_.Bins(index, cycle_, sums)}});
      ++index;
    };
    for (size_t k = 0; k < kCoreUses; ++k) add(kCoreUseNames[k], capacities[k]);
    for (const PortSide& side : kPortSides) add(side.name, 1);
  }
  return cores;
}

}  // namespace nve
