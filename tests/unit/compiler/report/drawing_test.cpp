// SPDX-License-Identifier: Apache-2.0
// The drawings are XML and show what they should.
#include "tests/unit/report/drawing.hpp"

#include <gtest/gtest.h>

#include "compiler/report/operation_maps.hpp"
#include "compiler/report/preset_ladder.hpp"
#include "compiler/report/schedule_svg.hpp"
#include "program/instruction.hpp"
#include "tests/unit/compiler/report/report_fixture.hpp"

namespace nve {
namespace {

using testing::CompileFile;

using testing::BarHeights;
using testing::Count;
using testing::Drawing;
using testing::Parse;

TEST(PresetLadder, DrawsFigures36And37) {
  const Network network = LoadNetwork(testing::kNetworks + "filter3x3.xml");
  const PresetLadder ladder = CompileLadder(network, SeededWeights(network, 1), {});
  const Drawing rates = Parse(UtilisationSvg(ladder));
  EXPECT_EQ(Count(rates, "manual"), 1);
  for (const CompilerPasses& passes : Presets()) EXPECT_EQ(Count(rates, passes.name), 1);
  EXPECT_EQ(Count(rates, "14.39"), 4);  // manual, O2, O3 and default
  EXPECT_EQ(Count(rates, "13.08"), 1);
  const Drawing words = Parse(TransferSvg(ladder));
  EXPECT_EQ(Count(words, "6401"), 1);
  EXPECT_EQ(Count(words, "6399"), static_cast<int>(Presets().size()));
}

/// Every operation stands in the drawing once, memory operations with their addresses.
void ExpectComplete(const Program& program, const Schedule& schedule) {
  SCOPED_TRACE(program.name);
  const Drawing drawing = Parse(ScheduleSvg(program, schedule));
  std::map<std::string, int> expected;
  for (const Placed& placed : schedule.operations) {
    const Operation& operation = placed.operation;
    std::string text = operation.label;
    if (operation.slot == Slot::kMemA || operation.slot == Slot::kMemB) {
      const size_t pc = schedule.initial.size() + static_cast<size_t>(placed.cycle);
      const std::string line = ToText(*Decode(program.code[pc], kCodesOfAnyMachine));
      const size_t bar = line.find(" | ");
      text = operation.slot == Slot::kMemA
                 ? line.substr(0, bar)
                 : line.substr(bar + 3, line.find(" | ", bar + 3) - bar - 3);
      text += ' ';
      text += operation.label.substr(operation.label.find('['));
    }
    ++expected[text];
  }
  for (const auto& [text, count] : expected) EXPECT_EQ(Count(drawing, text), count) << text;
}

TEST(ScheduleSvg, ShowsEveryOperation) {
  for (const char* file : {"small/filter3x3.xml", "small/stride2_6x6.xml", "small/mix1x1.xml"}) {
    for (const CompilerPasses& passes : Presets()) {
      SCOPED_TRACE(std::string(file) + " " + passes.name);
      const CompileResult result = CompileFile(file, passes.name);
      for (size_t p = 0; p < result.schedules.size(); ++p) {
        ExpectComplete(result.binary.programs[p], result.schedules[p].schedule);
      }
    }
  }
}

TEST(ScheduleSvg, StaysSmallForLongPrograms) {
  const CompileResult result = CompileFile("face_detection.xml", "default");
  for (size_t p = 0; p < result.schedules.size(); ++p) {
    const Schedule& schedule = result.schedules[p].schedule;
    const std::string svg = ScheduleSvg(result.binary.programs[p], schedule);
    Parse(svg);
    EXPECT_LT(svg.size(), 4096 + 700 * static_cast<size_t>(schedule.length));
  }
}

TEST(OperationMaps, FollowOneAnotherInEverySlot) {
  for (const CompilerPasses& passes : Presets()) {
    SCOPED_TRACE(passes.name);
    const CompileResult result = CompileFile("small/two_layers.xml", passes.name);
    for (const CertifiedSchedule& certified : result.schedules) {
      const Schedule& schedule = certified.schedule;
      const std::vector<int> maps = MapsOfOperations(schedule);
      std::map<std::pair<Slot, int>, int> count;
      for (size_t k = 0; k < maps.size(); ++k) {
        const Operation& operation = schedule.operations[k].operation;
        EXPECT_EQ(maps[k] < 0, operation.kind == OpKind::kWr);
        ++count[{operation.slot, maps[k]}];
      }
      const int taps = schedule.shape.window.Taps();
      for (int output = 0; output < schedule.shape.Outputs(); ++output) {
        const auto kernels = static_cast<int>(schedule.shape.inputs_of_output[output].size());
        const int vmac = count[{Slot::kVmac, output}];
        const int wreg = count[{Slot::kWreg, output}];
        const int act = count[{Slot::kAct, output}];
        EXPECT_EQ(vmac, kernels * taps + 1);
        EXPECT_EQ(wreg, kernels * taps + 1);
        EXPECT_EQ(act, 2);
      }
    }
  }
}

}  // namespace
}  // namespace nve
