// Assembly text: lossless both ways, defaults, and messages with lines.
#include "compiler/program/assembly.hpp"

#include <gtest/gtest.h>

#include <random>

#include "compiler/program/instruction.hpp"
#include "compiler/program/memory_image.hpp"
#include "compiler/program/settings.hpp"
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

TEST(AssemblyTest, SmallBinaryIsLossless) { ExpectLossless(SmallBinary()); }

TEST(AssemblyTest, EmptyBinaryIsLossless) {
  Binary binary;
  binary.arch_name = arch::kName;
  binary.arch_id = arch::kArchId;
  ExpectLossless(binary);
}

TEST(AssemblyTest, RandomProgramsAreLossless) {
  std::mt19937_64 random(5);
  for (int n = 0; n < 200; ++n) {
    Binary binary = SmallBinary();
    for (Program& program : binary.programs) {
      program.coefficients[0] = random();
      // Slots that neither take nor give words, so that the plan still fits.
      program.code[3] =
          Encode({.mema = {arch::MemOp::kRd, static_cast<int>(random() % arch::kLocalWords), 0, 0},
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
  EXPECT_EQ(binary.arch_id, arch::kArchId);
  EXPECT_EQ(binary.programs[0].settings.at("REPEAT_LAST"), 0u);
  EXPECT_EQ(binary.programs[0].settings.at("STRIDE"), 1u);
  EXPECT_EQ(binary.planes[0].pitch, 8);
  EXPECT_EQ(binary.planes[0].columns, 3);
  EXPECT_EQ(binary.input_planes, std::vector<int>{0});
  EXPECT_EQ(binary.output_planes, std::vector<int>{1});
  EXPECT_EQ(binary.tables[0][0], 0);
  EXPECT_EQ(binary.tables[0][512 + 77], 77);
  EXPECT_EQ(binary.tables[0][1023], 255);
  ASSERT_EQ(binary.plan.size(), 1u);
  EXPECT_EQ(TotalBytes(std::get<RunStep>(binary.plan[0]).input), 24);
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
                           "  1..300\n";                       // 24
  const std::string found = Refusal(text);
  for (const char* expected : {
           "x.nvs:8: error: unknown directive '.sett'",
           "did you mean .set?",
           "x.nvs:9: error: unknown setting 'ITERATION', allowed: PROGRAM_SIZE",
           "x.nvs:10: error: allowed: .set NAME VALUE",
           "x.nvs:12: error: found '40000', allowed: -32768 to 32767",
           "x.nvs:13: error: found 5 numbers",
           "x.nvs:15: error: an instruction has 6 slots",
           "x.nvs:16: error: unknown key 'x', allowed: columns",
           "x.nvs:16: error: plane 'in' is defined twice",
           "x.nvs:18: error: no program is called 'cpy', allowed: copy",
           "x.nvs:18: error: run without its end",
           "x.nvs:20: error: found no count after 'loop'",
           "x.nvs:21: error: bytes= is missing",
           "x.nvs:23: error: the table has 0 entries, allowed: 1024",
           "x.nvs:24: error: found '1..300'",
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
       "x.nvs:4: error: program copy: setting EXTRA: found 99"},
      {std::string(kShort) + ".set ITERATIONS 4\n", "which has 24"},
  };
  for (const auto& [text, expected] : cases) {
    EXPECT_NE(Refusal(text).find(expected), std::string::npos)
        << text << "\nfound: " << Refusal(text);
  }
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
  const MemoryLayout layout = LayoutMemory(binary, 0x1000, 64);
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

  const auto& run = std::get<RunStep>(binary.plan[0]);
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
  const RunWords words = WordsPerRun(SmallBinary().programs[1]);
  EXPECT_EQ(words.in, 1 + 2 * 4);
  EXPECT_EQ(words.out, 2 * 4);
}

}  // namespace
}  // namespace nve
