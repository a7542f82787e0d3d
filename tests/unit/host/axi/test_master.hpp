// SPDX-License-Identifier: Apache-2.0
// An AXI master for the tests of the memory side: a list of bursts, each handed over as fast as the
// port and a random number generator let it.
#pragma once

#include <cstdint>
#include <deque>
#include <random>
#include <vector>

#include "host/axi/axi.hpp"

namespace nve::testing {

struct TestBurst {
  uint32_t address = 0;
  std::vector<uint64_t> beats;  ///< written, or as many to be read
  uint8_t response = 0;         ///< seen, of reads that of the last beat
};

class TestMaster {
 public:
  /// `percent`: chance of every handshake per cycle; 100 = at once.
  TestMaster(int bus_bytes, unsigned seed, unsigned percent)
      : bus_bytes_(bus_bytes), random_(seed), percent_(percent) {}

  void Read(uint32_t address, size_t beats);
  void Write(uint32_t address, std::vector<uint64_t> beats);

  /// What it drives in the current cycle.
  const AxiMaster& pins() const { return pins_; }

  /// The end of a cycle in which the port drove `in`.
  void Step(const AxiSlave& in);

  bool Done() const;
  const std::vector<TestBurst>& reads() const { return reads_; }
  const std::vector<TestBurst>& writes() const { return writes_; }
  uint64_t cycles_to_done() const { return cycles_to_done_; }

 private:
  bool Chance() { return random_() % 100 < percent_; }
  void StepRead(const AxiSlave& in);
  void StepWrite(const AxiSlave& in);

  int bus_bytes_;
  std::mt19937 random_;
  unsigned percent_;
  AxiMaster pins_;
  std::vector<TestBurst> reads_;
  std::vector<TestBurst> writes_;
  size_t read_asked_ = 0;  // addresses handed over
  size_t read_done_ = 0;   // bursts complete
  size_t read_beat_ = 0;
  size_t write_asked_ = 0;
  size_t write_sent_ = 0;
  size_t write_done_ = 0;
  size_t write_beat_ = 0;
  uint64_t cycle_ = 0;
  uint64_t cycles_to_done_ = 0;
};

}  // namespace nve::testing
