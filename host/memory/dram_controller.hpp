// SPDX-License-Identifier: Apache-2.0
// A DDR3 controller: read and write queues, first-ready first-come-first-served (FR-FCFS) among
// their bursts, batches of one direction, open rows, refresh. All times in DRAM clocks.
//
// In every clock at most one command is given: the column command of the oldest burst whose row is
// open, or else the activation or precharge the oldest burst of a bank needs (a row with hits
// waiting is not closed). Behind the oldest burst of all, once it has waited long, no younger one
// of its bank is served. Clocks in which nothing can happen are skipped.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "host/memory/dram_device.hpp"
#include "host/memory/memory_config.hpp"
#include "host/memory/memory_model.hpp"

namespace nve {

class DramController {
 public:
  struct Burst {
    uint64_t arrival = 0;  ///< clock from which on the controller sees it
    int port = 0;          ///< of the controller: they take turns
    uint64_t address = 0;
    uint64_t bytes = 0;
    void* tag = nullptr;  ///< the caller's
  };
  /// Reads: the clock after the last data, and the clocks of waiting since the burst entered the
  /// queue.
  using ReadDone = std::function<void(void* tag, uint64_t clock, const MemoryWaits& waits)>;
  /// Writes: the clock in which the burst entered the queue.
  using WriteTaken = std::function<void(void* tag, uint64_t clock)>;

  DramController(const MemoryConfig& config, ReadDone read_done, WriteTaken write_taken);

  /// Bursts of one port and direction come in the order of their arrival.
  void Read(const Burst& burst) { Arrive(reads_, burst); }
  void Write(const Burst& burst) { Arrive(writes_, burst); }

  /// Everything before clock `end`.
  void RunUntil(uint64_t end);
  /// The same, but no further than the first clock in which a callback is called: that clock.
  std::optional<uint64_t> RunToAnswer(uint64_t end);

  /// Commands so far.
  const DramStatistics& statistics() const { return statistics_; }

  /// By column commands until `clock`, not before the last one that is done.
  MovedBytes Moved(double clock) const;

 private:
  struct Place {
    int bank = 0;
    int64_t row = 0;
  };
  // A burst the controller chooses among; `address` and `bytes` are those of what is left.
  struct Entry {
    Burst burst;
    uint64_t admitted = 0;
    MemoryWaits before;  // clocks of waiting until it was admitted
  };
  struct Side {
    Side(bool is_write, int most) : write(is_write), capacity(static_cast<size_t>(most)) {}
    bool write;
    size_t capacity;
    std::vector<std::deque<Burst>> arriving;  // by port
    std::vector<uint64_t> first;              // by port: the arrival of its first burst
    uint64_t next_arrival = UINT64_MAX;       // the least of them
    size_t next_port = 0;
    std::vector<Entry> queue;  // oldest first
    std::vector<Place> next;   // by entry: of its next column command; all are looked at in a clock
  };

  /// The next clock in which something may be done, and all clocks until the one after it.
  void Advance(uint64_t end);
  void Arrive(Side& side, const Burst& burst);
  Place PlaceOf(uint64_t address) const;
  void Admit(Side& side, uint64_t now);
  uint64_t NextArrival() const;
  /// Does what can be done in clock `now`; returns the next clock in which something may be done.
  uint64_t Step(uint64_t now);
  uint64_t StepRefresh(uint64_t now);
  /// Why the oldest read gets no data in clock `now`, in which no column command was given.
  std::optional<MemoryWait> WaitOf(const Side& side, uint64_t now) const;
  Side& ChooseSide();
  uint64_t StepColumn(Side& side, uint64_t now);
  uint64_t StepRow(Side& side, uint64_t now);
  uint64_t ColumnReady(const Side& side, const Place& place) const;
  void GiveColumn(Side& side, size_t index, uint64_t now);

  const MemoryConfig config_;
  DramDevice device_;
  ReadDone read_done_;
  WriteTaken write_taken_;
  Side reads_;
  Side writes_;
  Side* side_ = &reads_;
  double write_gap_ = 0;   // of the last write burst, clocks
  int served_ = 0;         // bursts since the last change of direction
  uint64_t clock_ = 0;     // everything before it is done
  bool answered_ = false;  // a callback was called in the last clock that was looked at
  uint64_t refresh_due_ = 0;
  uint64_t refresh_end_ = 0;        // of the last one
  uint64_t gap_end_ = 0;            // of the controller's overheads
  uint64_t hits_ = 0;               // banks (bits) with an open row that a burst waits for
  std::optional<MemoryWait> wait_;  // of the clocks until something can be done
  MemoryWaits waited_{};            // clocks so far
  DramStatistics statistics_;
  MovedBytes moved_;  // by all column commands
  struct {
    uint64_t clock = 0;
    double bytes = 0;
    bool write = false;
  } last_;  // of them
};

}  // namespace nve
