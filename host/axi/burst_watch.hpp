// SPDX-License-Identifier: Apache-2.0
// The bursts of one AXI4 master, each reported when it has ended.
#pragma once

#include <cstdint>
#include <deque>

#include "host/axi/axi.hpp"
#include "host/axi/cycle_observer.hpp"

namespace nve {

class BurstWatch {
 public:
  /// `observer` is told of the bursts of `port` of `tile`, on a bus of `bus_bytes`.
  BurstWatch(CycleObserver& observer, int tile, TilePort port, int bus_bytes)
      : observer_(&observer), tile_(tile), port_(port), bus_bytes_(bus_bytes) {}

  /// One cycle: what master and port drive.
  void Step(const AxiMaster& master, const AxiSlave& slave, uint64_t now);

 private:
  uint64_t Bytes(uint64_t beats) const { return beats * static_cast<uint64_t>(bus_bytes_); }

  CycleObserver* observer_;
  int tile_;
  TilePort port_;
  int bus_bytes_;
  std::deque<uint64_t> reads_;    // cycle of the address handshake, of the open bursts
  std::deque<uint64_t> writes_;   // the same
  std::deque<uint64_t> lengths_;  // beats, of the writes whose data are complete
  uint64_t read_beats_ = 0;       // of the read burst in front
  uint64_t write_beats_ = 0;      // of the write burst whose data come
};

}  // namespace nve
