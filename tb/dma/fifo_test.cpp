// SPDX-License-Identifier: Apache-2.0
// nve_fifo against a queue and the places that docs/isa.md (section 9) gives its words, with random
// pushes, pops, clears and resets: depths 1 and 5 (not a power of two).
#include <Vfifo1.h>
#include <Vfifo5.h>
#include <gtest/gtest.h>

#include <deque>
#include <memory>
#include <random>

namespace {

template <class Model>
void RunBench(unsigned depth, unsigned place_bits) {
  auto dut = std::make_unique<Model>();
  std::minstd_rand rng(7);
  std::deque<uint16_t> queue;
  unsigned enter = 0;
  unsigned leave = 0;
  const auto empty = [&] {
    queue.clear();
    enter = leave = 0;
  };
  dut->clk_i = 0;
  dut->rst_ni = 0;
  dut->eval();
  dut->rst_ni = 1;
  for (int i = 0; i < 20000; i++) {
    // Phases that favour filling, draining, and neither.
    const unsigned bias = (i / 500) % 3;
    dut->push_valid_i = rng() % 4 < (bias == 0 ? 3u : bias == 1 ? 1u : 2u);
    dut->pop_ready_i = rng() % 4 < (bias == 1 ? 3u : bias == 0 ? 1u : 2u);
    dut->push_data_i = static_cast<uint16_t>(rng());
    dut->clear_i = rng() % 300 == 0;
    // The pin resets without a clock edge.
    if (rng() % 300 == 0) {
      dut->rst_ni = 0;
      dut->eval();
      dut->rst_ni = 1;
      empty();
    }
    dut->eval();
    ASSERT_EQ(dut->level_o, queue.size());
    ASSERT_EQ(dut->push_ready_o, queue.size() < depth);
    ASSERT_EQ(dut->pop_valid_o, !queue.empty());
    ASSERT_EQ(dut->places_o, enter << place_bits | leave);
    if (!queue.empty()) {
      ASSERT_EQ(dut->pop_data_o, queue.front());
    }
    const bool push = dut->push_valid_i && dut->push_ready_o;
    const bool pop = dut->pop_ready_i && dut->pop_valid_o;
    if (pop) {
      queue.pop_front();
      leave = (leave + 1) % depth;
    }
    if (push) {
      queue.push_back(dut->push_data_i);
      enter = (enter + 1) % depth;
    }
    if (dut->clear_i) empty();
    dut->clk_i = 1;
    dut->eval();
    dut->clk_i = 0;
    dut->eval();
  }
}

TEST(Fifo, DepthOne) { RunBench<Vfifo1>(1, 1); }
TEST(Fifo, DepthFive) { RunBench<Vfifo5>(5, 3); }

}  // namespace
