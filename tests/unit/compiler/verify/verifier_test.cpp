// SPDX-License-Identifier: Apache-2.0
// The verifier accepts correct programs and reports every way of breaking one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

#include "arch/build_machine.hpp"
#include "tests/unit/compiler/verify/small_programs.hpp"

namespace nve {
namespace {

using arch::ActHalf;
using arch::ActOp;
using arch::IregOp;
using arch::MemOp;
using arch::VmacOp;
using arch::WregOp;
using arch::WrPart;
using testing::SmallProgram;

std::string Joined(const std::vector<std::string>& problems) {
  return fmt::format("{}", fmt::join(problems, "\n"));
}

TEST(VerifierTest, AcceptsFigure17) { EXPECT_EQ(Joined(testing::Figure17().Verify()), ""); }

TEST(VerifierTest, AcceptsModuloScheduledKernel) {
  EXPECT_EQ(Joined(testing::Figure26().Verify()), "");
}

TEST(VerifierTest, AcceptsFinalPart) { EXPECT_EQ(Joined(testing::FinalPart().Verify()), ""); }

TEST(VerifierTest, AcceptsHalfVectors) { EXPECT_EQ(Joined(testing::HalfVector().Verify()), ""); }

TEST(VerifierTest, AcceptsStrideTwoWithTwoOutputs) {
  EXPECT_EQ(Joined(testing::StrideTwo().Verify()), "");
}

TEST(VerifierTest, AcceptsLongRunsOfAnyRemainder) {
  for (const int iterations : {1, 2, 3, 63, 64, 65, 66, 67, 68, 1278, 1279, 1280, 65535}) {
    SmallProgram program = testing::Figure17();
    program.settings["ITERATIONS"] = static_cast<uint32_t>(iterations);
    program.intent.out_width = iterations;
    EXPECT_EQ(Joined(program.Verify()), "") << iterations;
  }
}

TEST(VerifierTest, LimitsTheNumberOfFindings) {
  SmallProgram program = testing::Figure17();
  program.code[13].vmac = VmacOp::kNop;
  EXPECT_EQ(VerifyProgram(program.Encoded(), program.intent, arch::BuildMachine(), 3).size(), 3u);
}

TEST(VerifierTest, SaysWhereAndWhat) {
  SmallProgram program = testing::Figure17();
  program.code[14].vmac = VmacOp::kNop;  // the second product
  const std::vector<std::string> problems = program.Verify();
  ASSERT_FALSE(problems.empty());
  EXPECT_NE(problems[0].find("output word 0: iteration 0, output 0, lo"), std::string::npos);
  EXPECT_NE(
      problems[0].find("8 products, expected 9: missing weight(output 0, input 0, ky 1, kx 0)"),
      std::string::npos)
      << problems[0];
}

TEST(VerifierTest, NamesTheProductThatIsMissing) {
  const std::vector<std::pair<size_t, const char*>> macs = {
      {13, "ky 0, kx 0)"}, {15, "ky 2, kx 0)"}, {17, "ky 0, kx 1)"}, {22, "ky 2, kx 2)"}};
  for (const auto& [pc, text] : macs) {
    SmallProgram program = testing::Figure17();
    program.code[pc].vmac = VmacOp::kNop;
    const std::string missing = std::string("missing weight(output 0, input 0, ") + text;
    EXPECT_NE(Joined(program.Verify()).find(missing), std::string::npos) << pc;
  }
}

// Nine rows, the most a column of three words serves: the last mac's lane 15 takes the last pixel
// that `setsh ri` has brought.
TEST(VerifierTest, AcceptsTheTallestWindow) {
  SmallProgram program;
  program.intent.kernel_height = 9;
  program.intent.out_width = 5;
  program.intent.inputs_of_output = {{0}};
  program.intent.coefficient_words.resize(3);
  program.intent.coefficient_words[0][0] = {CoefficientLabel::Kind::kBias, 0, 0, 0, 0};
  for (int row = 0; row < 9; ++row) {
    const auto at = static_cast<size_t>(row) + 1;
    program.intent.coefficient_words[at / 4][at % 4] = {CoefficientLabel::Kind::kWeight, 0, 0, row,
                                                        0};
  }
  program.settings = {{"REPEAT_FIRST", 3}, {"ITERATIONS", 5}, {"EXTRA", 1}};
  program.code = testing::ParseLines({
      "wr 0 | - | - | - | - | -",           "wr 1 | - | - | - | - | -",
      "wr 2 | - | - | - | - | -",           "wr 3 | - | - | - | - | -",
      "wr 4 | - | - | - | - | -",           "wr 5 | - | - | - | - | -",
      "rd 0 | - | - | - | - | -",           "rd 3 | rd 4 | - | - | - | -",
      "- | rd 5 | set rw | - | - | -",      "- | - | sh rw | set ri | set rb | -",
      "- | - | sh rw | setsh ri | mac | -", "rd 1 | - | sh rw | sh ri | mac | -",
      "- | - | - | sh ri | mac | act lo",   "- | - | set rw | - | - | act hi",
      "- | - | sh rw | sh ri | mac | -",    "rd 2 | - | sh rw | sh ri | mac | -",
      "- | - | sh rw | sh ri | mac | -",    "- | - | set rw | sh ri | mac | -",
      "- | - | sh rw | sh ri | mac | -",    "- | - | - | - | mac | -",
  });
  EXPECT_EQ(Joined(program.Verify()), "");
}

// One input's second column is written elsewhere, so the second sum adds a pixel of the first
// iteration and one of its own.
TEST(VerifierTest, AllPixelsOfASumAreOfOneIteration) {
  SmallProgram program = testing::HalfVector();
  program.intent.out_width = 2;
  program.settings["ITERATIONS"] = 2;
  EXPECT_EQ(Joined(program.Verify()), "");
  program.code[1].mema.mode = 1;
  program.settings["AGU_INC1"] = 4;
  program.settings["AGU_TOGGLE1"] = 100;
  const std::string problems = Joined(program.Verify());
  EXPECT_NE(problems.find("expects pixel(input 1, column 0, row 0), found pixel(input 1, column 1"),
            std::string::npos)
      << problems;
}

// Twelve words: three of coefficients and three columns of three.
TEST(VerifierTest, NamesTheStreamWordThatIsTooMany) {
  SmallProgram program = testing::FinalPart();
  program.code.back().mema = {MemOp::kWr, 400, 0, 0};
  const std::string problems = Joined(program.Verify());
  EXPECT_NE(problems.find("stream words of a run: found 13, expected 12"), std::string::npos);
  EXPECT_NE(problems.find("takes stream word 12, a run has 12"), std::string::npos) << problems;
}

// One way to break a program, and a part of the message it must bring.
struct Break {
  const char* name;
  std::function<void(SmallProgram&)> apply;
  const char* message;
};

void ExpectReported(const std::function<SmallProgram()>& make, const std::vector<Break>& breaks) {
  for (const Break& broken : breaks) {
    SmallProgram program = make();
    broken.apply(program);
    const std::string problems = Joined(program.Verify());
    EXPECT_NE(problems, "") << broken.name;
    EXPECT_NE(problems.find(broken.message), std::string::npos) << broken.name << ":\n" << problems;
  }
}

void Swap(SmallProgram& program, size_t a, size_t b) {
  std::swap(program.code[a], program.code[b]);
}

TEST(VerifierTest, ReportsWrongMemoryOperations) {
  ExpectReported(
      testing::Figure17,
      {
          {"read moved one cycle later",
           [](SmallProgram& p) { std::swap(p.code[9].mema, p.code[11].mema); }, "ACT"},
          {"coefficient read of the wrong word",
           [](SmallProgram& p) { p.code[14].mema.offset = 2; }, "weight"},
          {"pixel read of the wrong word", [](SmallProgram& p) { p.code[13].mema.offset = 4; },
           "expects pixel"},
          {"wrong update", [](SmallProgram& p) { p.code[17].mema.update = 3; }, "expects pixel"},
          {"no pattern", [](SmallProgram& p) { p.code[17].memb.mode = 0; }, "expects pixel"},
          {"another pattern", [](SmallProgram& p) { p.code[10].mema.mode = 2; }, "expects pixel"},
          {"wrong toggle", [](SmallProgram& p) { p.settings["AGU_TOGGLE1"] = 6; }, "expects pixel"},
          {"wrong increment", [](SmallProgram& p) { p.settings["AGU_INC1"] = 6; }, "expects pixel"},
          {"read dropped", [](SmallProgram& p) { p.code[18].memb.op = MemOp::kNop; },
           "expects pixel"},
          {"write dropped", [](SmallProgram& p) { p.code[12].mema.op = MemOp::kNop; },
           "stream words of a run: found 49, expected 69"},
          {"additional write",
           [](SmallProgram& p) {
             p.code[11].mema = {MemOp::kWr, 400, 0, 0};
           },
           "stream words of a run: found 89, expected 69"},
          {"write to the wrong word", [](SmallProgram& p) { p.code[15].mema.offset = 5; },
           "expects pixel"},
          {"write overwrites a column still read",
           [](SmallProgram& p) {
             for (const size_t pc : {12, 15, 16}) p.code[pc].mema.update = 3;
           },
           "expects pixel"},
          {"swapped initial writes", [](SmallProgram& p) { Swap(p, 1, 2); }, "weight"},
          {"swapped pixel writes", [](SmallProgram& p) { Swap(p, 3, 7); }, "expects pixel"},
          {"words of a column swapped",
           [](SmallProgram& p) { std::swap(p.code[12].mema, p.code[16].mema); }, "expects pixel"},
          {"port B writes the buffer too",
           [](SmallProgram& p) {
             p.code[12].memb = {MemOp::kWr, 3, 6, 1};
           },
           "both ports write"},
          {"port B destroys a coefficient",
           [](SmallProgram& p) {
             p.code[12].memb = {MemOp::kWr, 1, 0, 0};
           },
           "an activation word"},
          {"address beyond the buffer",
           [](SmallProgram& p) { p.code[8].mema.offset = arch::BuildSizes().local_words; },
           "is reached"},
      });
}

TEST(VerifierTest, ReportsTooFreshReads) {
  SmallProgram program = testing::HalfVector();
  // `rd 1` right after `wr 1`.
  program.code[2].memb = {MemOp::kRd, 1, 0, 0};
  program.code[3].memb = {MemOp::kNop, 0, 0, 0};
  EXPECT_NE(Joined(program.Verify()).find("read too soon"), std::string::npos);
}

TEST(VerifierTest, ReportsWrongRegisterOperations) {
  ExpectReported(
      testing::Figure17,
      {
          {"set rw dropped", [](SmallProgram& p) { p.code[16].wreg = WregOp::kNop; }, "weight"},
          {"set rw too early", [](SmallProgram& p) { std::swap(p.code[15].wreg, p.code[16].wreg); },
           "found"},
          {"set rw before its word is on the port",
           [](SmallProgram& p) {
             p.code[10].wreg = WregOp::kSet;
             p.code[11].wreg = WregOp::kNop;
           },
           "expects a bias"},
          {"set rw too late", [](SmallProgram& p) { std::swap(p.code[11].wreg, p.code[12].wreg); },
           "found"},
          {"sh rw dropped", [](SmallProgram& p) { p.code[13].wreg = WregOp::kNop; }, "weight"},
          {"set ri dropped", [](SmallProgram& p) { p.code[15].ireg = IregOp::kNop; },
           "expects pixel"},
          {"set ri for setsh ri", [](SmallProgram& p) { p.code[13].ireg = IregOp::kSet; },
           "expects pixel"},
          {"sh ri for setsh ri", [](SmallProgram& p) { p.code[17].ireg = IregOp::kSh; }, "lane 15"},
          {"setsh ri for sh ri", [](SmallProgram& p) { p.code[14].ireg = IregOp::kSetsh; },
           "expects pixel"},
          {"set rw and set ri in one cycle",
           [](SmallProgram& p) { p.code[16].ireg = IregOp::kSet; }, "both take port A"},
          {"set ri after the port's next read",
           [](SmallProgram& p) {
             std::swap(p.code[15].ireg, p.code[16].ireg);
             p.code[16].wreg = WregOp::kNop;
           },
           ""},
      });
}

TEST(VerifierTest, ReportsWrongArithmetic) {
  ExpectReported(
      testing::Figure17,
      {
          {"mac dropped", [](SmallProgram& p) { p.code[22].vmac = VmacOp::kNop; }, "8 products"},
          {"mac added", [](SmallProgram& p) { p.code[16].vmac = VmacOp::kMac; }, "found"},
          {"mac one cycle early",
           [](SmallProgram& p) { std::swap(p.code[17].vmac, p.code[16].vmac); }, "found"},
          {"set rb dropped", [](SmallProgram& p) { p.code[12].vmac = VmacOp::kNop; }, "ACT"},
          {"set rb one cycle early",
           [](SmallProgram& p) { std::swap(p.code[11].vmac, p.code[12].vmac); }, "expects a bias"},
          {"set rb takes a weight",
           [](SmallProgram& p) {
             p.intent.coefficient_words[0][0] = p.intent.coefficient_words[0][1];
           },
           "expects a bias"},
          {"two weights swapped",
           [](SmallProgram& p) {
             std::swap(p.intent.coefficient_words[1][0], p.intent.coefficient_words[1][1]);
           },
           "expects pixel"},
          {"one weight twice",
           [](SmallProgram& p) {
             p.intent.coefficient_words[2][1] = p.intent.coefficient_words[2][0];
           },
           ""},
          {"a weight is missing in the words",
           [](SmallProgram& p) { p.intent.coefficient_words[2][1] = {}; }, "an unused coefficient"},
      });
}

TEST(VerifierTest, ReportsWrongOutput) {
  ExpectReported(
      testing::Figure17,
      {
          {"act too early",
           [](SmallProgram& p) {
             p.code[14].act = ActOp::kAct;
             p.code[15].act_half = ActHalf::kHi;
             p.code[16].act = ActOp::kNop;
             p.code[16].act_half = ActHalf::kLo;
           },
           "no `set rb`"},
          {"act too late",
           [](SmallProgram& p) {
             for (const size_t from : {15, 16}) {
               p.code[from - 4].act = ActOp::kAct;
               p.code[from - 4].act_half = p.code[from].act_half;
               p.code[from].act = ActOp::kNop;
               p.code[from].act_half = ActHalf::kLo;
             }
             p.settings["EXTRA"] = 1;
           },
           "is wrong"},
          {"halves swapped",
           [](SmallProgram& p) {
             p.code[15].act_half = ActHalf::kHi;
             p.code[16].act_half = ActHalf::kLo;
           },
           "the other half"},
          {"act dropped",
           [](SmallProgram& p) {
             p.code[16].act = ActOp::kNop;
             p.code[16].act_half = ActHalf::kLo;
           },
           "half"},
          {"act held", [](SmallProgram& p) { p.code[16].act_to = arch::ActTo::kHold; }, "half"},
          {"act added", [](SmallProgram& p) { p.code[17].act = ActOp::kAct; }, "found"},
          {"no extra pass", [](SmallProgram& p) { p.settings["EXTRA"] = 0; }, "no `set rb`"},
          {"one extra pass too many", [](SmallProgram& p) { p.settings["EXTRA"] = 2; },
           "expected output word 0: iteration 0, output 0, lo, found iteration 1"},
          {"wrong stride", [](SmallProgram& p) { p.settings["STRIDE"] = 2; }, "STRIDE"},
          {"wrong iterations", [](SmallProgram& p) { p.settings["ITERATIONS"] = 19; },
           "ITERATIONS"},
          {"repeated part one short", [](SmallProgram& p) { p.settings["REPEAT_LAST"] = 21; },
           "8 products"},
          {"repeated part one early", [](SmallProgram& p) { p.settings["REPEAT_FIRST"] = 8; },
           "expects"},
          {"coefficient words missing",
           [](SmallProgram& p) { p.intent.coefficient_words.pop_back(); }, "expects"},
      });
}

TEST(VerifierTest, ReportsBreaksOfTheModuloScheduledKernel) {
  ExpectReported(
      testing::Figure26,
      {
          {"no extra pass", [](SmallProgram& p) { p.settings["EXTRA"] = 0; }, "is wrong"},
          {"read of the next iteration's column",
           [](SmallProgram& p) { p.code[9].memb.update = 0; }, "expects pixel"},
          {"write after the read", [](SmallProgram& p) { Swap(p, 9, 18); }, "found"},
          {"act one cycle early",
           [](SmallProgram& p) {
             p.code[16].act = ActOp::kAct;
             p.code[17].act_half = ActHalf::kHi;
             p.code[18].act = ActOp::kNop;
             p.code[18].act_half = ActHalf::kLo;
           },
           "expected output word"},
      });
}

TEST(VerifierTest, ReportsBreaksOfOtherPrograms) {
  ExpectReported(testing::FinalPart,
                 {
                     {"act of the final part too early",
                      [](SmallProgram& p) { std::swap(p.code[25], p.code[26]); }, "no `set rb`"},
                     {"no act", [](SmallProgram& p) { p.code.pop_back(); },
                      "output words of a run: found 1, expected 2"},
                 });
  ExpectReported(testing::HalfVector,
                 {
                     {"low half", [](SmallProgram& p) { p.code[9].act_half = ActHalf::kLo; },
                      "the other half"},
                     {"full vector meant", [](SmallProgram& p) { p.intent.rows = 16; }, ""},
                 });
  ExpectReported(
      testing::StrideTwo,
      {
          {"one set ri missing", [](SmallProgram& p) { p.code[7].ireg = IregOp::kNop; }, "expects"},
          {"outputs exchanged",
           [](SmallProgram& p) {
             std::swap(p.intent.coefficient_words[0], p.intent.coefficient_words[2]);
             std::swap(p.intent.coefficient_words[1], p.intent.coefficient_words[3]);
           },
           "found iteration"},
          {"an input the output does not have",
           [](SmallProgram& p) {
             p.intent.input_count = 2;
             p.intent.inputs_of_output[1] = {1};
           },
           ""},
      });
}

TEST(VerifierTest, ReportsColumnsThatAreNotSeparatedAsMeant) {
  if (!arch::BuildSizes().split) GTEST_SKIP() << "no column separation";
  ExpectReported(
      testing::StrideTwo,
      {
          {"even written plain", [](SmallProgram& p) { p.code[14].mema_part = WrPart::kPlain; },
           "expects"},
          {"odd written plain", [](SmallProgram& p) { p.code[15].mema_part = WrPart::kPlain; },
           "expects"},
          {"odd written half and half",
           [](SmallProgram& p) { p.code[17].mema_part = WrPart::kBoth; }, "expects"},
          {"odd before even", [](SmallProgram& p) { Swap(p, 14, 15); }, "expects"},
          {"rows exchanged", [](SmallProgram& p) { Swap(p, 5, 6); }, "expects"},
          {"upper lanes of the other row", [](SmallProgram& p) { p.code[5].memb.offset = 7; },
           "expects"},
          {"stride of the lanes", [](SmallProgram& p) { p.settings["STRIDE"] = 2; }, "STRIDE"},
      });
}

TEST(VerifierTest, ReportsContradictoryIntents) {
  ExpectReported(
      testing::Figure17,
      {
          {"input twice",
           [](SmallProgram& p) {
             p.intent.inputs_of_output = {{0, 0}};
           },
           "lists input 0, allowed: 0 to 0, once"},
          {"input below 0", [](SmallProgram& p) { p.intent.inputs_of_output = {{-1}}; },
           "lists input -1, allowed: 0 to 0, once"},
          {"no such input", [](SmallProgram& p) { p.intent.inputs_of_output = {{1}}; },
           "lists input 1, allowed: 0 to 0, once"},
          {"no output", [](SmallProgram& p) { p.intent.inputs_of_output.clear(); }, "1 or more"},
          {"no row", [](SmallProgram& p) { p.intent.kernel_height = 0; }, "1 or more"},
          {"no column", [](SmallProgram& p) { p.intent.kernel_width = 0; }, "1 or more"},
          {"no step", [](SmallProgram& p) { p.intent.stride_x = 0; }, "1 or more"},
          {"no iteration", [](SmallProgram& p) { p.intent.out_width = 0; }, "1 or more"},
          {"no input", [](SmallProgram& p) { p.intent.input_count = 0; }, "1 or more"},
          {"initial columns", [](SmallProgram& p) { p.intent.initial_columns = -1; }, "1 or more"},
          {"unrolled", [](SmallProgram& p) { p.intent.unrolled = -1; }, "1 or more"},
          {"rows", [](SmallProgram& p) { p.intent.rows = 5; }, "rows 5"},
          {"stride 3", [](SmallProgram& p) { p.intent.stride_y = 3; }, "stride_y 3"},
          {"stride 0", [](SmallProgram& p) { p.intent.stride_y = 0; }, "stride_y 0"},
      });
}

// Every number of a label just below and just above what the intent has.
TEST(VerifierTest, ReportsLabelsOutOfRange) {
  const std::vector<std::pair<int CoefficientLabel::*, int>> counts = {
      {&CoefficientLabel::output, 1},
      {&CoefficientLabel::input, 1},
      {&CoefficientLabel::ky, 3},
      {&CoefficientLabel::kx, 3}};
  for (const auto& [number, count] : counts) {
    for (const int value : {-1, count}) {
      SmallProgram program = testing::Figure17();
      program.intent.coefficient_words[1][2].*number = value;
      EXPECT_NE(Joined(program.Verify()).find("coefficient word 1 holds weight"),
                std::string::npos);
    }
    SmallProgram program = testing::Figure17();
    program.intent.coefficient_words[1][2].*number = count - 1;
    EXPECT_EQ(Joined(program.Verify()).find("out of range"), std::string::npos);
  }
}

}  // namespace
}  // namespace nve
