// SPDX-License-Identifier: Apache-2.0
// When the memory answers: the interface between the AXI ports and the models of memory timing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "host/memory/memory_config.hpp"

namespace nve {

/// Why a read waits in the DRAM, besides for its own data and those of reads before it.
enum class MemoryWait {
  kRow,         ///< its row is opened, another one closed for it
  kTurnaround,  ///< the bus changes its direction
  kRefresh,
  kWrites,  ///< writes are served
};
inline constexpr size_t kMemoryWaits = 4;
using MemoryWaits = std::array<uint64_t, kMemoryWaits>;  ///< by MemoryWait

/// A burst on its way through the memory.
struct MemoryBurst {
  static constexpr uint64_t kNever = UINT64_MAX;
  int port = 0;  ///< number of the AXI port it came from
  bool write = false;
  uint64_t address = 0;
  int beats = 0;
  int beat_bytes = 0;
  /// First cycle in which R (or, for a write, B) may be valid; set by the model at any time.
  uint64_t ready_cycle = kNever;
  /// Of a read, in cycles; set with ready_cycle by models that know.
  MemoryWaits waits{};

  uint64_t Bytes() const {
    return static_cast<uint64_t>(beats) * static_cast<uint64_t>(beat_bytes);
  }
};

/// What a DRAM has done so far, in its own clocks; all 0 in models without one.
struct DramStatistics {
  uint64_t clocks = 0;           ///< that have passed
  uint64_t column_commands = 0;  ///< RD and WR
  uint64_t activates = 0;
  uint64_t conflicts = 0;  ///< precharges for another row of the bank
  uint64_t refreshes = 0;
  uint64_t refresh_clocks = 0;  ///< clocks in which a refresh occupied the device
  uint64_t turnarounds = 0;     ///< changes of the bus's direction
};

/// What a model has done so far.
struct MemoryStatistics : DramStatistics {
  uint64_t reads = 0;  ///< bursts
  uint64_t writes = 0;
  uint64_t read_bytes = 0;
  uint64_t written_bytes = 0;
};

/// Bytes that the memory itself has moved: when it moves them, neither when they are asked for nor
/// when they are answered. Parts of a byte, since a burst takes its time.
struct MovedBytes {
  double read = 0;
  double written = 0;

  double& Of(bool write) { return write ? written : read; }
};

/// By the names above.
nlohmann::ordered_json MemoryStatisticsJson(const MemoryStatistics& statistics);

/// Bursts of one port are answered in the order they came, reads and writes apart, at most one beat
/// per cycle and port: that is the port's work. The model says from when on.
class MemoryModel {
 public:
  virtual ~MemoryModel() = default;

  /// A read address was accepted in cycle `now`. The burst stays at its place until it is answered.
  void Read(MemoryBurst& burst, uint64_t now) {
    ++bursts_.reads;
    bursts_.read_bytes += burst.Bytes();
    TakeRead(burst, now);
  }

  /// The last data beat of a write was accepted in cycle `now`.
  void Write(MemoryBurst& burst, uint64_t now) {
    ++bursts_.writes;
    bursts_.written_bytes += burst.Bytes();
    TakeWrite(burst, now);
  }

  /// Called at the end of every cycle if NeedsTick.
  virtual void Tick(uint64_t /*now*/) {}
  virtual bool NeedsTick() const { return false; }

  /// For callers who skip cycles, instead of Tick: everything before the end of the first cycle in
  /// which the answer of a burst becomes known, at most before cycle `end`. Returns that cycle.
  virtual std::optional<uint64_t> RunToAnswer(uint64_t /*end*/) { return std::nullopt; }
  /// The ports of these answers, some of them several times.
  virtual std::span<const int> AnsweredPorts() const { return {}; }

  /// Until the beginning of cycle `now`, not before the last one the model has seen, at each place
  /// whose rate is limited: the memory itself, the ways of two ports to it, of which one reads and
  /// one writes. Nothing of a memory that serves any number of bursts at a time.
  virtual std::vector<MovedBytes> Moved(uint64_t /*now*/, int /*reader*/, int /*writer*/) const {
    return {};
  }

  MemoryStatistics Statistics() const {
    MemoryStatistics all = bursts_;
    static_cast<DramStatistics&>(all) = OfDram();
    return all;
  }

 private:
  virtual void TakeRead(MemoryBurst& burst, uint64_t now) = 0;
  virtual void TakeWrite(MemoryBurst& burst, uint64_t now) = 0;
  virtual DramStatistics OfDram() const { return {}; }

  MemoryStatistics bursts_;
};

/// The model a configuration names, behind ports clocked at `clock_mhz`.
std::unique_ptr<MemoryModel> MakeMemoryModel(const MemoryConfig& config, double clock_mhz);

}  // namespace nve
