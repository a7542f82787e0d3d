// SPDX-License-Identifier: Apache-2.0
// The hazard check: for every rule a program that breaks only it, and the nearest one that does
// not.
#include "compiler/verify/hazards.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>

#include "arch/build_machine.hpp"
#include "program/checks.hpp"
#include "program/settings.hpp"
#include "tests/unit/compiler/verify/small_programs.hpp"

namespace nve {
namespace {

using testing::SmallProgram;

struct Sample {
  std::vector<std::string> lines;
  Settings settings;
  int rows = arch::kLanes;

  std::vector<HazardFinding> Find(int max_per_rule = 10) const {
    Program program;
    program.name = "sample";
    for (const Instruction& i : testing::ParseLines(lines)) program.code.push_back(Encode(i));
    program.settings = DefaultSettings(lines.size());
    for (const auto& [name, value] : settings) program.settings[name] = value;
    program.outputs_per_iteration = rows;
    EXPECT_EQ(fmt::format("{}", fmt::join(CheckProgram(program, arch::BuildMachine()), "\n")), "");
    return FindHazards(program, arch::BuildSizes(), max_per_rule);
  }
};

std::string Texts(const std::vector<HazardFinding>& findings) {
  std::string text;
  for (const HazardFinding& finding : findings) text += finding.text + "\n";
  return text;
}

// One pixel vector times one weight, every latency of docs/isa.md, section 5, at its least.
Sample Tight() {
  return {{
              "wr 0 | - | - | - | - | -",             // 0: coefficients
              "wr 1 | - | - | - | - | -",             // 1: pixels
              "wr 2 | - | - | - | - | -",             // 2
              "rd 0 | - | - | - | - | -",             // 3
              "rd 1 | rd 2 | - | - | - | -",          // 4: word 2 after 2 cycles
              "- | - | set rw | - | - | -",           // 5: port A after 2 cycles
              "- | - | sh rw | set ri | set rb | -",  // 6: rw after 1 cycle, ports after 2
              "- | - | - | - | mac | -",              // 7: rw, ri and sums after 1 cycle
              "- | - | - | - | set rb | -",           // 8: hands over the sums
              "- | - | - | - | - | -",                // 9
              "- | - | - | - | set rb | -",           // 10
              "- | - | - | - | - | act lo",           // 11: after 3 cycles
              "- | - | - | - | - | act hi",           // 12: 2 cycles after the next `set rb`
          },
          {},
          arch::kLanes};
}

// The same in a loop whose `act` stand in the next pass.
Sample Loop() {
  return {{
              "wr 0 | - | - | - | - | -",             // 0
              "wr 1 | - | - | - | - | -",             // 1
              "wr 2 | - | - | - | - | -",             // 2
              "rd 0 | - | - | - | - | act lo",        // 3: 3 cycles after the second `set rb`
              "rd 1 | rd 2 | - | - | - | act hi",     // 4
              "- | - | set rw | - | - | -",           // 5
              "- | - | sh rw | set ri | set rb | -",  // 6
              "- | - | - | - | mac | -",              // 7
              "- | - | - | - | set rb | -",           // 8
          },
          {{"REPEAT_FIRST", 1}, {"ITERATIONS", 5}, {"EXTRA", 1}},
          arch::kLanes};
}

void ExpectClean(const Sample& sample) { EXPECT_EQ(Texts(sample.Find()), ""); }

// Exactly one finding, of this rule, with these words.
void ExpectOne(const Sample& sample, int pc, const std::string& rule, const std::string& words) {
  const std::vector<HazardFinding> findings = sample.Find();
  ASSERT_EQ(findings.size(), 1u) << "hazards: one finding, of rule " << rule << "\n"
                                 << Texts(findings);
  EXPECT_EQ(findings[0].pc, pc) << findings[0].text;
  EXPECT_EQ(findings[0].rule, rule) << findings[0].text;
  EXPECT_NE(findings[0].text.find(words), std::string::npos) << findings[0].text;
  EXPECT_NE(findings[0].text.find("rule " + rule + ": "), std::string::npos);
  EXPECT_NE(findings[0].text.find("; allowed: "), std::string::npos);
}

TEST(HazardsTest, AcceptsMinimumDistances) {
  ExpectClean(Tight());
  ExpectClean(Loop());
}

TEST(HazardsTest, AcceptsTheVerifiersPrograms) {
  for (const SmallProgram& program :
       {testing::Figure17(), testing::Figure26(), testing::FinalPart(), testing::HalfVector(),
        testing::StrideTwo()}) {
    EXPECT_EQ(Texts(FindHazards(program.Encoded(), arch::BuildSizes())), "");
  }
}

TEST(HazardsTest, SaysEverything) {
  Sample sample = Tight();
  std::swap(sample.lines[1], sample.lines[2]);  // word 1 is written in cycle 2,
  ExpectClean(sample);                          // read in cycle 4
  std::swap(sample.lines[2], sample.lines[3]);
  EXPECT_EQ(Texts(sample.Find()),
            "cycle 4 (repeat, pass 0, pc 4, slot MEMA): rule wr_to_rd: reads word 1 1 cycle after "
            "its `wr` (pc 3); allowed: `rd` 2 cycles or more after the `wr`\n");
}

TEST(HazardsTest, WrToRd) {
  Sample sample = Tight();
  std::swap(sample.lines[2], sample.lines[3]);
  // Now `rd 0` is followed by another cycle before the port's next `rd`.
  sample.lines[5] = "- | - | - | - | - | -";
  sample.lines[4] = "rd 1 | rd 2 | set rw | - | - | -";
  ExpectOne(sample, 4, "wr_to_rd", "slot MEMB): rule wr_to_rd: reads word 2 1 cycle after");
}

TEST(HazardsTest, SameCycleReadsTheOldWord) {
  Sample sample = Tight();
  sample.lines[3] = "rd 0 | - | - | - | - | -";
  sample.lines[4] = "rd 1 | - | - | - | - | -";
  sample.lines[5] = "wr 2 | rd 2 | set rw | - | - | -";
  sample.lines.insert(sample.lines.begin() + 6, "- | - | - | - | - | -");
  ExpectClean(sample);
}

TEST(HazardsTest, UnwrittenWord) {
  Sample sample = Tight();
  sample.lines[4] = "rd 1 | rd 3 | - | - | - | -";
  ExpectOne(sample, 4, "rd_unwritten", "slot MEMB): rule rd_unwritten: reads word 3, which");
  sample.lines[2] = "wr 3 | - | - | - | - | -";
  ExpectClean(sample);
}

TEST(HazardsTest, NothingReadOnThePort) {
  Sample sample = Tight();
  // `set rw` one cycle early: nothing to see yet.
  sample.lines[4] = "rd 1 | rd 2 | set rw | - | - | -";
  sample.lines[5] = "- | - | - | - | - | -";
  const std::vector<HazardFinding> findings = sample.Find();
  ASSERT_EQ(findings.size(), 2u) << Texts(findings);
  EXPECT_EQ(findings[0].pc, 3);  // and nobody takes the word
  EXPECT_NE(findings[0].text.find("the one 1 cycle after the `rd` still takes the word before"),
            std::string::npos)
      << findings[0].text;
  EXPECT_EQ(findings[1].pc, 4);
  EXPECT_NE(findings[1].text.find(
                "rule rd_to_set: `set rw` takes port A's output, which shows no `rd` yet: the "
                "first is 1 cycle before"),
            std::string::npos)
      << findings[1].text;
}

TEST(HazardsTest, NothingReadOnPortB) {
  Sample sample = Tight();
  sample.lines[4] = "rd 1 | - | - | - | - | -";
  ExpectOne(sample, 6, "rd_to_set", "`set ri` takes port B's output, which shows no `rd` yet");
}

TEST(HazardsTest, EmptyWeight) {
  Sample sample = Tight();
  // The last coefficient of a word of four, then one that is not there.
  sample.lines.insert(sample.lines.begin() + 7, 2, "- | - | sh rw | - | - | -");
  ExpectClean(sample);
  sample.lines.insert(sample.lines.begin() + 7, "- | - | sh rw | - | - | -");
  ExpectOne(sample, 10, "set_to_mac", "slot VMAC): rule set_to_mac: `mac` uses rw[0], which was");
}

TEST(HazardsTest, WeightsOneCycleEarly) {
  Sample sample = Tight();
  // `set rw` in the cycle of `set rb`.
  sample.lines[5] = "- | - | set rw | - | set rb | -";
  sample.lines[6] = "- | - | sh rw | set ri | - | -";
  ExpectOne(sample, 5, "set_to_mac", "`set rb` uses rw[0]");
}

TEST(HazardsTest, EmptyPixel) {
  Sample sample = Tight();
  sample.lines[6] = "- | - | sh rw | sh ri | set rb | -";
  const std::vector<HazardFinding> findings = sample.Find();
  ASSERT_EQ(findings.size(), 3u) << Texts(findings);  // and two words nobody takes
  EXPECT_NE(findings[2].text.find("rule set_to_mac: `mac` uses ri[0] (lane 0), which was never"),
            std::string::npos)
      << findings[2].text;
}

TEST(HazardsTest, PixelsOneCycleEarly) {
  Sample sample = Tight();
  sample.lines[6] = "- | - | sh rw | - | set rb | -";
  sample.lines[7] = "- | - | - | set ri | mac | -";
  ExpectOne(sample, 7, "set_to_mac", "`mac` uses ri[0] (lane 0)");
}

TEST(HazardsTest, PixelsShiftedInEmpty) {
  Sample sample = Tight();
  sample.lines[7] = "- | - | - | sh ri | mac | -";
  ExpectClean(sample);
  sample.lines.insert(sample.lines.begin() + 8, "- | - | - | - | mac | -");
  ExpectOne(sample, 8, "set_to_mac", "`mac` uses ri[15] (lane 15)");
  // It does not matter to who sends only the other half.
  sample.lines[13] = "- | - | - | - | - | -";
  ExpectClean(sample);
}

TEST(HazardsTest, ActTooEarly) {
  Sample sample = Tight();
  sample.lines[10] = "- | - | - | - | set rb | act lo";
  sample.lines[11] = "- | - | - | - | - | -";
  const std::vector<HazardFinding> findings = sample.Find();
  // The sums sent, and those that are lost.
  ASSERT_EQ(findings.size(), 2u) << Texts(findings);
  EXPECT_NE(findings[0].text.find("rule setrb_to_act: `set rb` hands over sums of which no `act "
                                  "lo` takes the half while they are there; the one right after "
                                  "it still takes the sums before"),
            std::string::npos)
      << findings[0].text;
  EXPECT_EQ(findings[1].pc, 10);
  EXPECT_NE(findings[1].text.find("slot ACT): rule setrb_to_act: `act lo` reads sums that no `set "
                                  "rb` has begun; the last `set rb` is 2 cycles before"),
            std::string::npos)
      << "hazards: " << findings[1].text;
}

TEST(HazardsTest, ActWithoutSums) {
  Sample sample = Tight();
  sample.lines[8] = sample.lines[10] = "- | - | - | - | - | -";
  const std::vector<HazardFinding> findings = sample.Find();
  ASSERT_EQ(findings.size(), 2u) << Texts(findings);
  EXPECT_EQ(findings[0].rule, "setrb_to_act");
  EXPECT_EQ(findings[1].rule, "setrb_to_act");
}

TEST(HazardsTest, SumsReplacedTooEarly) {
  Sample sample = Tight();
  std::swap(sample.lines[9], sample.lines[10]);
  ExpectOne(sample, 8, "setrb_holds_act", "no `act hi` takes the half");
}

TEST(HazardsTest, LoopWithActInTheNextPass) {
  Sample sample = Loop();
  sample.lines[2] = "wr 2 | - | - | - | - | act lo";  // one cycle early
  sample.lines[3] = "rd 0 | - | - | - | - | -";
  // The sums of the second `set rb` are lost; what is sent instead nothing had begun in pass 0.
  const std::vector<HazardFinding> findings = sample.Find();
  ASSERT_EQ(findings.size(), 2u) << Texts(findings);
  EXPECT_EQ(findings[0].pc, 2);
  EXPECT_EQ(findings[0].rule, "setrb_to_act");
  EXPECT_EQ(findings[1].pc, 8);
  EXPECT_EQ(findings[1].rule, "setrb_to_act");

  sample = Loop();
  sample.settings["EXTRA"] = 0;  // sends what no pass has computed
  EXPECT_NE(
      Texts(sample.Find()).find("cycle 3 (repeat, pass 0, pc 3, slot ACT): rule setrb_to_act"),
      std::string::npos);
}

TEST(HazardsTest, WordsOfALoopThatNobodyTakes) {
  Sample sample = Loop();
  // `set rw` one cycle late: port A shows the pixels already.
  sample.lines[5] = "- | - | - | - | - | -";
  sample.lines[6] = "- | - | set rw | - | - | -";
  sample.lines[7] = "- | - | sh rw | set ri | set rb | -";
  sample.lines.insert(sample.lines.begin() + 8, "- | - | - | - | mac | -");
  ExpectOne(sample, 3, "rd_to_set",
            "no `set` or `setsh` takes the word read while the port shows it; allowed: a `set` or "
            "`setsh` of the port from 2 cycles after the `rd` to 1 after the port's next `rd`");
  // One cycle early it takes the pixels of the pass before, and nothing in pass 0.
  sample = Loop();
  sample.lines[4] = "rd 1 | rd 2 | set rw | - | - | act hi";
  sample.lines[5] = "- | - | - | - | - | -";
  const std::vector<HazardFinding> findings = sample.Find();
  ASSERT_EQ(findings.size(), 2u) << Texts(findings);
  EXPECT_EQ(findings[0].pc, 3);
  EXPECT_NE(findings[0].text.find("the one 1 cycle after the `rd` still takes the word before"),
            std::string::npos);
  EXPECT_EQ(findings[1].pc, 4);
}

TEST(HazardsTest, ReadsForAPassThatDoesNotCome) {
  // The coefficients are read at the end of the pass before, the first time in the initial part.
  Sample sample = Loop();
  sample.lines[3] = "- | - | - | - | - | act lo";
  sample.lines[8] = "rd 0 | - | - | - | set rb | -";
  sample.lines.insert(sample.lines.begin() + 1,
                      {"- | - | - | - | - | -", "rd 0 | - | - | - | - | -"});
  sample.settings["REPEAT_FIRST"] = 3;
  ExpectClean(sample);
  sample.lines[2] = "- | - | - | - | - | -";
  ExpectOne(sample, 7, "rd_to_set", "shows no `rd` yet");
}

TEST(HazardsTest, RampUpMayComputeAnything) {
  SmallProgram program = testing::Figure26();
  EXPECT_EQ(Texts(FindHazards(program.Encoded(), arch::BuildSizes())), "");
  program.settings["EXTRA"] = 0;
  EXPECT_NE(Texts(FindHazards(program.Encoded(), arch::BuildSizes())), "");
}

TEST(HazardsTest, BothSetsInOneCycle) {
  Sample sample = Tight();
  sample.lines[6] = "- | - | set rw | set ri | set rb | -";
  ExpectOne(sample, 6, "set_rw_set_ri", "slot WREG");
  sample.rows = arch::kActLanes;
  sample.lines[11] = "- | - | - | - | - | -";
  const std::vector<HazardFinding> findings = sample.Find();
  EXPECT_EQ(Texts(findings), "");
}

// Half vectors take their pixels from port B; a word of port A is for `set rw`, and a `set ri` does
// not take it.
TEST(HazardsTest, HalfVectorsLeavePortAToTheWeights) {
  Sample sample = {{
                       "wr 0 | - | - | - | - | -",
                       "wr 1 | - | - | - | - | -",
                       "wr 2 | - | - | - | - | -",
                       "- | - | - | - | - | -",
                       "rd 0 | rd 2 | - | - | - | -",
                       "rd 1 | - | - | - | - | -",
                       "- | - | - | set ri | - | -",
                       "- | - | set rw | - | - | -",
                       "- | - | sh rw | - | set rb | -",
                       "- | - | - | - | mac | -",
                       "- | - | - | - | set rb | -",
                       "- | - | - | - | - | -",
                       "- | - | - | - | - | -",
                       "- | - | - | - | - | act hi",
                   },
                   {},
                   arch::kActLanes};
  ExpectOne(sample, 4, "rd_to_set", "no `set` or `setsh` takes the word read");
  sample.lines[6] = "- | - | set rw | set ri | - | -";
  ExpectClean(sample);
  // Nothing needs to be on port A then.
  sample.lines[6] = "- | - | - | set ri | - | -";
  sample.lines[4] = "- | rd 2 | - | - | - | -";
  ExpectClean(sample);
}

TEST(HazardsTest, BothPortsWriteOneWord) {
  Sample sample = Tight();
  sample.lines[12] = "wr 1 | wr 1 | - | - | - | act hi";
  ExpectOne(sample, 12, "wr_wr", "both ports write word 1 in one cycle");
  sample.lines[12] = "wr 1 | wr 3 | - | - | - | act hi";
  ExpectClean(sample);
}

TEST(HazardsTest, PortBWritesBeforeAnyAct) {
  Sample sample = Tight();
  sample.lines[11] = "- | wr 3 | - | - | - | act lo";
  ExpectOne(sample, 11, "act_to_act", "slot MEMB): rule act_to_act: `wr` of the activation output");
  sample.lines[11] = "- | - | - | - | - | act lo";
  sample.lines[12] = "- | wr 3 | - | - | - | act hi";
  ExpectClean(sample);
}

TEST(HazardsTest, PortBSendsToo) {
  Sample sample = Tight();
  sample.lines[4] = "rd 1 | rd 3 | - | - | - | -";
  sample.lines[11] = "- | - | - | - | - | act lo hold";
  sample.lines[12] = "- | - | - | - | - | act hi hold";
  ExpectClean(sample);  // nothing leaves
  sample.lines.emplace_back("- | wr 4 | - | - | - | -");
  ExpectOne(sample, 4, "rd_unwritten", "reads word 3");
}

TEST(HazardsTest, SeparatedColumns) {
  if (!arch::BuildSizes().split) GTEST_SKIP() << "no split machine";
  Sample sample = Tight();
  sample.lines[1] = "wr even 1 | - | - | - | - | -";
  sample.lines[2] = "wr odd 2 | - | - | - | - | -";
  ExpectClean(sample);
  sample.lines[1] = "wr both 1 | - | - | - | - | -";
  ExpectOne(sample, 2, "wr_odd", "`wr odd 2` with no odd pixels kept");
  sample = Tight();
  sample.lines[7] = "- | - | - | setsh ri hi | mac | -";
  // After `set ri`, 15 + 4 pixels: the fifth shift brings an empty one.
  sample.lines.insert(sample.lines.begin() + 8, 4, "- | - | - | sh ri | mac | -");
  ExpectClean(sample);
  sample.lines.insert(sample.lines.begin() + 12, "- | - | - | - | mac | -");
  ExpectOne(sample, 12, "set_to_mac", "ri[15] (lane 15)");
}

TEST(HazardsTest, ReportsAllAndCounts) {
  Sample sample = Tight();
  sample.lines[2] = "- | - | - | - | - | -";  // word 2
  sample.lines[0] = "- | - | - | - | - | -";  // word 0
  EXPECT_EQ(sample.Find().size(), 2u) << Texts(sample.Find());
  sample.lines[1] = "- | - | - | - | - | -";  // word 1
  EXPECT_EQ(sample.Find().size(), 3u);
  const std::vector<HazardFinding> findings = sample.Find(2);
  ASSERT_EQ(findings.size(), 3u);
  EXPECT_EQ(findings[2].text, "rule rd_unwritten: 1 more like these");
  EXPECT_EQ(findings[2].pc, 4);
}

// Random changes of correct programs: what the verifier proves right has no hazards, and most
// changes that break a rule are told without knowing what the program is for.
TEST(HazardsTest, AgreesWithTheVerifier) {
  std::mt19937 random(1);
  int refused = 0;
  for (int n = 0; n < 4000; ++n) {
    SmallProgram program = n % 2 == 0 ? testing::Figure17() : testing::Figure26();
    const size_t first = program.settings.at("REPEAT_FIRST");
    Instruction& i = program.code[first + random() % (program.code.size() - first)];
    Instruction& j = program.code[first + random() % (program.code.size() - first)];
    switch (random() % 5) {
      case 0:
        std::swap(i.mema, j.mema);
        break;
      case 1:
        std::swap(i.memb, j.memb);
        break;
      case 2:
        std::swap(i.wreg, j.wreg);
        break;
      case 3:
        std::swap(i.ireg, j.ireg);
        break;
      default:
        std::swap(i.vmac, j.vmac);
    }
    const std::vector<HazardFinding> findings = FindHazards(program.Encoded(), arch::BuildSizes());
    refused += !findings.empty();
    if (findings.empty()) continue;
    ASSERT_FALSE(program.Verify().empty()) << "change " << n << ":\n" << Texts(findings);
  }
  EXPECT_GT(refused, 1000);
}

TEST(HazardsTest, LongRunsAreShortened) {
  SmallProgram program = testing::Figure17();
  program.settings["ITERATIONS"] = 65535;
  EXPECT_EQ(Texts(FindHazards(program.Encoded(), arch::BuildSizes())), "");
}

}  // namespace
}  // namespace nve
