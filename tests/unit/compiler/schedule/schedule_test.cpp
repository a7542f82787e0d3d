// SPDX-License-Identifier: Apache-2.0
// The plain schedule: figure 17 as a golden text, and the machine's rules on a grid of windows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>

#include "arch/build_machine.hpp"
#include "base/files/files.hpp"
#include "compiler/schedule/ladder.hpp"
#include "compiler/schedule/optimal.hpp"

namespace nve {
namespace {

// NVE_UPDATE_GOLDEN=1 in the environment writes the file instead of comparing.
void ExpectGolden(const std::string& name, const std::string& text) {
  const std::string path = std::string(NVE_SOURCE_DIR) + "/tests/expected/" + name;
  if (std::getenv("NVE_UPDATE_GOLDEN") != nullptr) WriteFileAtomically(path, text);
  EXPECT_EQ(text, ReadFileText(path)) << "tests/expected/" << name;
}

TEST(PlainSchedule, Filter3x3IsFigure17) {
  const Schedule schedule = SchedulePlain(ProgramShape::OneMap({3, 3, 1, 1}, 1));
  EXPECT_EQ(schedule.length, 14);
  EXPECT_EQ(schedule.initial.size(), 9u);
  ExpectGolden("figure17.txt", ToText(schedule));
}

// The labels of the coefficient words are the only reading of the thesis's figures that runs: words
// [b w0 w1] [w2 w3 w4] [w5 w6 w7 w8].
TEST(PackedSchedule, Filter3x3IsFigure24) {
  const Schedule schedule =
      ScheduleLadder(ProgramShape::OneMap({3, 3, 1, 1}, 1), {true, false, Algorithm1::kThesis});
  EXPECT_EQ(schedule.length, 14);
  ExpectGolden("figure24.txt", ToText(schedule));
}

TEST(ModuloSchedule, Filter3x3IsFigure26) {
  const Schedule schedule =
      ScheduleLadder(ProgramShape::OneMap({3, 3, 1, 1}, 1), {true, true, Algorithm1::kThesis});
  EXPECT_EQ(schedule.length, 10);
  EXPECT_EQ(schedule.extra, 1);
  ExpectGolden("figure26.txt", ToText(schedule));
}

// Cycles from the first read of an iteration to its last mac.
int IterationOf(const Schedule& schedule) {
  int first = std::numeric_limits<int>::max();
  int last = 0;
  for (const Placed& placed : schedule.operations) {
    if (placed.operation.kind == OpKind::kWr || placed.operation.kind == OpKind::kAct) continue;
    const int time = placed.stage * schedule.length + placed.cycle;
    first = std::min(first, time);
    last = std::max(last, time);
  }
  return last - first + 1;
}

// Maps one behind the other in a loop that begins anew for every iteration: a map reads what it
// needs while the one before computes, but no iteration overlaps the next.
TEST(FusedSchedule, OverlapsMapsButNotIterationsWithoutFolding) {
  for (const Window& window :
       {Window{3, 3, 1, 1}, {5, 5, 1, 1}, {1, 1, 1, 1}, {4, 4, 2, 2}, {2, 2, 2, 2}}) {
    for (const bool packing : {false, true}) {
      for (int maps = 2; maps <= 4; ++maps) {
        const ProgramShape one = ProgramShape::OneMap(window, 2);
        ProgramShape fused = one;
        fused.inputs_of_output.assign(static_cast<size_t>(maps), {0, 1});
        const LadderOptions plain = {packing, false, Algorithm1::kThesis};
        const Schedule schedule = ScheduleLadder(fused, plain);
        EXPECT_GE(schedule.length, IterationOf(schedule));
        EXPECT_LT(schedule.length, maps * ScheduleLadder(one, plain).length);
        for (const Placed& placed : schedule.operations) {
          if (placed.operation.kind != OpKind::kAct) continue;
          EXPECT_EQ(placed.stage, schedule.extra) << placed.operation.label;
        }
        const Schedule folded = ScheduleLadder(fused, {packing, true, Algorithm1::kThesis});
        EXPECT_LE(folded.length, schedule.length);
        // Of others port A may be busy all the time.
        if (window.height < 3 || window.stride_y != 1) continue;
        EXPECT_LT(folded.length, IterationOf(folded));
        EXPECT_LT(folded.length, schedule.length);
      }
    }
  }
}

// A program of the exact scheduler is at a proved bound only with the packing that has every
// freedom. Without, the labels of the words show whose they are.
TEST(ExactSchedule, WordsOfMapsAreApartUnlessPackedAcross) {
  const auto words_of_one_map = [](const Schedule& schedule) {
    return std::all_of(schedule.coefficient_words.begin(), schedule.coefficient_words.end(),
                       [](const CoefficientWordLabels& word) {
                         return std::all_of(word.begin(), word.end(), [&](const auto& label) {
                           return label.kind == CoefficientLabel::Kind::kNone ||
                                  label.output == word.front().output;
                         });
                       });
  };
  // Three maps of five coefficients each.
  const ProgramShape small = {{2, 2, 1, 1}, 1, {{0}, {0}, {0}}};
  const CertifiedSchedule across = ScheduleOptimal(small, Packing::kAcross);
  const CertifiedSchedule words = ScheduleOptimal(small, Packing::kWords);
  EXPECT_FALSE(words_of_one_map(across.schedule));
  EXPECT_TRUE(words_of_one_map(words.schedule));
  EXPECT_EQ(across.schedule.coefficient_words.size(), 4u);
  EXPECT_EQ(words.schedule.coefficient_words.size(), 6u);
  EXPECT_EQ(across.certificate.register_bound, across.schedule.length);
  EXPECT_EQ(words.certificate.register_bound, 0);
  EXPECT_TRUE(words.IsOptimal());  // by VMAC
  // Ten each: a full word begins with a mac that loads port A's output.
  const ProgramShape large = {{3, 3, 1, 1}, 1, {{0}, {0}, {0}}};
  const CertifiedSchedule off = ScheduleOptimal(large, Packing::kOff);
  EXPECT_TRUE(words_of_one_map(off.schedule));
  EXPECT_EQ(off.schedule.length, 33);
  EXPECT_FALSE(off.IsOptimal());
}

struct Case {
  Window window;
  int inputs;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.window.height << "x" << c.window.width << " step " << c.window.stride_y << " inputs "
       << c.inputs;
}

class Grid : public testing::TestWithParam<Case> {
 protected:
  Grid()
      : shape_(ProgramShape::OneMap(GetParam().window, GetParam().inputs)),
        graph_(BuildTaskGraph(shape_)) {}
  ProgramShape shape_;
  TaskGraph graph_;
};

TEST_P(Grid, AllDistancesHold) {
  const std::vector<int> cycles = BottomUpCycles(graph_);
  for (size_t v = 0; v < cycles.size(); ++v) {
    for (const Dependence& edge : graph_.parents[v]) {
      ASSERT_LE(cycles[edge.parent] + edge.distance, cycles[v])
          << graph_.operations[edge.parent].label << " -> " << graph_.operations[v].label;
    }
  }
}

TEST_P(Grid, EverySlotDoesOneThingPerCycle) {
  std::set<std::pair<Slot, int>> used;
  const Schedule schedule = SchedulePlain(shape_);
  for (const Placed& placed : schedule.operations) {
    EXPECT_TRUE(used.insert({placed.operation.slot, placed.cycle}).second)
        << placed.operation.label;
    EXPECT_GE(placed.cycle, 0);
    EXPECT_LT(placed.cycle, schedule.length);
  }
}

TEST_P(Grid, LoadsOfPortAsOutputExcludeEachOther) {
  std::set<int> taken;
  for (const Placed& placed : SchedulePlain(shape_).operations) {
    if (!UsesPortAOutput(placed.operation.kind)) continue;
    EXPECT_TRUE(taken.insert(placed.cycle).second) << placed.operation.label;
  }
}

TEST_P(Grid, WritesComeInStreamOrderAndBeforeTheirReads) {
  std::map<std::tuple<int, int, int>, int> written;
  std::tuple<int, int, int> last{-1, -1, -1};
  const Schedule schedule = SchedulePlain(shape_);
  const auto key = [](const WordRef& ref) { return std::tuple(ref.input, ref.column, ref.word); };
  for (const Placed& placed : schedule.operations) {
    if (placed.operation.kind != OpKind::kWr) continue;
    EXPECT_LT(last, key(placed.operation.ref)) << placed.operation.label;
    last = key(placed.operation.ref);
    written[last] = placed.cycle;
  }
  const Window& window = GetParam().window;
  EXPECT_EQ(static_cast<int>(written.size()),
            GetParam().inputs * window.stride_x * window.WordsPerColumn());
  for (const Placed& placed : schedule.operations) {
    if (placed.operation.kind != OpKind::kRd) continue;
    const auto found = written.find(key(placed.operation.ref));
    if (placed.operation.ref.kind != WordRef::Kind::kPixels || found == written.end()) continue;
    EXPECT_GE(placed.cycle, found->second + arch::kLatencyWrToRd) << placed.operation.label;
  }
}

TEST_P(Grid, InitialWritesKeepTheirDistanceToTheFirstReads) {
  const Schedule schedule = SchedulePlain(shape_);
  const int writes = static_cast<int>(schedule.initial.size());
  for (const Placed& placed : schedule.operations) {
    if (placed.operation.kind != OpKind::kRd) continue;
    for (int k = 0; k < writes; ++k) {
      if (!(schedule.initial[k].ref == placed.operation.ref)) continue;
      EXPECT_GE(writes - k + placed.cycle, arch::kLatencyWrToRd) << placed.operation.label;
    }
  }
}

TEST_P(Grid, LengthIsAtLeastTheBound) {
  const Schedule schedule = SchedulePlain(shape_);
  EXPECT_GE(schedule.length, BoundOf(shape_).Max());
}

std::vector<Case> Cases() {
  std::vector<Case> cases;
  for (int kernel = 1; kernel <= 9; ++kernel) cases.push_back({{kernel, kernel, 1, 1}, 1});
  for (int kernel = 1; kernel <= 10; ++kernel) cases.push_back({{kernel, kernel, 2, 2}, 1});
  cases.insert(cases.end(), {{{2, 7, 1, 1}, 2},
                             {{7, 2, 1, 1}, 3},
                             {{3, 5, 2, 2}, 2},
                             {{5, 3, 2, 1}, 2},
                             {{5, 3, 1, 2}, 2},
                             {{1, 1, 1, 1}, 14},
                             {{1, 1, 1, 1}, 80},
                             {{5, 5, 1, 1}, 8},
                             {{6, 6, 2, 2}, 4},
                             {{4, 4, 2, 2}, 2}});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Windows, Grid, testing::ValuesIn(Cases()));

// Bounds the reference proves for the thesis's machine, coefficients four to a word. The split
// machine has one image operation less per window column with stride 2; VMAC then is the fullest.
TEST(Bound, PublishedLayers) {
  EXPECT_EQ(BoundOf(ProgramShape::OneMap({3, 3, 1, 1}, 1)).Max(), 10);
  EXPECT_EQ(BoundOf(ProgramShape::OneMap({6, 6, 2, 2}, 1)).Max(),
            arch::BuildSizes().split ? 37 : 42);  // 148 or 168 for the four maps of face L1
  EXPECT_EQ(BoundOf(ProgramShape::OneMap({6, 6, 1, 1}, 1)).Max(),
            37);  // 518 for the fourteen of face L3
  EXPECT_EQ(BoundOf(ProgramShape::OneMap({1, 1, 1, 1}, 14)).mema,
            46);  // face L4 is bound by port A
  EXPECT_EQ(BoundOf(ProgramShape::OneMap({5, 5, 1, 1}, 8)).Max(), 201);  // one map of speed-sign L3
}

}  // namespace
}  // namespace nve
