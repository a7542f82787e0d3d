// SPDX-License-Identifier: Apache-2.0
// The least initiation interval against a SAT solver: an iteration fits into the cycles the exact
// scheduler finds, and not into one less.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compiler/schedule/optimal.hpp"
#include "tests/tools/tool_run.hpp"
#include "tests/unit/compiler/schedule/exhaustive_path.hpp"
#include "tests/unit/compiler/schedule/oracle/modulo_formula.hpp"

namespace nve {
namespace {

struct Case {
  Window window;
  int inputs = 1;  ///< every map reads all of them
  int maps = 1;
};

std::string NameOf(const ::testing::TestParamInfo<Case>& info) {
  const Window& w = info.param.window;
  return fmt::format("w{}x{}_step{}_{}{}_inputs{}_maps{}", w.height, w.width, w.stride_y,
                     w.stride_x, w.IsHalf() ? "_half" : "", info.param.inputs, info.param.maps);
}

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.window.height << "x" << c.window.width << " inputs " << c.inputs << " maps " << c.maps;
}

class IntervalTest : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    if (std::string(NVE_CADICAL).empty()) GTEST_SKIP() << "needs the program cadical";
    const auto& [window, inputs, maps] = GetParam();
    shape_ = ProgramShape::OneMap(window, inputs);
    shape_.inputs_of_output.assign(static_cast<size_t>(maps), shape_.inputs_of_output.front());
    sequence_ = SequenceOf(shape_);
  }

  // A path of that many cycles, if there is one.
  std::optional<RegisterPath> Schedule(int ii) {
    const int stream_words = NewWordCount(shape_.window, CountsOf(shape_));
    const oracle::ModuloFormula formula(sequence_, stream_words, shape_.window.IsHalf(), ii);
    const auto model = oracle::Solve(formula.Formula(), NVE_CADICAL, folder_ / "");
    if (!model) return std::nullopt;
    return formula.PathOf(*model);
  }

  ProgramShape shape_;
  OperationSequence sequence_;
  testing::ToolFolder folder_;
};

TEST_P(IntervalTest, IsTheLeast) {
  const int ii = SizeOfOptimal(shape_).ii;
  const std::optional<RegisterPath> path = Schedule(ii);
  ASSERT_TRUE(path.has_value()) << ii << " cycles";
  EXPECT_EQ(testing::PathProblem(sequence_, *path, shape_.window.IsHalf()), "");
  EXPECT_FALSE(Schedule(ii - 1).has_value()) << ii << " cycles are found, but fewer would do";
}

// The bound of a slot decides.
INSTANTIATE_TEST_SUITE_P(Windows, IntervalTest,
                         ::testing::ValuesIn(std::vector<Case>{{{1, 1, 1, 1}},
                                                               {{1, 1, 1, 1}, 7},
                                                               {{1, 1, 1, 1}, 2, 2},
                                                               {Window{1, 1, 1, 1}.Half(), 7},
                                                               {Window{1, 1, 1, 1}.Half(), 2, 2},
                                                               {{1, 3, 1, 1}},
                                                               {{1, 3, 1, 1}, 2, 2},
                                                               {Window{1, 3, 1, 1}.Half(), 2, 2},
                                                               {{2, 2, 1, 1}, 1, 2},
                                                               {{2, 2, 1, 1}, 2, 2},
                                                               {{3, 3, 1, 1}},
                                                               {{3, 3, 1, 1}, 2, 2},
                                                               {{5, 5, 1, 1}},
                                                               {{5, 5, 1, 1}, 2, 2},
                                                               {{2, 3, 2, 1}},
                                                               {{3, 3, 2, 2}},
                                                               {{3, 3, 2, 2}, 2, 2},
                                                               {{4, 4, 2, 2}},
                                                               {{4, 4, 2, 2}, 2, 2},
                                                               {{5, 2, 1, 2}, 2, 2},
                                                               {{6, 6, 1, 1}},
                                                               {{6, 6, 2, 2}},
                                                               {{6, 6, 2, 2}, 1, 2},
                                                               {{6, 6, 2, 2}, 2, 2},
                                                               {{10, 10, 2, 2}}}),
                         NameOf);

// The path of the registers decides: macs one behind the other, each with its `set ri`, and words
// that end among them.
INSTANTIATE_TEST_SUITE_P(PathBound, IntervalTest,
                         ::testing::ValuesIn(std::vector<Case>{
                             {{1, 5, 1, 1}, 1, 6}, {{1, 5, 1, 1}, 1, 8}, {{1, 4, 1, 1}, 1, 11}}),
                         NameOf);

// The shortest path has so many words that port A decides, and that of the fewest words is too
// long: the best lies at one of the two, or between.
INSTANTIATE_TEST_SUITE_P(PathAndPortA, IntervalTest,
                         ::testing::ValuesIn(std::vector<Case>{{{3, 5, 1, 2}, 2},
                                                               {{3, 5, 1, 2}, 3},
                                                               {{2, 4, 2, 1}, 2, 4},
                                                               {{2, 2, 2, 1}, 1, 4},
                                                               {{5, 1, 2, 2}, 1, 4}}),
                         NameOf);

TEST(Intervals, OfPathBoundProgramsLieAboveEverySlot) {
  for (const auto& [window, maps] : std::vector<std::pair<Window, int>>{
           {{1, 5, 1, 1}, 6}, {{1, 5, 1, 1}, 8}, {{1, 4, 1, 1}, 11}}) {
    ProgramShape shape;
    shape.window = window;
    shape.inputs_of_output.assign(static_cast<size_t>(maps), {0});
    EXPECT_GT(SizeOfOptimal(shape).ii, BoundOf(shape).Max());
  }
}

}  // namespace
}  // namespace nve
