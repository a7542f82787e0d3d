// SPDX-License-Identifier: Apache-2.0
// What happens on the channels of one AXI4 master, counted in every cycle.
//
// A cycle belongs to exactly one kind on the read side and to exactly one on the write side, so the
// kinds of a side add up to the cycles. Cycles in which the port was not stepped are idle.
#pragma once

#include <array>
#include <cstdint>
#include <deque>

#include "host/axi/axi.hpp"
#include "report/result/run_result.hpp"

namespace nve {

/// What a side of a port did in a cycle; the first that applies.
enum class AxiCycle {
  kBeat,      ///< a data beat was handed over
  kSlowSink,  ///< a data beat was there and was not taken
  kStall,     ///< a burst is open and its data do not come: of the memory (R), of the master (W)
  kResponse,  ///< write side: all data sent, B still to come
  kAddress,   ///< an address is there, nothing else is open
  kIdle,
};
inline constexpr size_t kAxiCycles = 6;
inline constexpr std::array<const char*, kAxiCycles> kAxiCycleNames = {
    "beat", "slow_sink", "stall", "response", "address", "idle"};

/// One side of a port. Differences of two moments are those of the time between them, but for
/// `most_open`.
struct AxiSideCounts {
  /// The last bin holds everything from there on.
  static constexpr size_t kLatencyBins = 128;

  std::array<uint64_t, kAxiCycles> cycles{};  ///< by AxiCycle; kIdle is filled in by AxiMonitor
  uint64_t bursts = 0;                        ///< addresses handed over
  uint64_t bytes = 0;
  uint64_t address_wait = 0;  ///< cycles an address was there and was not taken
  uint64_t most_open = 0;     ///< bursts under way at a time
  /// Cycles from the address handshake to the first R beat; from the last W beat to B.
  std::array<uint64_t, kLatencyBins> latency{};

  AxiSideCounts& operator+=(const AxiSideCounts& other);
  AxiSideCounts operator-(const AxiSideCounts& earlier) const;
};

/// The same in the result of a run, without the latencies that no burst had.
AxiSideOfRun ResultOf(const AxiSideCounts& counts);

struct AxiCounts {
  AxiSideCounts read;
  AxiSideCounts write;

  AxiCounts& operator+=(const AxiCounts& other);
  AxiCounts operator-(const AxiCounts& earlier) const;
};

class AxiMonitor {
 public:
  /// One cycle: what master and port drive, on a bus of `bus_bytes`.
  void Observe(const AxiMaster& master, const AxiSlave& slave, int bus_bytes, uint64_t now) {
    ObserveRead(master, slave, bus_bytes, now);
    ObserveWrite(master, slave, bus_bytes, now);
  }

  /// Whether bursts are under way, their response included.
  bool ReadsOpen() const { return !reads_.empty(); }
  bool WritesOpen() const { return writes_ != 0 || !responses_.empty(); }

  /// Data beats so far.
  uint64_t ReadBeats() const { return BeatsOf(counts_.read); }
  uint64_t WriteBeats() const { return BeatsOf(counts_.write); }

  /// The counts of the first `cycles` cycles.
  AxiCounts Counts(uint64_t cycles) const;

 private:
  void ObserveRead(const AxiMaster& master, const AxiSlave& slave, int bus_bytes, uint64_t now);
  void ObserveWrite(const AxiMaster& master, const AxiSlave& slave, int bus_bytes, uint64_t now);

  static uint64_t BeatsOf(const AxiSideCounts& side) {
    return side.cycles[static_cast<size_t>(AxiCycle::kBeat)];
  }

  AxiCounts counts_;
  std::deque<uint64_t> reads_;      // cycle of the AR handshake, of the open bursts
  std::deque<uint64_t> responses_;  // cycle of the last W beat, of the bursts whose B is to come
  int64_t writes_ = 0;              // addresses handed over less bursts whose data are complete
  bool first_beat_ = true;          // of the read burst in front
};

}  // namespace nve
