// SPDX-License-Identifier: Apache-2.0
// Explicit prologue and epilogue: programs with them compute the same, and hold no operation and no
// cycle that could be left out.
#include "compiler/buffer/ramps.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "arch/build_machine.hpp"
#include "compiler/schedule/ladder.hpp"
#include "compiler/schedule/optimal.hpp"
#include "program/settings.hpp"
#include "tests/unit/compiler/schedule/random_scheduler.hpp"
#include "tests/unit/compiler/schedule/scheduled_program.hpp"

namespace nve {
namespace {

using testing::MakeRunnable;
using testing::RunnableProgram;

std::string Text(const std::vector<std::string>& problems) {
  return fmt::format("{}", fmt::join(problems, "\n"));
}

// Schedules of every scheduler, and random ones, of several stages; all passes written out fit.
std::vector<Schedule> Schedules() {
  std::mt19937 random(1);
  std::vector<Schedule> schedules;
  const auto add = [&](Schedule schedule) {
    const int size = schedule.InitialInstructions() + (2 * schedule.extra + 1) * schedule.length;
    const bool fits = size <= arch::BuildSizes().instruction_words && schedule.FitsBuffers();
    if (fits) schedules.push_back(std::move(schedule));
  };
  for (const Window& window : {Window{1, 1, 1, 1},
                               Window{1, 3, 1, 1}.Half(),
                               {3, 3, 1, 1},
                               {2, 2, 2, 2},
                               {4, 3, 2, 1},
                               {2, 1, 1, 3}}) {
    ProgramShape two = ProgramShape::OneMap(window, 2);
    two.inputs_of_output = {{1}, {0}};  // none finds its pixels in the register already
    const ProgramShape one = ProgramShape::OneMap(window, 1);
    for (const ProgramShape& shape : {one, two}) {
      add(SchedulePlain(shape));
      add(ScheduleLadder(shape, {true, true, Algorithm1::kThesis}));
      add(ScheduleOptimal(shape).schedule);
      for (int n = 0; n < 16; ++n) add(testing::RandomSchedule(shape, random));
    }
  }
  return schedules;
}

// Instructions before and behind the repeated part, without the writes of the initial part.
struct Parts {
  Parts(const Schedule& schedule, const Program& program)
      : prologue(schedule.initial.size()),
        repeat(static_cast<size_t>(SettingOf(program.settings, "REPEAT_FIRST"))),
        epilogue(static_cast<size_t>(SettingOf(program.settings, "REPEAT_LAST")) + 1) {}
  bool IsRamp(size_t pc) const { return (pc >= prologue && pc < repeat) || pc >= epilogue; }
  size_t prologue;
  size_t repeat;
  size_t epilogue;
};

TEST(Ramps, ProgramsWithThemComputeTheSame) {
  unsigned seed = 0;
  int most = 0;
  for (const Schedule& schedule : Schedules()) {
    for (const int above : {1, 2, 4}) {
      SCOPED_TRACE(ToText(schedule));
      const RunnableProgram program =
          MakeRunnable(schedule, schedule.extra + above, ++seed, /*explicit_prologue=*/true);
      ASSERT_EQ(Text(program.Verify()), "");
      EXPECT_TRUE(program.IsRight());
      const Program& made = program.binary.programs.front();
      EXPECT_EQ(SettingOf(made.settings, "EXTRA"), 0u);
      EXPECT_EQ(SettingOf(made.settings, "ITERATIONS"), static_cast<unsigned>(above));
      most = std::max(most, schedule.extra);
    }
  }
  EXPECT_GT(most, 2);
}

// Every operation of an instruction, as a change that leaves it out.
std::vector<Instruction> WithOneLess(const Instruction& whole) {
  std::vector<Instruction> changed;
  const auto add = [&](auto leave_out) {
    Instruction instruction = whole;
    leave_out(instruction);
    if (!(instruction == whole)) changed.push_back(instruction);
  };
  add([](Instruction& i) { i.mema = {}; });
  add([](Instruction& i) { i.memb = {}; });
  add([](Instruction& i) { i.wreg = {}; });
  add([](Instruction& i) { i.ireg = {}; });
  add([](Instruction& i) { i.vmac = {}; });
  add([](Instruction& i) { i.act = {}, i.act_half = {}; });
  return changed;
}

// What brings the bias that the last `set rb` begins a sum with, the sum of no iteration: places of
// the WREG operations and of the `rd`.
struct LastBias {
  explicit LastBias(const std::vector<uint64_t>& code) {
    const auto at = [&](size_t pc) { return *Decode(code[pc], kCodesOfAnyMachine); };
    size_t pc = code.size() - 1;
    while (at(pc).vmac != arch::VmacOp::kSetrb) --pc;
    do {
      --pc;
      if (at(pc).wreg != arch::WregOp::kNop) wreg.insert(pc);
    } while (at(pc).wreg != arch::WregOp::kSet);
    pc -= arch::kLatencyRdToSet;
    while (at(pc).mema.op != arch::MemOp::kRd) --pc;
    read = pc;
  }
  std::set<size_t> wreg;
  size_t read = 0;
};

// Dependences are traced by operation, so some stay although nobody wants what they bring: that
// bias; where a set moves old pixels down, the sets before; and port A's word of a set of half
// vectors.
TEST(Ramps, HoldNothingThatCouldBeLeftOut) {
  int operations = 0;
  for (const Schedule& schedule : Schedules()) {
    const Window& window = schedule.shape.window;
    if (window.LaneStride() != 1 || window.IsHalf()) continue;
    // A port may still show the only word of coefficients.
    if (schedule.coefficient_words.size() == 1) continue;
    SCOPED_TRACE(ToText(schedule));
    RunnableProgram program = MakeRunnable(schedule, schedule.extra + 2, 1, true);
    std::vector<uint64_t>& code = program.binary.programs.front().code;
    const Parts parts(schedule, program.binary.programs.front());
    const LastBias bias(code);
    for (size_t pc = 0; pc < code.size(); ++pc) {
      if (!parts.IsRamp(pc)) continue;
      const Instruction whole = *Decode(code[pc], kCodesOfAnyMachine);
      for (const Instruction& less : WithOneLess(whole)) {
        const bool of_bias = less.wreg != whole.wreg
                                 ? bias.wreg.count(pc) != 0
                                 : !(less.mema == whole.mema) && pc == bias.read;
        if (of_bias) continue;
        code[pc] = Encode(less);
        ++operations;
        EXPECT_FALSE(program.Verify().empty()) << ToText(whole) << " at " << pc;
      }
      code[pc] = Encode(whole);
    }
    if (HasFailure()) break;
  }
  EXPECT_GT(operations, 300);
}

// An operation of stage k stands in the first k passes of the epilogue: later ones would work for
// iterations that do not exist.
TEST(Ramps, EpilogueOnlyEndsWhatHasBegun) {
  std::vector<Schedule> schedules = Schedules();
  // Some whose iterations begin in the first cycle, with a column that the initial part has loaded.
  std::mt19937 random(2);
  const auto begins_at_once = [](const Placed& placed) {
    return placed.operation.slot == Slot::kMemB && placed.cycle == 0 && placed.stage == 0;
  };
  int found = 0;
  for (int n = 0; n < 3000; ++n) {
    Schedule drawn = testing::RandomSchedule(ProgramShape::OneMap({1, 4, 1, 1}, 1), random);
    const std::vector<Placed>& placed = drawn.operations;
    if (!std::any_of(placed.begin(), placed.end(), begins_at_once)) continue;
    schedules.push_back(std::move(drawn));
    ++found;
  }
  EXPECT_GT(found, 0);
  for (const Schedule& schedule : schedules) {
    SCOPED_TRACE(ToText(schedule));
    int macs = 0;
    int pixels = 0;
    int reads = 0;
    for (const Placed& placed : schedule.operations) {
      const Slot slot = placed.operation.slot;
      macs += placed.operation.kind == OpKind::kMac ? placed.stage : 0;
      pixels += slot == Slot::kIreg ? placed.stage : 0;
      reads += slot == Slot::kMemB ? placed.stage : 0;
    }
    const Ramps ramps = ExplicitRamps(schedule, AllocateBuffer(schedule), schedule.extra + 1);
    for (const Instruction& instruction : ramps.epilogue) {
      macs -= instruction.vmac == arch::VmacOp::kMac;
      pixels -= instruction.ireg != arch::IregOp::kNop;
      reads -= instruction.memb.op == arch::MemOp::kRd;
    }
    EXPECT_EQ(macs, 0);
    EXPECT_EQ(pixels, 0);
    EXPECT_EQ(reads, 0);
  }
}

// The first instruction does something, or the second reads what the initial part may have written
// last; the last does something.
TEST(Ramps, BeginAndEndWithAnOperation) {
  const Instruction nothing;
  for (const Schedule& schedule : Schedules()) {
    SCOPED_TRACE(ToText(schedule));
    const Ramps ramps = ExplicitRamps(schedule, AllocateBuffer(schedule), schedule.extra + 1);
    ASSERT_EQ(ramps.passes, schedule.extra);
    ASSERT_FALSE(ramps.prologue.empty());
    if (ramps.prologue[0] == nothing) {
      ASSERT_GT(ramps.prologue.size(), 1u);
      EXPECT_TRUE(ramps.prologue[1].mema.op == arch::MemOp::kRd ||
                  ramps.prologue[1].memb.op == arch::MemOp::kRd);
    }
    ASSERT_FALSE(ramps.epilogue.empty());
    EXPECT_FALSE(ramps.epilogue.back() == nothing);
    EXPECT_EQ(ramps.Instructions(),
              static_cast<int>(ramps.prologue.size() + ramps.epilogue.size()));
  }
}

TEST(Ramps, NeedAPassForTheRepeatedPart) {
  for (const Schedule& schedule : Schedules()) {
    const Allocation allocation = AllocateBuffer(schedule);
    EXPECT_EQ(ExplicitRamps(schedule, allocation, schedule.extra).passes, 0);
    EXPECT_EQ(ExplicitRamps(schedule, allocation, schedule.extra).Instructions(), 0);
    EXPECT_EQ(ExplicitRamps(schedule, allocation, schedule.extra + 1).passes, schedule.extra);
  }
}

// More and more inputs: code of its own as long as it fits the instruction buffer, then none.
TEST(Ramps, MustFitTheInstructionBuffer) {
  int with = 0;
  int without = 0;
  for (int inputs = 1; inputs < 40; ++inputs) {
    const Schedule schedule = SchedulePlain(ProgramShape::OneMap({3, 3, 1, 1}, inputs));
    if (schedule.Instructions() > arch::BuildSizes().instruction_words) break;
    const Ramps ramps = ExplicitRamps(schedule, AllocateBuffer(schedule), 10);
    EXPECT_LE(schedule.Instructions() + ramps.Instructions(), arch::BuildSizes().instruction_words);
    EXPECT_EQ(ramps.passes == 0, ramps.Instructions() == 0);
    EXPECT_TRUE(without == 0 || ramps.passes == 0) << inputs;
    ++(ramps.passes > 0 ? with : without);
  }
  EXPECT_GT(with, 0);
  EXPECT_GT(without, 0);
}

}  // namespace
}  // namespace nve
