// SPDX-License-Identifier: Apache-2.0
// Plans worked off on several cores, whatever each step takes: the memory holds what it holds after
// all steps one after the other.
#include "program/step_queues.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/unit/program/random_steps.hpp"

namespace nve {
namespace {

using testing::RandomSteps;

// Three works without regions: who waits for whom is all that counts.
StepWork Work(size_t step, int core, std::vector<size_t> waits_for) {
  return {.step = step, .core = core, .reads = {}, .writes = {}, .waits_for = std::move(waits_for)};
}

TEST(StepQueues, LowestFirstAndEveryCoreInOrder) {
  StepQueues queues(
      {Work(0, 0, {}), Work(1, 0, {}), Work(2, 1, {}), Work(3, 1, {0}), Work(4, 2, {1, 3})});
  EXPECT_EQ(queues.Next(), 0U);
  queues.Begin(0);
  EXPECT_EQ(queues.Next(), 2U) << "core 0 is busy, core 1 does not wait for its second step";
  queues.Begin(2);
  EXPECT_EQ(queues.Next(), std::nullopt);
  EXPECT_EQ(queues.Heads(), (std::vector<size_t>{1, 3, 4}));
  EXPECT_EQ(queues.Holding(4), (std::set<size_t>{1, 3}));
  queues.End(2);
  EXPECT_EQ(queues.Next(), std::nullopt) << "3 waits for 0";
  EXPECT_EQ(queues.Holding(3), std::set<size_t>{0});
  queues.End(0);
  EXPECT_EQ(queues.Next(), 1U);
  queues.Begin(1);
  EXPECT_EQ(queues.Next(), 3U);
  queues.Begin(3);
  queues.End(3);
  queues.End(1);
  EXPECT_EQ(queues.Next(), 4U);
  EXPECT_FALSE(queues.finished());
  queues.Begin(4);
  queues.End(4);
  EXPECT_TRUE(queues.finished());
  queues.Restart();
  EXPECT_EQ(queues.Next(), 0U);
}

TEST(StepQueues, BordersNeedNoCore) {
  constexpr int kProcessor = StepWork::kProcessor;
  StepQueues queues(
      {Work(0, 0, {}), Work(1, kProcessor, {0}), Work(1, kProcessor, {}), Work(2, 1, {1})});
  EXPECT_EQ(queues.Next(), 0U);
  queues.Begin(0);
  EXPECT_EQ(queues.Next(), 2U);
  queues.Begin(2);
  queues.End(2);
  EXPECT_EQ(queues.Next(), std::nullopt);
  EXPECT_EQ(queues.Holding(3), std::set<size_t>{0}) << "the step behind the border";
  queues.End(0);
  EXPECT_EQ(queues.Next(), 1U);
}

// A memory in which a step reads as it begins, and writes values of what it read as it ends.
class Machine {
 public:
  explicit Machine(const Binary& binary) : binary_(binary), works_(WorksOf(binary)) {
    for (const Plane& plane : binary.planes) {
      memory_.emplace_back(static_cast<size_t>(plane.Bytes()), uint8_t{1});
    }
  }

  const std::vector<StepWork>& works() const { return works_; }
  const std::vector<std::vector<uint8_t>>& memory() const { return memory_; }

  void Begin(size_t work) {
    uint32_t sum = static_cast<uint32_t>(work) + 17;
    if (const RunStep* run = RunOf(work)) {
      ForEachByte(run->input, [&](uint8_t& byte) { sum = sum * 31 + byte; });
    }
    read_[work] = sum;
  }

  void End(size_t work) {
    uint32_t value = read_.at(work);
    if (const RunStep* run = RunOf(work)) {
      ForEachByte(run->output,
                  [&](uint8_t& byte) { byte = static_cast<uint8_t>((value += 77) >> 3); });
      return;
    }
    for (const PlaneRegion& region : works_[work].writes) Clear(region);
  }

 private:
  const RunStep* RunOf(size_t work) const {
    return std::get_if<RunStep>(&binary_.steps[works_[work].step]);
  }

  void ForEachByte(const std::vector<Transfer>& transfers,
                   const std::function<void(uint8_t&)>& visit) {
    ForEachPiece(transfers, [&](const Piece& piece) {
      std::vector<uint8_t>& plane = memory_[static_cast<size_t>(piece.object.index)];
      for (int64_t at = 0; at < piece.bytes; ++at) {
        visit(plane.at(static_cast<size_t>(piece.offset + at)));
      }
    });
  }

  void Clear(const PlaneRegion& region) {
    const auto index = static_cast<size_t>(region.plane);
    const int64_t pitch = binary_.planes[index].pitch;
    for (size_t byte = 0; byte < memory_[index].size(); ++byte) {
      const auto at = static_cast<int64_t>(byte);
      const bool inside = region.rows.Meets(Intervals(at % pitch, at % pitch + 1)) &&
                          region.columns.Meets(Intervals(at / pitch, at / pitch + 1));
      if (inside) memory_[index][byte] = 0;
    }
  }

  const Binary& binary_;
  std::vector<StepWork> works_;
  std::vector<std::vector<uint8_t>> memory_;  // by plane
  std::map<size_t, uint32_t> read_;           // by work, of what it read
};

TEST(StepQueues, AnyCoresAndTimesGiveTheSameBytes) {
  RandomSteps random(4);
  size_t most_running = 0;
  for (int round = 0; round < 300; ++round) {
    const int cores = 1 + random.Below(4);
    const Binary binary = random.Plan(12, cores);
    Machine one_after_another(binary);
    for (size_t work = 0; work < one_after_another.works().size(); ++work) {
      one_after_another.Begin(work);
      one_after_another.End(work);
    }
    Machine machine(binary);
    StepQueues queues(machine.works());
    std::vector<size_t> running;
    while (!queues.finished()) {
      const std::optional<size_t> next = queues.Next();
      if (next && (running.empty() || random.Below(3) > 0)) {
        queues.Begin(*next);
        machine.Begin(*next);
        running.push_back(*next);
      } else {
        ASSERT_FALSE(running.empty()) << "nothing runs and nothing may begin";
        const auto ends = running.begin() + random.Below(static_cast<int>(running.size()));
        machine.End(*ends);
        queues.End(*ends);
        running.erase(ends);
      }
      most_running = std::max(most_running, running.size());
    }
    ASSERT_EQ(machine.memory(), one_after_another.memory()) << "round " << round;
  }
  EXPECT_GE(most_running, 4U);
}

}  // namespace
}  // namespace nve
