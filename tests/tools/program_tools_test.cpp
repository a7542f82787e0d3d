// SPDX-License-Identifier: Apache-2.0
// nve-as, nve-objdump and nve-sim as a user runs them: results, exit codes, error texts.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/arrays/arrays.hpp"
#include "base/images/maps.hpp"
#include "base/json/json_file.hpp"
#include "tests/tools/tool_run.hpp"

namespace nve {
namespace {

using testing::ToolFolder;
using testing::ToolResult;

const std::string kExample = std::string(NVE_SOURCE_DIR) + "/networks/examples/hand_written.nvs";
constexpr int kHeight = 16;  // of the example's output
constexpr int kWidth = 64;

// A picture without any regularity.
FeatureMaps TestPicture(int height, int width) {
  FeatureMaps picture(1, height, width);
  uint32_t state = 12345;
  for (uint8_t& pixel : picture.pixels) {
    state = state * 1664525u + 1013904223u;
    pixel = static_cast<uint8_t>(state >> 24);
  }
  return picture;
}

void WritePicture(const std::string& path, const FeatureMaps& picture) {
  WriteNpy(path, NpyArray::From({picture.height, picture.width}, picture.pixels));
}

// The example's filter: a 3x3 Gaussian, rounded.
int Blurred(const FeatureMaps& picture, int y, int x) {
  constexpr int kWeights[3] = {1, 2, 1};
  int sum = 0;
  for (int ky = 0; ky < 3; ++ky) {
    for (int kx = 0; kx < 3; ++kx)
      sum += kWeights[ky] * kWeights[kx] * picture.at(0, y + ky, x + kx);
  }
  return (sum + 8) >> 4;
}

TEST(ProgramToolsTest, HandWrittenExampleComputesItsFilter) {
  const ToolFolder folder;
  ASSERT_EQ(folder.Run("nve-as " + kExample + " -o " + folder / "blur.nve").code, 0);
  const FeatureMaps picture = TestPicture(20, 70);
  WritePicture(folder / "in.npy", picture);
  const ToolResult result =
      folder.Run("nve-sim " + folder / "blur.nve" + " --input " + folder / "in.npy" + " --output " +
                 folder / "out" + " --json " + folder / "r.json" + " --trace " + folder / "t.txt" +
                 " --cycles 153-188 --dump-local " + folder / "local.txt");
  ASSERT_EQ(result.code, 0) << result.errors;
  EXPECT_NE(result.errors.find("70 x 20 pixels, cropped right and below to the 66 x 18 needed"),
            std::string::npos)
      << result.errors;

  const FeatureMaps output = ReadInputMaps(folder / "out/output.npy");
  ASSERT_EQ(output.height, kHeight);
  ASSERT_EQ(output.width, kWidth);
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) ASSERT_EQ(output.at(0, y, x), Blurred(picture, y, x));
  }

  const nlohmann::ordered_json report = ReadJson(folder / "r.json");
  const auto& total = report["total"];
  EXPECT_EQ(total["macs"], kHeight * kWidth * 9);
  EXPECT_EQ(total["words_in"], 128 + 23 + 3 + 3 * 66);
  EXPECT_EQ(total["words_out"], 2 * kWidth);
  EXPECT_EQ(total["instruction_words"], 23);
  // Table, load (23 words, one to fetch), initial part, 64 + 1 passes.
  EXPECT_EQ(total["load_cycles"], 128 + 24);
  EXPECT_EQ(total["cycles"], 128 + 24 + 9 + 14 * 65);
  EXPECT_EQ(total["stalls"]["output"], 0);

  const std::string trace = ReadFileText(folder / "t.txt");
  EXPECT_EQ(std::count(trace.begin(), trace.end(), '\n'), 1 + 36);
  EXPECT_NE(trace.find("wr 4+6@1 | rd 5+3@1 | - | set ri | mac | act lo"), std::string::npos);
  const std::string local = ReadFileText(folder / "local.txt");
  EXPECT_NE(local.find("    1 0001000200040002"), std::string::npos);
}

TEST(ProgramToolsTest, DocumentedExampleIsTheFile) {
  const std::string document = ReadFileText(std::string(NVE_SOURCE_DIR) + "/docs/binary.md");
  EXPECT_NE(document.find("```\n" + ReadFileText(kExample) + "```\n"), std::string::npos);
}

TEST(ProgramToolsTest, DisassemblyAssemblesToTheSameBytes) {
  const ToolFolder folder;
  ASSERT_EQ(folder.Run("nve-as " + kExample + " -o " + folder / "a.nve").code, 0);
  ASSERT_EQ(folder.Run("nve-objdump " + folder / "a.nve" + " -o " + folder / "a.nvs").code, 0);
  ASSERT_EQ(folder.Run("nve-as " + folder / "a.nvs" + " -o " + folder / "b.nve").code, 0);
  EXPECT_EQ(ReadFileBytes(folder / "a.nve"), ReadFileBytes(folder / "b.nve"));
  const ToolResult shown =
      folder.Run("nve-objdump " + folder / "b.nve" + " --json " + folder / "m.json");
  EXPECT_EQ(shown.output, ReadFileText(folder / "a.nvs"));
  EXPECT_EQ(ReadJson(folder / "m.json")["programs"][0]["name"], "blur");
  const ToolResult summary = folder.Run("nve-objdump --summary " + folder / "b.nve");
  EXPECT_NE(summary.output.find("blur"), std::string::npos);
  EXPECT_NE(summary.output.find("201       128"), std::string::npos) << summary.output;
}

TEST(ProgramToolsTest, ReportsMistakesInTheTextWithLines) {
  const ToolFolder folder;
  WriteFileAtomically(folder / "bad.nvs", std::string_view(".program p\n.code\n  ld 3\n.sett\n"));
  const ToolResult result = folder.Run("nve-as " + folder / "bad.nvs" + " -o " + folder / "x.nve");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.errors.find("bad.nvs:3: error: an instruction has 6 slots"), std::string::npos);
  EXPECT_NE(result.errors.find("bad.nvs:4: error: unknown directive"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder / "x.nve"));
}

TEST(ProgramToolsTest, RefusesBrokenHazardsUnlessForced) {
  const ToolFolder folder;
  // Words 4 and 5 of the new column change their order: word 4 is read one cycle too early.
  std::string text = ReadFileText(kExample);
  const size_t four = text.find("wr 4+6@1");
  const size_t five = text.find("wr 5+6@1");
  ASSERT_NE(std::max(four, five), std::string::npos);
  std::swap(text[four + 3], text[five + 3]);
  const size_t read = text.find("rd 3+6@1");
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(read), '\n');
  WriteFileAtomically(folder / "bad.nvs", text);

  const std::string found = folder / "bad.nvs:" + std::to_string(line);
  const std::string finding =
      "cycle 17 (repeat, pass 0, pc 17, slot MEMB): rule wr_to_rd: reads word 10 1 cycle after its "
      "`wr` (pc 16); allowed: `rd` 2 cycles or more after the `wr`\n";
  const std::string command = "nve-as " + folder / "bad.nvs" + " -o " + folder / "bad.nve";
  ToolResult result = folder.Run(command);
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.errors, found + ": error: " + finding + "nve-as: " + folder / "bad.nve" +
                               " not written; --force assembles it all the same\n");
  EXPECT_FALSE(std::filesystem::exists(folder / "bad.nve"));

  result = folder.Run(command + " --force");
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.errors, found + ": warning: " + finding);
  EXPECT_EQ(folder.Run("nve-objdump " + folder / "bad.nve").code, 0);
}

TEST(ProgramToolsTest, ReportsHazardsOfEveryProgramWithLines) {
  const ToolFolder folder;
  WriteFileAtomically(folder / "bad.nvs", std::string_view(".plane in height=8 width=1\n"
                                                           ".plane out layer=0 height=8 width=1\n"
                                                           ".program a\n"
                                                           ".code\n"
                                                           "  - | - | - | - | - | -\n"
                                                           "; nothing was computed\n"
                                                           "  wr 0 | - | - | - | - | act lo\n"
                                                           ".program b\n"
                                                           ".code\n"
                                                           "  wr 0 | - | - | - | - | act lo\n"
                                                           "  - | wr 1 | - | - | - | -\n"
                                                           "  - | - | set rw | set ri | - | -\n"
                                                           ".plan\n"
                                                           "  run a\n"
                                                           "    input\n"
                                                           "      plane in offset=0 bytes=8\n"
                                                           "    output\n"
                                                           "      plane out offset=0 bytes=8\n"
                                                           "  end\n"));
  const ToolResult result =
      folder.Run("nve-as " + folder / "bad.nvs" + " -o " + folder / "bad.nve");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.errors.find("bad.nvs:7: error: cycle 1 (repeat, pass 0, pc 1, slot ACT): rule "
                               "setrb_to_act: "),
            std::string::npos)
      << result.errors;
  EXPECT_NE(result.errors.find("bad.nvs:10: error: cycle 0"), std::string::npos) << result.errors;
  EXPECT_NE(result.errors.find("bad.nvs:12: error: cycle 2 (repeat, pass 0, pc 2, slot WREG): rule "
                               "set_rw_set_ri: "),
            std::string::npos)
      << result.errors;
  EXPECT_EQ(std::count(result.errors.begin(), result.errors.end(), '\n'), 4) << result.errors;
}

TEST(ProgramToolsTest, TellsTextFromBinary) {
  const ToolFolder folder;
  ASSERT_EQ(folder.Run("nve-as " + kExample + " -o " + folder / "a.nve").code, 0);
  ToolResult result = folder.Run("nve-as " + folder / "a.nve" + " -o " + folder / "b.nve");
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.errors, folder / "a.nve" +
                               ": error: found an NVE binary (.nve), allowed: assembly text "
                               "(.nvs); nve-objdump turns a binary into text\n");
  result = folder.Run("nve-objdump " + kExample);
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.errors, kExample +
                               ": error: found assembly text (.nvs), allowed: an NVE binary "
                               "(.nve); nve-as turns text into a binary\n");
}

TEST(ProgramToolsTest, RefusesFilesGivenTwiceAndEmptyNames) {
  const ToolFolder folder;
  const std::string text = folder / "a.nvs";
  WriteFileAtomically(text, ReadFileText(kExample));
  EXPECT_EQ(folder.Run("nve-as " + text + " -o " + text).code, 2);
  EXPECT_EQ(ReadFileText(text), ReadFileText(kExample));
  ASSERT_EQ(folder.Run("nve-as " + text + " -o " + folder / "a.nve").code, 0);
  const std::string dump = "nve-objdump " + folder / "a.nve";
  EXPECT_EQ(folder.Run(dump + " -o " + folder / "a.nve").code, 2);
  const ToolResult twice = folder.Run(dump + " -o " + folder / "x" + " --json " + folder / "x");
  EXPECT_EQ(twice.code, 2);
  EXPECT_NE(twice.errors.find("given as --output and as --json"), std::string::npos);
  for (const char* command : {"nve-as '' -o x", "nve-objdump ''"}) {
    const ToolResult result = folder.Run(command);
    EXPECT_EQ(result.code, 2);
    EXPECT_NE(result.errors.find("found an empty name"), std::string::npos) << result.errors;
  }
}

TEST(ProgramToolsTest, RefusesDamagedBinaries) {
  const ToolFolder folder;
  ASSERT_EQ(folder.Run("nve-as " + kExample + " -o " + folder / "a.nve").code, 0);
  std::vector<uint8_t> bytes = ReadFileBytes(folder / "a.nve");
  bytes[bytes.size() / 2] = static_cast<uint8_t>(bytes[bytes.size() / 2] ^ 4);
  WriteFileAtomically(folder / "b.nve", bytes);
  const ToolResult result = folder.Run("nve-objdump " + folder / "b.nve");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.errors.find("is corrupt: its checksum does not match"), std::string::npos);
  EXPECT_EQ(folder.Run("nve-objdump " + folder / "missing.nve").code, 2);
}

TEST(ProgramToolsTest, RefusesUnsuitablePicturesAndOptions) {
  const ToolFolder folder;
  ASSERT_EQ(folder.Run("nve-as " + kExample + " -o " + folder / "a.nve").code, 0);
  WritePicture(folder / "small.npy", TestPicture(17, 66));
  const std::string run =
      "nve-sim " + folder / "a.nve" + " --output " + folder / "out" + " --input ";
  ToolResult result = folder.Run(run + folder / "small.npy");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.errors.find(
                "too small: needed 1 map of 66 x 18 pixels (width x height), found 1 of 66 x 17"),
            std::string::npos)
      << result.errors;
  WritePicture(folder / "in.npy", TestPicture(18, 66));
  for (const char* cycles : {"x", "5-", "9-3", "-4", "1-2-3"}) {
    result = folder.Run(run + folder / "in.npy" + " --trace " + folder / "t.txt" +
                        " --cycles=" + cycles);
    EXPECT_EQ(result.code, std::string(cycles) == "5-" ? 0 : 2) << cycles << result.errors;
  }
  EXPECT_EQ(folder.Run(run + folder / "in.npy" + " --cycles 1-2").code, 2);
  result =
      folder.Run(run + folder / "in.npy" + " --trace " + folder / "t.txt" + " --cycles 100000000-");
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.errors.find("warning: --cycles: found 100000000-, but the run had the cycles 0 "
                               "to "),
            std::string::npos)
      << result.errors;
  EXPECT_EQ(folder.Run(run + folder / "in.npy" + " --json " + folder / "in.npy").code, 2);
  EXPECT_EQ(folder.Run(run + folder / "in.npy" + " --json ''").code, 2);
  EXPECT_EQ(folder.Run(run + folder / "in.npy" + " --trace " + folder / "in.npy/t.txt").code, 2);
  EXPECT_EQ(folder.Run(run + folder / "in.npy" + " --trcae t").code, 2);
  EXPECT_EQ(folder.Run("nve-sim --help").code, 0);
}

}  // namespace
}  // namespace nve
