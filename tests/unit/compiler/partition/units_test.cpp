// SPDX-License-Identifier: Apache-2.0
// Units of work: every strip of every program once, on the cores that the partition says.
#include "compiler/partition/units.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace nve {
namespace {

LayerWork RandomWork(std::mt19937& random) {
  LayerWork work;
  work.first_program = static_cast<int>(random() % 5);
  work.strips = 1 + static_cast<int>(random() % 45);
  const size_t programs = 1 + random() % 20;
  for (size_t p = 0; p < programs; ++p) {
    work.programs.push_back(
        {static_cast<int64_t>(random() % 100), 1 + static_cast<int64_t>(random() % 1000)});
  }
  return work;
}

// Adds up strip by strip what each core has.
std::map<int, int64_t> CyclesByCore(const LayerWork& work, const std::vector<Unit>& units) {
  std::map<int, int64_t> cycles;
  for (const Unit& unit : units) {
    const ProgramWork& program =
        work.programs[static_cast<size_t>(unit.program - work.first_program)];
    cycles[unit.core] += program.once;
    for (int strip = 0; strip < unit.strips.count; ++strip) cycles[unit.core] += program.per_strip;
  }
  return cycles;
}

TEST(StripRanges, FollowEachOther) {
  EXPECT_EQ(StripRanges(20, 3), (std::vector<StripRange>{{0, 7}, {7, 7}, {14, 6}}));
  EXPECT_EQ(StripRanges(2, 4), (std::vector<StripRange>{{0, 1}, {1, 1}, {2, 0}, {2, 0}}));
  EXPECT_EQ(StripRanges(5, 1), (std::vector<StripRange>{{0, 5}}));
}

// Longest first: 9, then 7 to the other, 5 there too (7 < 9), 4 to the first, 1 to the second.
TEST(ProgramGroups, TakeTheLongestFirst) {
  const LayerWork work = {0, {{0, 1}, {0, 5}, {0, 9}, {0, 4}, {0, 7}}, 10};
  EXPECT_EQ(ProgramGroups(work, {2, 1}), (std::vector<int>{1, 1, 0, 0, 1}));
  EXPECT_EQ(LoadOf(work, UnitsOf(work, {2, 1})).busiest, 130);
}

// What a program takes once counts for more where its strips are fewer.
TEST(ProgramGroups, CountTheLoads) {
  const LayerWork work = {0, {{100, 1}, {0, 20}, {0, 9}}, 10};
  EXPECT_EQ(ProgramGroups(work, {2, 1}), (std::vector<int>{1, 0, 1}));
  EXPECT_EQ(ProgramGroups(work, {2, 10}), (std::vector<int>{0, 1, 1}));
}

TEST(Units, OfOneCoreAreTheProgramsInTheirOrder) {
  const LayerWork work = {3, {{1, 5}, {1, 50}, {1, 20}}, 4};
  EXPECT_EQ(UnitsOf(work, {}), (std::vector<Unit>{{3, 0, {0, 4}}, {4, 0, {0, 4}}, {5, 0, {0, 4}}}));
}

// Program 1 is the longest and alone on core 0. Core 1 gets to program 2 when 0 has ended.
TEST(Units, ComeWhenTheirCoresGetToThem) {
  const LayerWork work = {0, {{0, 5}, {0, 8}, {0, 3}}, 2};
  EXPECT_EQ(UnitsOf(work, {2, 1}),
            (std::vector<Unit>{{1, 0, {0, 2}}, {0, 1, {0, 2}}, {2, 1, {0, 2}}}));
  const std::vector<Unit> both = UnitsOf(work, {1, 2});
  EXPECT_EQ(both, (std::vector<Unit>{{0, 0, {0, 1}},
                                     {0, 1, {1, 1}},
                                     {1, 0, {0, 1}},
                                     {1, 1, {1, 1}},
                                     {2, 0, {0, 1}},
                                     {2, 1, {1, 1}}}));
}

TEST(Units, HaveEveryStripOfEveryProgramOnce) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 300; ++trial) {
    const LayerWork work = RandomWork(random);
    const auto cores = static_cast<int>(1 + random() % 16);
    for (const Partition& partition : PartitionsOf(cores)) {
      std::map<std::pair<int, int>, int> times;
      std::map<int, std::set<int>> cores_of_program;
      for (const Unit& unit : UnitsOf(work, partition)) {
        EXPECT_GE(unit.core, 0);
        EXPECT_LT(unit.core, cores);
        EXPECT_GT(unit.strips.count, 0);
        cores_of_program[unit.program].insert(unit.core / partition.ranges);
        for (int strip = 0; strip < unit.strips.count; ++strip) {
          ++times[{unit.program, unit.strips.first + strip}];
        }
      }
      ASSERT_EQ(times.size(), work.programs.size() * static_cast<size_t>(work.strips));
      for (const auto& [place, count] : times) {
        EXPECT_EQ(count, 1);
        EXPECT_GE(place.first, work.first_program);
        EXPECT_LT(place.second, work.strips);
      }
      for (const auto& [program, groups] : cores_of_program) EXPECT_EQ(groups.size(), 1u);
    }
  }
}

TEST(Units, TheBusiestCoreIsFound) {
  std::mt19937 random(2);
  for (int trial = 0; trial < 100; ++trial) {
    const LayerWork work = RandomWork(random);
    for (const Partition& partition : PartitionsOf(12)) {
      const std::vector<Unit> units = UnitsOf(work, partition);
      const std::map<int, int64_t> cycles = CyclesByCore(work, units);
      int64_t most = 0;
      for (const auto& [core, sum] : cycles) most = std::max(most, sum);
      const CoreLoad load = LoadOf(work, units);
      EXPECT_EQ(load.busiest, most);
      EXPECT_EQ(load.working, static_cast<int>(cycles.size()));
      EXPECT_EQ(load.working == 12, IsFilled(work, partition));
    }
  }
}

// A core takes its programs in their order, and steps come by the cycle in which they may start.
TEST(Units, AreInTheOrderOfTheirStarts) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const LayerWork work = RandomWork(random);
    for (const Partition& partition : PartitionsOf(8)) {
      std::map<int, int64_t> cycle;
      std::map<int, int> last;
      int64_t before = 0;
      for (const Unit& unit : UnitsOf(work, partition)) {
        EXPECT_GE(cycle[unit.core], before);
        before = cycle[unit.core];
        const ProgramWork& program =
            work.programs[static_cast<size_t>(unit.program - work.first_program)];
        cycle[unit.core] += program.once + unit.strips.count * program.per_strip;
        const auto [known, is_new] = last.try_emplace(unit.core, unit.program);
        if (!is_new) {
          EXPECT_LT(known->second, unit.program);
        }
        known->second = unit.program;
      }
    }
  }
}

// No core has more than the mean and one program.
TEST(Units, LoadsAreNearTheirMean) {
  std::mt19937 random(4);
  for (int trial = 0; trial < 100; ++trial) {
    LayerWork work = RandomWork(random);
    for (ProgramWork& program : work.programs) program.once = 0;
    int64_t sum = 0;
    int64_t longest = 0;
    for (const ProgramWork& program : work.programs) {
      sum += program.per_strip * work.strips;
      longest = std::max(longest, program.per_strip * work.strips);
    }
    for (int cores = 1; cores <= 8; ++cores) {
      const int64_t busiest = LoadOf(work, UnitsOf(work, {cores, 1})).busiest;
      EXPECT_GE(busiest * cores, sum);
      EXPECT_LE(busiest, sum / cores + longest);
    }
  }
}

}  // namespace
}  // namespace nve
