// SPDX-License-Identifier: Apache-2.0
// Who waits for whom, against the bytes that each step touches.
#include "program/step_dependencies.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/program/random_steps.hpp"
#include "tests/unit/program/touched_bytes.hpp"

namespace nve {
namespace {

using testing::BytesOf;
using testing::HaveCommon;
using testing::RandomSteps;
using testing::TouchedBytes;

using Waits = std::vector<size_t>;

// One column of 64 rows, 48 of them pixels, and a second column of no pixels.
Binary OneColumn(int planes) {
  Binary binary;
  binary.programs.resize(1);
  for (int plane = 0; plane < planes; ++plane) {
    binary.planes.push_back({"p" + std::to_string(plane), 0, 0, 48, 1, 64, 2});
  }
  return binary;
}

std::vector<Transfer> Rows(int plane, int64_t first, int64_t bytes) {
  Transfer piece;
  piece.object = {MemoryObject::Kind::kPlane, plane};
  piece.offset = first;
  piece.bytes = bytes;
  return {piece};
}

RunStep Step(int core, const std::vector<Transfer>& input, const std::vector<Transfer>& output) {
  RunStep step;
  step.core = core;
  step.input = input;
  step.output = output;
  return step;
}

TEST(StepDependencies, AreThoseOfRowsNotOfPlanes) {
  Binary binary = OneColumn(3);
  binary.steps = {Step(0, Rows(0, 0, 16), Rows(1, 0, 16)),
                  Step(1, Rows(0, 16, 16), Rows(1, 16, 16)),
                  Step(0, Rows(1, 0, 16), Rows(2, 0, 16)), Step(1, Rows(1, 8, 16), Rows(2, 16, 16)),
                  Step(0, Rows(0, 0, 48), Rows(1, 8, 8))};
  const std::vector<StepWork> works = WorksOf(binary);
  ASSERT_EQ(works.size(), 5U);
  EXPECT_EQ(works[0].waits_for, Waits{});
  EXPECT_EQ(works[1].waits_for, Waits{});
  EXPECT_EQ(works[2].waits_for, Waits{0});
  EXPECT_EQ(works[3].waits_for, (Waits{0, 1}));
  EXPECT_EQ(works[4].waits_for, (Waits{0, 2, 3})) << "writes what 0 wrote and 2 and 3 read";
  EXPECT_EQ(works[3].core, 1);
  EXPECT_EQ(works[3].step, 3U);
}

TEST(StepDependencies, OnlyWhoTouchesABorderWaitsForIt) {
  Binary binary = OneColumn(3);
  binary.steps = {Step(0, Rows(0, 0, 32), Rows(1, 0, 32)),
                  Step(1, Rows(0, 32, 16), Rows(1, 32, 32)),
                  ClearStep{1},
                  Step(0, Rows(1, 0, 32), Rows(2, 0, 8)),
                  Step(1, Rows(1, 40, 24), Rows(2, 8, 8)),
                  Step(0, Rows(1, 64, 16), Rows(2, 16, 8))};
  const std::vector<StepWork> works = WorksOf(binary);
  ASSERT_EQ(works.size(), 7U) << "the clear step has two borders";
  EXPECT_EQ(works[2].step, 2U);
  EXPECT_EQ(works[2].core, StepWork::kProcessor);
  EXPECT_EQ(works[2].waits_for, Waits{1}) << "step 1 writes below the pixels";
  EXPECT_EQ(works[3].step, 2U);
  EXPECT_EQ(works[3].waits_for, Waits{}) << "nobody writes behind the pixels";
  EXPECT_EQ(works[4].waits_for, Waits{0});
  EXPECT_EQ(works[5].waits_for, (Waits{1, 2}));
  EXPECT_EQ(works[6].waits_for, Waits{3});
}

TEST(StepDependencies, OfRandomPlansMissNothing) {
  RandomSteps random(3);
  int waits = 0;
  int more = 0;
  for (int round = 0; round < 150; ++round) {
    const Binary binary = random.Plan(8, 3);
    const std::vector<StepWork> works = WorksOf(binary);
    std::vector<TouchedBytes> reads;
    std::vector<TouchedBytes> writes;
    for (const StepWork& work : works) {
      const auto* run = std::get_if<RunStep>(&binary.steps[work.step]);
      reads.push_back(run != nullptr ? BytesOf(run->input) : TouchedBytes{});
      writes.push_back(run != nullptr ? BytesOf(run->output) : BytesOf(work.writes, binary.planes));
    }
    for (size_t later = 0; later < works.size(); ++later) {
      const Waits& found = works[later].waits_for;
      ASSERT_TRUE(std::is_sorted(found.begin(), found.end()));
      ASSERT_TRUE(found.empty() || found.back() < later);
      for (size_t earlier = 0; earlier < later; ++earlier) {
        const bool must = HaveCommon(writes[earlier], writes[later]) ||
                          HaveCommon(writes[earlier], reads[later]) ||
                          HaveCommon(reads[earlier], writes[later]);
        const bool does = std::binary_search(found.begin(), found.end(), earlier);
        ASSERT_TRUE(does || !must) << "round " << round << ", " << later << " and " << earlier;
        waits += must ? 1 : 0;
        more += does && !must ? 1 : 0;
      }
    }
  }
  EXPECT_GT(waits, 1000);
  EXPECT_LT(more, waits / 10) << "pieces that leave their column may wait more";
}

}  // namespace
}  // namespace nve
