// The memory side of one AXI4 master port: takes bursts, decodes their addresses, moves their beats
// and asks the memory model when to answer.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "host/platform/axi.hpp"
#include "host/platform/faults.hpp"
#include "host/platform/memory.hpp"

namespace nve {

class AxiPort {
 public:
  /// Bursts of one direction under way at a time; further addresses wait (Zynq HP ports accept 8 to
  /// 70).
  static constexpr size_t kAcceptance = 16;

  /// `name` is used in messages, `number` identifies the port to the memory model.
  AxiPort(std::string name, int number, int bus_bytes, MemoryArray& memory, MemoryModel& model);

  /// What the port drives in the current cycle.
  const AxiSlave& out() const { return out_; }

  /// The end of cycle `now`, in which the master drives `in`. True if anything was handed over. An
  /// access that breaks the AXI rules is a CheckFailed.
  bool Step(const AxiMaster& in, uint64_t now) {
    if (quiet_ && !in.arvalid && !in.awvalid && !in.wvalid) return false;
    return StepActive(in, now);
  }

  void Inject(const Fault& fault);

  /// "mm2s: 2 reads open, AR waits for ARREADY": for time-out messages; empty if nothing is open.
  std::string Describe(const AxiMaster& in) const;

  int64_t read_bytes() const { return read_bytes_; }
  int64_t written_bytes() const { return written_bytes_; }

 private:
  struct Burst {
    MemoryBurst request;
    uint8_t burst = kAxiBurstIncr;
    uint8_t response = kAxiOkay;
    int beat = 0;        // beats moved so far
    int64_t number = 0;  // bursts of this direction before it
    uint64_t BeatAddress() const;
  };

  bool StepActive(const AxiMaster& in, uint64_t now);
  bool StepRead(const AxiMaster& in, uint64_t now);
  bool StepWrite(const AxiMaster& in, uint64_t now);
  Burst Accept(bool write, uint32_t address, uint8_t length, uint8_t size, uint8_t burst,
               int64_t number);
  /// Number of a read among those faults count; -1: not counted.
  int64_t NumberOfRead(uint64_t address);
  void PresentRead(uint64_t next_cycle);
  void WriteBeat(const AxiMaster& in, uint64_t now);
  uint64_t ReadData(const Burst& burst);
  [[noreturn]] void Violation(const std::string& text) const;

  std::string name_;
  int number_;
  int bus_bytes_;
  MemoryArray& memory_;
  MemoryModel& model_;
  Fault fault_;
  AxiSlave out_;
  bool quiet_ = false;           // no burst under way and out_ is that of an idle port
  std::deque<Burst> reads_;      // front is being answered
  std::deque<Burst> writes_;     // data still to come, front first
  std::deque<Burst> responses_;  // all data there, B still to come
  int64_t read_count_ = 0;       // those that faults count
  int64_t write_count_ = 0;
  int64_t read_bytes_ = 0;
  int64_t written_bytes_ = 0;
};

}  // namespace nve
