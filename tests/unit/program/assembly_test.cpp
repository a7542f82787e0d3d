// SPDX-License-Identifier: Apache-2.0
// Assembly text: lossless both ways, defaults, and messages with lines.
#include "program/assembly.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "arch/build_machine.hpp"
#include "program/instruction.hpp"
#include "program/memory_image.hpp"
#include "program/settings.hpp"
#include "tests/unit/program/test_binary.hpp"

namespace nve {
namespace {

using testing::SmallBinary;

constexpr const char* kShort = R"(
.plane in height=8 width=3
.plane out layer=0 height=8 width=3
.program copy
.set ITERATIONS 3
.code
  wr 0 | - | - | - | - | act lo ; one word in, one word out
)";

void ExpectLossless(const Binary& binary) {
  const std::string text = FormatAssembly(binary);
  const Binary parsed = ParseAssembly(text, "x.nvs");
  EXPECT_EQ(SerializeBinary(parsed), SerializeBinary(binary)) << text;
  EXPECT_EQ(FormatAssembly(parsed), text);
}

std::string Refusal(const std::string& text) {
  try {
    ParseAssembly(text, "x.nvs");
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(AssemblyTest, SmallBinaryIsLossless) { ExpectLossless(SmallBinary()); }

TEST(AssemblyTest, EmptyBinaryIsLossless) {
  Binary binary;
  binary.machine = arch::BuildMachine();
  ExpectLossless(binary);
}

TEST(AssemblyTest, SeedsAreLossless) {
  Binary binary = SmallBinary();
  for (const int64_t seed : {int64_t{0}, int64_t{7}, kMaxSeed}) {
    binary.seed = seed;
    ExpectLossless(binary);
    EXPECT_EQ(ParseAssembly(FormatAssembly(binary), "x.nvs").seed, seed);
  }
}

TEST(AssemblyTest, RandomProgramsAreLossless) {
  std::mt19937_64 random(5);
  for (int n = 0; n < 200; ++n) {
    Binary binary = SmallBinary();
    for (Program& program : binary.programs) {
      program.coefficients[0] = random();
      // Slots that neither take nor give words, so that the step still fits.
      program.code[3] =
          Encode({.mema = {arch::MemOp::kRd,
                           static_cast<int>(random() % arch::BuildSizes().local_words), 0, 0},
                  .memb = {arch::MemOp::kNop, static_cast<int>(random() % 2048),
                           static_cast<int>(random() % 2048), static_cast<int>(random() % 4)},
                  .wreg = static_cast<arch::WregOp>(random() % 3),
                  .ireg = static_cast<arch::IregOp>(random() % 4)});
      program.settings["ACT_SHIFT"] = static_cast<uint32_t>(random() % 32);
      program.settings["AGU_TOGGLE3"] = static_cast<uint32_t>(random() % 2048);
    }
    for (uint8_t& entry : binary.tables[0]) entry = static_cast<uint8_t>(random() % 3 * 100);
    binary.network = std::string(1, static_cast<char>(32 + random() % 95)) + "; \"x\\";
    ExpectLossless(binary);
  }
}

TEST(AssemblyTest, ShortTextGetsDefaults) {
  const Binary binary = ParseAssembly(kShort, "x.nvs");
  EXPECT_EQ(binary.machine.id, arch::BuildMachine().id);
  EXPECT_EQ(binary.programs[0].settings.at("REPEAT_LAST"), 0u);
  EXPECT_EQ(binary.programs[0].settings.at("STRIDE"), 1u);
  EXPECT_EQ(binary.planes[0].pitch, 8);
  EXPECT_EQ(binary.planes[0].columns, 3);
  EXPECT_EQ(binary.input_planes, std::vector<int>{0});
  EXPECT_EQ(binary.output_planes, std::vector<int>{1});
  EXPECT_EQ(binary.tables[0][0], 0);
  EXPECT_EQ(binary.tables[0][512 + 77], 77);
  EXPECT_EQ(binary.tables[0][1023], 255);
  ASSERT_EQ(binary.steps.size(), 1u);
  EXPECT_EQ(TotalBytes(std::get<RunStep>(binary.steps[0]).input), 24);
  ExpectLossless(binary);
}

TEST(AssemblyTest, TableItems) {
  std::string text = kShort;
  text += ".table\n 7 1..3 255*1020 ; 1024 entries\n";
  const Binary binary = ParseAssembly(text, "x.nvs");
  EXPECT_EQ(binary.tables[0][0], 7);
  EXPECT_EQ(binary.tables[0][3], 3);
  EXPECT_EQ(binary.tables[0][4], 255);
}

TEST(AssemblyTest, ReportsEveryProblemWithItsLine) {
  const std::string text = std::string(kShort) +
                           ".sett X 1\n"                       // 8
                           ".set ITERATION 3\n"                // 9
                           ".set EXTRA x\n"                    // 10
                           ".coefficients\n"                   // 11
                           "  1 2 3 40000\n"                   // 12
                           "  1 2 3 4 5\n"                     // 13
                           ".code\n"                           // 14
                           "  wr 1 | - | - | - | -\n"          // 15
                           ".plane in height=8 width=3 x=1\n"  // 16
                           ".plan\n"                           // 17
                           "  run cpy\n"                       // 18
                           "    input\n"                       // 19
                           "      loop x\n"                    // 20
                           "        plane in offset=0\n"       // 21
                           "      end\n"                       // 22
                           ".table\n"                          // 23
                           "  1..300\n"                        // 24
                           "  9223372036854775807\n";          // 25
  const std::string found = Refusal(text);
  for (const char* expected : {
           "x.nvs:8: error: unknown directive '.sett'",
           "did you mean .set?",
           "x.nvs:9: error: unknown setting 'ITERATION', allowed: PROGRAM_SIZE",
           "did you mean ITERATIONS?",
           "x.nvs:10: error: setting EXTRA: found 'x', allowed: 0 to 15",
           "x.nvs:12: error: found '40000', allowed: -32768 to 32767",
           "x.nvs:13: error: found 5 numbers",
           "x.nvs:15: error: an instruction has 6 slots",
           "x.nvs:16: error: unknown key 'x', allowed: columns",
           "x.nvs:16: error: plane 'in' is defined twice",
           "x.nvs:18: error: no program is called 'cpy', allowed: copy",
           "x.nvs:18: error: run without its end",
           "x.nvs:20: error: found 'loop x', allowed: loop COUNT, COUNT 1 or more",
           "x.nvs:21: error: bytes= is missing",
           "x.nvs:23: error: the table has 0 entries, allowed: 1024",
           "x.nvs:24: error: found '1..300'",
           "x.nvs:25: error: found '9223372036854775807'",
       }) {
    EXPECT_NE(found.find(expected), std::string::npos) << expected << "\nin:\n" << found;
  }
}

TEST(AssemblyTest, ReportsOtherMistakes) {
  const std::pair<std::string, const char*> cases[] = {
      {".code\n", "x.nvs:1: error: '.code' before the first .program"},
      {"wr 0 | - | - | - | - | -\n", "allowed here: a directive"},
      {".network \"open\n", "x.nvs:1: error: a quoted name"},
      {".network\n", "needs a name"},
      {".network a b\n", "unexpected 'b'"},
      {".seed\n", ".seed: found '', allowed: 0 to 9223372036854775807"},
      {".seed -1\n", ".seed: found '-1', allowed: 0 to 9223372036854775807"},
      {".seed 1\n.seed 1\n", ".seed is given twice, first in line 1"},
      {".arch other\n", "found architecture 'other' without its number"},
      {".arch other 0x1\n.plan\n", "built for other (0x00000001)"},
      {".plane p height=0 width=1\n", "height: found '0'"},
      {".plane p width\n", "allowed: KEY=VALUE"},
      {".layer L out=3 kernel=1x1\n", "out: found '3', allowed: HEIGHTxWIDTH"},
      {".input_planes p\n", "no plane before this line is called 'p'"},
      {".program p inputs=1,,2\n", "inputs: found '1,,2'"},
      {".program p\n.program p\n", "defined twice"},
      {".plan\n jump p\n", "found 'jump', allowed: run, clear"},
      {"", "without .plan there must be one program"},
      {std::string(kShort) + ".set EXTRA 99\n",
       "x.nvs:8: error: program copy: setting EXTRA: found 99"},
      {std::string(kShort) + ".set EXTRA\n",
       "x.nvs:8: error: found '.set EXTRA', allowed: .set NAME"},
      {Replaced(kShort, "ITERATIONS 3", "ITERATIONS 4"),
       "x.nvs:4: error: without .plan, step 0: input: pieces reach bytes 0 to 31 of plane in, "
       "which has 24"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_NE(Refusal(text).find(expected), std::string::npos)
        << text << "\nfound: " << Refusal(text);
  }
}

// Every line of `expected` is a message, and there is no other.
void ExpectMessages(const std::string& text, const std::vector<std::string>& expected) {
  const std::string found = Refusal(text);
  for (const std::string& message : expected) {
    EXPECT_NE(found.find(message), std::string::npos) << message << "\nin:\n" << found;
  }
  EXPECT_EQ(std::count(found.begin(), found.end(), '\n') + 1, std::ssize(expected)) << found;
}

TEST(AssemblyTest, RefusesAnotherArchitecturesNameAndNumber) {
  const std::string id = fmt::format("0x{:08x}", arch::BuildMachine().id);
  const std::string this_build =
      fmt::format("this program's is {} ({})", arch::BuildMachine().name, id);
  ExpectMessages(
      std::string(kShort) + ".arch other " + id + "\n",
      {"x.nvs:8: error: built for other (" + id + "), found no such machine: " + this_build});
  ExpectMessages(
      std::string(kShort) + ".arch " + arch::BuildMachine().name + " 7\n",
      {"x.nvs:8: error: built for " + std::string(arch::BuildMachine().name) + " (0x00000007)"});
  EXPECT_EQ(Refusal(std::string(kShort) + ".arch " + arch::BuildMachine().name + " " + id + "\n"),
            "");
}

TEST(AssemblyTest, RefusesRepeatedDirectives) {
  const std::string arch = std::string(".arch ") + arch::BuildMachine().name + "\n";
  ExpectMessages(".network a\n.network b\n" + arch + arch + kShort +
                     ".set ITERATIONS 3\n"             // 12
                     ".coefficients\n.coefficients\n"  // 13, 14
                     ".code\n"                         // 15
                     ".input_planes in\n.input_planes in\n"
                     ".output_planes out\n.output_planes out\n"
                     ".plan\n.plan\n",  // 20, 21
                 {"x.nvs:2: error: .network is given twice, first in line 1; allowed: once",
                  "x.nvs:4: error: .arch is given twice, first in line 3; allowed: once",
                  "x.nvs:12: error: setting ITERATIONS is given twice, first in line 9; allowed: "
                  "once per program",
                  "x.nvs:14: error: .coefficients is given twice, first in line 13; allowed: once "
                  "per program",
                  "x.nvs:15: error: .code is given twice, first in line 10",
                  "x.nvs:17: error: .input_planes is given twice, first in line 16",
                  "x.nvs:19: error: .output_planes is given twice, first in line 18",
                  "x.nvs:21: error: .plan is given twice, first in line 20"});
  // Each program has its own.
  EXPECT_EQ(Refusal(std::string(kShort) +
                    ".program other\n.set ITERATIONS 3\n.code\n- | - | - | - | - | -\n.plan\n"),
            "");
}

TEST(AssemblyTest, ComparesPlanesWithTheirLayer) {
  ExpectMessages(
      std::string(kShort) + ".layer L1 out=8x4 kernel=1x1\n.plane far layer=1 height=8 width=4\n",
      {"x.nvs:3: error: plane out: found 8 x 3 pixels (height x width), allowed: 8 x 4, the size "
       "of layer L1",
       "x.nvs:9: error: plane far: layer: found 1, allowed: -1 to 0"});
  // A layer that could not be read is not compared.
  ExpectMessages(std::string(kShort) + ".layer L1 out=8 kernel=1x1\n", {"x.nvs:8: error: out:"});
}

TEST(AssemblyTest, ReportsValuesAtTheirOwnLines) {
  ExpectMessages(
      ".program p table=1\n"                 // 1
      ".set REPEAT_FIRST 500\n"              // 2
      ".set ACT_SHIFT 32\n"                  // 3
      ".set STRIDE -1\n"                     // 4
      ".code\n"                              // 5
      "  rd 0 | - | - | - | - | -\n"         // 6
      "  - | rd 2047 | - | - | - | -\n"      // 7
      ".program q\n"                         // 8
      ".set REPEAT_FIRST 1\n"                // 9
      ".set REPEAT_LAST 0\n"                 // 10
      ".set PROGRAM_SIZE 3\n"                // 11
      ".code\n"                              // 12
      "  rd 0 | - | - | - | - | -\n"         // 13
      "  rd 0 | - | - | - | - | -\n"         // 14
      ".program r\n"                         // 15
      ".plane p height=9 width=1 pitch=8\n"  // 16
      ".plan\n",
      {"x.nvs:1: error: program p: table: found 1, allowed: 0 to 0",
       "x.nvs:2: error: program p: setting REPEAT_FIRST: found 500, allowed: 0 to 1",
       "x.nvs:3: error: program p: setting ACT_SHIFT: found 32, allowed: 0 to 31",
       fmt::format("x.nvs:4: error: setting STRIDE: found '-1', allowed: 1 to {}",
                   arch::BuildSizes().max_stride),
       "x.nvs:7: error: program p: instruction 1, MEMB: address 2047 is reached",
       "x.nvs:9: error: program q: setting REPEAT_FIRST: found 1, allowed: at most "
       "REPEAT_LAST, which is 0",
       "x.nvs:11: error: program q: PROGRAM_SIZE is 3, the code has 2 instructions",
       "x.nvs:15: error: program r: the code has 0 instructions, allowed: 1 to ",
       "x.nvs:16: error: plane p: pitch 8, allowed: a multiple of 8, at least"});
  std::string code = ".program p\n.code\n";
  for (int i = 0; i <= arch::BuildSizes().instruction_words; ++i) code += "- | - | - | - | - | -\n";
  ExpectMessages(code + ".plan\n",
                 {fmt::format("x.nvs:{}: error: program p: the code has {} instructions, allowed: "
                              "1 to {}",
                              3 + arch::BuildSizes().instruction_words,
                              arch::BuildSizes().instruction_words + 1,
                              arch::BuildSizes().instruction_words)});
}

TEST(AssemblyTest, ReportsStepProblemsAtTheirOwnLines) {
  ExpectMessages(std::string(kShort) +
                     ".plan\n"                               // 8
                     "  run copy runs=2\n"                   // 9
                     "    input\n"                           // 10
                     "      loop 3\n"                        // 11
                     "        plane in bytes=8 strides=8\n"  // 12
                     "        plane in offset=80 bytes=8\n"  // 13
                     "      end\n"                           // 14
                     "    output\n"                          // 15
                     "      plane out bytes=13\n"            // 16
                     "  end\n"                               // 17
                     "  run copy\n"                          // 18
                     "    input\n"                           // 19
                     "      plane in bytes=8\n"              // 20
                     "  end\n",                              // 21
                 {"x.nvs:13: error: step 0: input: pieces reach bytes 80 to 87 of plane in",
                  "x.nvs:16: error: step 0: output: a piece of 13 bytes, allowed: a positive",
                  "x.nvs:19: error: step 1: input moves 1 words, the run of the program takes 3",
                  "x.nvs:18: error: step 1: output moves 0 words, the run of the program gives "
                  "3"});
}

TEST(AssemblyTest, NamesTheToolForOtherFiles) {
  const std::vector<uint8_t> bytes = SerializeBinary(SmallBinary());
  ExpectMessages({bytes.begin(), bytes.end()},
                 {"x.nvs: error: found an NVE binary (.nve), allowed: assembly text (.nvs); "
                  "nve-objdump turns a binary into text"});
  ExpectMessages(std::string("abc\0\n\n", 6), {"x.nvs: error: found a byte 0 at offset 3"});
  ExpectMessages("<?xml version=\"1.0\"?>\n<a/>\n", {"x.nvs: error: found an XML file"});
}

TEST(AssemblyTest, SurvivesDamagedText) {
  const std::string text = FormatAssembly(SmallBinary());
  std::mt19937 random(6);
  for (int n = 0; n < 2000; ++n) {
    std::string damaged = text;
    for (unsigned count = 1 + random() % 4; count > 0; --count) {
      const size_t at = random() % damaged.size();
      if (random() % 2 == 0) {
        damaged.erase(at, 1 + random() % 40);
      } else {
        damaged[at] = "\"\\|.;=-+@*09 \n"[random() % 14];
      }
      if (damaged.empty()) damaged.push_back(' ');
    }
    Refusal(damaged);
  }
}

TEST(MemoryImageTest, GathersScattersAndClears) {
  const Binary binary = SmallBinary();
  const MemoryLayout layout = LayoutMemory(binary, 0x1000);
  EXPECT_EQ(layout.coefficients[0], 0x1000u);
  EXPECT_EQ(layout.coefficients[1], 0x1040u);
  EXPECT_EQ(layout.planes[0], 0x1080u);
  EXPECT_EQ(layout.AddressOf(Piece{{MemoryObject::Kind::kPlane, 1}, 5, 8}), layout.planes[1] + 5);
  std::vector<uint8_t> bytes(layout.Bytes(), 0xAA);
  MemoryImage memory(binary, layout, bytes);
  memory.PutCoefficients();

  FeatureMaps picture(1, 40, 5);
  for (int y = 0; y < 40; ++y) {
    for (int x = 0; x < 5; ++x) picture.at(0, y, x) = static_cast<uint8_t>(10 * x + y);
  }
  const std::vector<std::string> notes = memory.PutPicture(picture, "p.png");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_EQ(notes[0], "p.png: 5 x 40 pixels, cropped right and below to the 4 x 32 needed");

  const auto& run = std::get<RunStep>(binary.steps[0]);
  const std::vector<uint64_t> words = memory.Gather(run.input);
  ASSERT_EQ(words.size(), 18u);
  EXPECT_EQ(words[0], binary.programs[0].coefficients[0]);
  EXPECT_EQ(words[1] & 0xFF, 30u);   // column 3, row 0
  EXPECT_EQ(words[10] & 0xFF, 46u);  // second strip: column 3, row 16

  std::vector<uint64_t> out(16);
  for (size_t i = 0; i < out.size(); ++i) out[i] = 0x0101010101010101u * (i + 1);
  memory.Scatter(run.output, out);
  memory.Clear(1);
  const FeatureMaps maps = memory.ReadPlanes({1});
  EXPECT_EQ(maps.height, 30);
  EXPECT_EQ(maps.width, 3);
  EXPECT_EQ(maps.at(0, 0, 0), 1);
  EXPECT_EQ(maps.at(0, 8, 0), 2);
  EXPECT_EQ(maps.at(0, 16, 2), 13);
  EXPECT_EQ(memory.Bytes({{MemoryObject::Kind::kPlane, 1}, 30, 1})[0], 0);
  EXPECT_EQ(memory.Bytes({{MemoryObject::Kind::kPlane, 1}, 96, 1})[0], 0);
}

TEST(MemoryImageTest, RefusesSmallPictures) {
  const Binary binary = SmallBinary();
  const MemoryLayout layout = LayoutMemory(binary);
  std::vector<uint8_t> bytes(layout.Bytes());
  MemoryImage memory(binary, layout, bytes);
  try {
    memory.PutPicture(FeatureMaps(1, 31, 9), "p.png");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "p.png: error: too small: needed 1 map of 4 x 32 pixels (width x height), "
                 "found 1 of 9 x 31");
  }
}

TEST(SettingsTest, WordsPerRunCountsSuppressionOnce) {
  const RunWords words = WordsPerRun(SmallBinary().programs[1], kCodesOfAnyMachine);
  EXPECT_EQ(words.in, 1 + 2 * 4);
  EXPECT_EQ(words.out, 2 * 4);
}

}  // namespace
}  // namespace nve
