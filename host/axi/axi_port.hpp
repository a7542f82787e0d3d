// SPDX-License-Identifier: Apache-2.0
// The memory side of an AXI port with one master or several that share it: takes bursts, decodes
// their addresses, moves their beats and asks the memory model when to answer.
//
// Masters of one port take turns with their addresses, one read and one write address per cycle;
// from then on the port is theirs in the order of the addresses, one data beat per cycle and
// direction. A lone address passes without losing a cycle.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "host/axi/axi.hpp"
#include "host/axi/axi_checker.hpp"
#include "host/axi/axi_monitor.hpp"
#include "host/axi/faults.hpp"
#include "host/memory/memory_array.hpp"
#include "host/memory/memory_model.hpp"
#include "program/board.hpp"

namespace nve {

class AxiPort {
 public:
  /// Beats a master may send ahead of their turn (an HP port has room for 128).
  static constexpr size_t kWriteBeats = 16;

  /// `number` identifies the port to the memory model.
  AxiPort(int number, MemoryArray& memory, MemoryModel& model);

  /// Another master, with a bus of `bus_bytes`. `name` is used in messages, `pins` is what it
  /// drives in the current cycle, at the same place for ever. Returns its number.
  int Attach(const std::string& name, int bus_bytes, const AxiMaster& pins);

  /// By which the memory model knows it.
  int number() const { return number_; }

  /// What the port drives towards a master in the current cycle.
  const AxiSlave& out(int master) const { return masters_[static_cast<size_t>(master)].out; }

  /// The end of cycle `now`. True if anything was handed over. A broken AXI rule, on either side,
  /// is a CheckFailed.
  bool Step(uint64_t now) {
    if (Quiet()) return false;
    return StepActive(now);
  }

  /// Nothing is under way or waits, and nothing is asked for: a Step changes nothing.
  bool Quiet() const { return quiet_ && NothingAsked(); }

  /// A cycle in which a master is in its pin reset: no VALID.
  void StepReset(int master) {
    Master& m = masters_[static_cast<size_t>(master)];
    if (checked_) m.checker.StepReset(*m.pins, m.out, 0);
  }

  /// Bursts of one direction under way at a time; further addresses wait.
  void SetAcceptance(size_t bursts) { limits_.acceptance = bursts; }

  /// Cycles in which an answer, or a word under way, must have come: a broken rule otherwise.
  void SetTimeout(uint64_t cycles) { limits_.timeout = cycles; }

  /// Does without the AXI rule checkers.
  void SetUnchecked() { checked_ = false; }

  /// Counts what happens on the channels of the masters from now on.
  void SetMonitored() { monitored_ = true; }
  /// What has been counted in the first `cycles` cycles.
  AxiCounts Counts(int master, uint64_t cycles) const {
    return masters_[static_cast<size_t>(master)].monitor.Counts(cycles);
  }

  const AxiMonitor& monitor(int master) const {
    return masters_[static_cast<size_t>(master)].monitor;
  }
  /// What the read whose data a master sees waited for; null if it sees none.
  const MemoryWaits* WaitsOfShown(int master) const {
    return out(master).rvalid ? &reads_.front().request.waits : nullptr;
  }

  /// What goes wrong with the bursts of a master from now on.
  void Inject(int master, const Fault& fault);

  /// "mm2s: 2 reads open, AR waits for ARREADY": for time-out messages; empty if nothing is open.
  std::string Describe(int master) const;

 private:
  struct Burst {
    MemoryBurst request;
    size_t master = 0;
    uint8_t burst = kAxiBurstIncr;
    uint8_t response = kAxiOkay;
    int bad_beat = -1;      // the only one with this response; -1: all
    int beat = 0;           // beats moved so far
    int64_t number = 0;     // of those that faults count
    bool shown = false;     // its B is or was on the pins
    bool answered = false;  // its B was taken
    uint64_t BeatAddress() const;
    uint8_t BeatResponse() const { return bad_beat < 0 || bad_beat == beat ? response : kAxiOkay; }
  };
  struct Beat {
    uint64_t data = 0;
    uint8_t strobe = 0;
  };
  struct Master {
    Master(const std::string& its_name, int bytes, const AxiMaster& its_pins,
           const AxiLimits& limits)
        : name(its_name),
          bus_bytes(bytes),
          pins(&its_pins),
          out{.arready = true, .awready = true, .wready = true},
          checker(its_name, bytes, limits) {}

    std::string name;
    int bus_bytes = 0;
    const AxiMaster* pins = nullptr;
    AxiSlave out;
    AxiMonitor monitor;
    AxiChecker checker;
    Fault fault;
    std::optional<Burst> read;   // its address is accepted and waits for its turn
    std::optional<Burst> write;  // the same
    std::deque<Beat> data;       // to be written, also in front of their address
    int64_t read_count = 0;      // those that faults count
    int64_t write_count = 0;
  };

  bool NothingAsked() const;
  bool StepActive(uint64_t now);
  bool StepRead(uint64_t now);
  bool StepWrite(uint64_t now);
  bool AcceptAddresses(bool write);
  /// Moves the next address that waits to `queue`, the master after `turn` first.
  bool Arbitrate(std::optional<Burst> Master::*waiting, size_t& turn, std::deque<Burst>& queue);
  Burst Accept(size_t index, bool write);
  /// Number of a burst among those faults count; -1: not counted.
  int64_t NumberOf(Master& master, bool write, uint64_t address);
  void PresentRead(uint64_t next_cycle);
  void PresentResponse(uint64_t next_cycle);
  bool AcceptData();
  void WriteBeat(Master& master, uint64_t now);
  uint64_t ReadData(const Master& master, const Burst& burst);
  Master& MasterOf(const Burst& burst) { return masters_[burst.master]; }

  int number_;
  MemoryArray& memory_;
  MemoryModel& model_;
  std::vector<Master> masters_;
  AxiLimits limits_ = {.acceptance = Board{}.acceptance};
  bool checked_ = true;
  bool monitored_ = false;
  bool quiet_ = false;           // nothing under way or waiting, every master sees an idle port
  std::deque<Burst> reads_;      // front is being answered
  std::deque<Burst> writes_;     // data still to come, front first
  std::deque<Burst> responses_;  // all data there, oldest first
  size_t answered_ = 0;          // of them: their B was taken, that of an older one was not
  bool read_shown_ = false;      // a master sees RVALID
  size_t read_turn_ = 0;         // whose address comes first
  size_t write_turn_ = 0;
};

}  // namespace nve
