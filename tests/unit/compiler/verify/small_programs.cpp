// SPDX-License-Identifier: Apache-2.0
// The small programs.
#include "tests/unit/compiler/verify/small_programs.hpp"

#include <fmt/format.h>

#include "arch/build_machine.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "model/golden/figure17.hpp"
#include "program/settings.hpp"

namespace nve::testing {
namespace {

CoefficientLabel Bias(int output) { return {CoefficientLabel::Kind::kBias, output, 0, 0, 0}; }

CoefficientLabel Weight(int output, int input, int ky, int kx) {
  return {CoefficientLabel::Kind::kWeight, output, input, ky, kx};
}

// Tap n of one map's 3x3 window, column by column.
CoefficientLabel Tap(int n) { return Weight(0, 0, n % 3, n / 3); }

// What both 3x3 programs have in common.
SmallProgram Filter3x3() {
  SmallProgram program;
  for (int word = 0; word < 9; ++word) {
    Instruction write;
    write.mema = {arch::MemOp::kWr, word, 0, 0};
    program.code.push_back(write);
  }
  program.intent.kernel_height = 3;
  program.intent.kernel_width = 3;
  program.intent.out_width = 20;
  program.intent.inputs_of_output = {{0}};
  program.intent.initial_columns = 2;
  program.settings = {
      {"REPEAT_FIRST", 9}, {"ITERATIONS", 20}, {"EXTRA", 1}, {"AGU_INC1", 3}, {"AGU_TOGGLE1", 9}};
  return program;
}

void Append(SmallProgram* program, const std::vector<std::string>& lines) {
  const std::vector<Instruction> code = ParseLines(lines);
  program->code.insert(program->code.end(), code.begin(), code.end());
}

void AppendWrite(SmallProgram* program, int word) {
  Append(program, {fmt::format("wr {} | - | - | - | - | -", word)});
}

// The columns of a 2x2 window with stride 2, in words 4-7 and 8-11: as they come, or, in a split
// machine, even, odd, even and odd pixels.
void AppendColumns(SmallProgram* program) {
  for (int word = 4; word < 12; ++word) {
    const char* part = !arch::BuildSizes().split ? "" : word % 2 == 0 ? "even " : "odd ";
    Append(program, {fmt::format("wr {}{} | - | - | - | - | -", part, word)});
  }
}

// Both rows of a window column at once are in the image register; the second is one shift away.
void AppendStridedWindow(SmallProgram* program, int word) {
  Append(program, {
                      fmt::format("rd {} | - | - | - | - | -", word),
                      "rd 4 | rd 5 | - | - | - | -",
                      "rd 6 | rd 7 | set rw | - | - | -",
                      "- | - | - | set ri | - | -",
                      "rd 8 | rd 9 | sh rw | set ri | set rb | -",
                      "rd 10 | rd 11 | sh rw | sh ri | mac | -",
                      fmt::format("rd {} | - | sh rw | set ri | mac | -", word + 1),
                      "- | - | - | set ri | - | act lo",
                      "- | - | set rw | sh ri | mac | act hi",
                      "- | - | - | - | mac | -",
                  });
}

// Each row of a window column has its own words.
void AppendSeparatedWindow(SmallProgram* program, int word) {
  Append(program, {
                      fmt::format("rd {} | - | - | - | - | -", word),
                      "rd 4 | rd 6 | - | - | - | -",
                      "rd 5 | rd 7 | set rw | - | - | -",
                      "- | - | - | set ri | - | -",
                      "rd 8 | rd 10 | sh rw | - | set rb | -",
                      "rd 9 | rd 11 | sh rw | set ri | mac | -",
                      fmt::format("rd {} | - | sh rw | set ri | mac | -", word + 1),
                      "- | - | - | set ri | mac | act lo",
                      "- | - | set rw | - | - | act hi",
                      "- | - | - | - | mac | -",
                  });
}

// The window over the columns in words 4-11; coefficients in `word` and the next.
void AppendWindow(SmallProgram* program, int word) {
  if (arch::BuildSizes().split) return AppendSeparatedWindow(program, word);
  AppendStridedWindow(program, word);
}

}  // namespace

std::vector<Instruction> ParseLines(const std::vector<std::string>& lines) {
  std::vector<Instruction> code;
  for (const std::string& line : lines) {
    std::string problem;
    const std::optional<Instruction> instruction =
        ParseInstruction(line, problem, kCodesOfAnyMachine);
    NVE_CHECK(instruction.has_value(), line + ": " + problem);
    code.push_back(*instruction);
  }
  return code;
}

Program SmallProgram::Encoded() const {
  Program program;
  program.name = "small";
  for (const Instruction& instruction : code) program.code.push_back(Encode(instruction));
  program.settings = DefaultSettings(code.size());
  for (const auto& [name, value] : settings) program.settings[name] = value;
  program.coefficients.resize(intent.coefficient_words.size());
  program.outputs_per_iteration = intent.rows;
  return program;
}

SmallProgram Figure17() {
  SmallProgram program = Filter3x3();
  program.intent.coefficient_words = {
      {Bias(0), Tap(0), Tap(1), Tap(2)}, {Tap(3), Tap(4), Tap(5), Tap(6)}, {Tap(7), Tap(8)}};
  for (const golden::Slots& slots : golden::Figure17Repeated()) {
    program.code.push_back(Decode(slots.word(), kCodesOfAnyMachine).value());
  }
  return program;
}

SmallProgram Figure26() {
  SmallProgram program = Filter3x3();
  program.intent.coefficient_words = {
      {Bias(0), Tap(0), Tap(1)}, {Tap(2), Tap(3), Tap(4)}, {Tap(5), Tap(6), Tap(7), Tap(8)}};
  Append(&program, {
                       "wr 3+6@1 | rd 5+3@1 | set rw | sh ri | mac | -",
                       "wr 4+6@1 | - | sh rw | set ri | mac | -",
                       "rd 0 | - | sh rw | setsh ri | mac | -",
                       "rd 3+0@1 | rd 4+0@1 | sh rw | sh ri | mac | -",
                       "wr 5+6@1 | rd 5+0@1 | set rw | - | mac | -",
                       "rd 1 | - | sh rw | set ri | set rb | -",
                       "rd 3+3@1 | rd 4+3@1 | sh rw | setsh ri | mac | -",
                       "- | rd 5+3@1 | set rw | sh ri | mac | -",
                       "rd 2 | - | sh rw | set ri | mac | act lo",
                       "rd 3+6@1 | rd 4+6@1 | sh rw | setsh ri | mac | act hi",
                   });
  return program;
}

SmallProgram FinalPart() {
  SmallProgram program = Figure17();
  for (Instruction& instruction : program.code) instruction.act = arch::ActOp::kNop;
  for (Instruction& instruction : program.code) instruction.act_half = arch::ActHalf::kLo;
  Append(&program, {
                       "- | - | - | - | set rb | -",
                       "- | - | - | - | - | -",
                       "- | - | - | - | - | -",
                       "- | - | - | - | - | act lo",
                       "- | - | - | - | - | act hi",
                   });
  program.intent.out_width = 1;
  program.settings["ITERATIONS"] = 1;
  program.settings["EXTRA"] = 0;
  program.settings["REPEAT_LAST"] = 22;
  return program;
}

SmallProgram HalfVector() {
  SmallProgram program;
  program.intent.rows = arch::kActLanes;
  program.intent.out_width = 30;
  program.intent.input_count = 2;
  program.intent.inputs_of_output = {{0, 1}};
  program.intent.coefficient_words = {{Bias(0), Weight(0, 0, 0, 0), Weight(0, 1, 0, 0)}};
  program.settings = {{"REPEAT_FIRST", 1}, {"ITERATIONS", 30}, {"EXTRA", 1}};
  Append(&program, {
                       "wr 0 | - | - | - | - | -",
                       "wr 1 | - | - | - | - | -",
                       "wr 2 | - | - | - | - | -",
                       "rd 0 | rd 1 | - | - | - | -",
                       "- | rd 2 | - | - | - | -",
                       "- | - | set rw | set ri | - | -",
                       "- | - | sh rw | - | set rb | -",
                       "- | - | sh rw | set ri | mac | -",
                       "- | - | - | - | mac | -",
                       "- | - | - | - | - | act hi",
                   });
  return program;
}

SmallProgram StrideTwo() {
  SmallProgram program;
  program.intent.kernel_height = 2;
  program.intent.kernel_width = 2;
  program.intent.stride_y = 2;
  program.intent.stride_x = 2;
  program.intent.out_width = 9;
  program.intent.inputs_of_output = {{0}, {0}};
  program.intent.coefficient_words = {
      {Bias(0), Weight(0, 0, 0, 0), Weight(0, 0, 1, 0), Weight(0, 0, 0, 1)},
      {Weight(0, 0, 1, 1)},
      {Bias(1), Weight(1, 0, 0, 0), Weight(1, 0, 1, 0), Weight(1, 0, 0, 1)},
      {Weight(1, 0, 1, 1)}};
  program.settings = {{"REPEAT_FIRST", 4}, {"ITERATIONS", 9}, {"EXTRA", 1}};
  program.settings["STRIDE"] = static_cast<uint32_t>(program.intent.LaneStride());
  for (int word = 0; word < 4; ++word) AppendWrite(&program, word);
  // A pass ends with output 0 of its iteration and begins with output 1 of the one before, so that
  // all `act` of an iteration stand in the next pass; in between it loads two columns of four
  // words.
  AppendWindow(&program, 2);
  AppendColumns(&program);
  AppendWindow(&program, 0);
  return program;
}

}  // namespace nve::testing
