// SPDX-License-Identifier: Apache-2.0
// nvec as a user runs it: what it refuses before it writes anything, its task graphs, reports and
// drawings.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/json/json_file.hpp"
#include "program/binary.hpp"
#include "tests/tools/tool_run.hpp"

namespace nve {
namespace {

using testing::ToolFolder;
using testing::ToolResult;

const std::string kNetwork = std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml";

// One layer of 3x3 windows.
std::string OneLayer(int height, int width) {
  return "<convNetDescriptor name=\"One\" layerCount=\"1\"><layerDescriptor idx=\"0\"><outHeight>" +
         std::to_string(height) + "</outHeight><outWidth>" + std::to_string(width) +
         "</outWidth><kernelHeight>3</kernelHeight><kernelWidth>3</kernelWidth>"
         "<subHeight>1</subHeight><subWidth>1</subWidth><outCount>1</outCount>"
         "<outNet idx=\"0\" cnt=\"1\">0</outNet></layerDescriptor></convNetDescriptor>";
}

void ExpectRefusal(const ToolResult& result, const std::string& text) {
  EXPECT_EQ(result.code, 2) << result.errors;
  EXPECT_NE(result.errors.find(text), std::string::npos) << result.errors;
}

TEST(NvecToolTest, RefusesPicturesThatAreTooLarge) {
  const ToolFolder folder;
  WriteFileAtomically(folder / "n.xml", OneLayer(16384, 20));
  ExpectRefusal(folder.Run("nvec " + folder / "n.xml" + " -o " + folder / "p.nve"),
                "n.xml:1: error: element <layerDescriptor>: L1 needs a picture of 16386 rows, "
                "allowed are at most 16384: with this kernel and step outHeight can be at most "
                "16382");
}

// One layer of one map: kernel and steps, height first; reads that many maps.
std::string OneWindow(int kernel_height, int kernel_width, int step_y, int step_x, int inputs) {
  const auto element = [](const std::string& name, int value) {
    return "<" + name + ">" + std::to_string(value) + "</" + name + ">";
  };
  const std::string list = inputs == 1 ? "0" : "0-" + std::to_string(inputs - 1);
  return "<convNetDescriptor name=\"One\" layerCount=\"1\"><layerDescriptor idx=\"0\">" +
         element("outHeight", 20) + element("outWidth", 20) +
         element("kernelHeight", kernel_height) + element("kernelWidth", kernel_width) +
         element("subHeight", step_y) + element("subWidth", step_x) + element("outCount", 1) +
         "<outNet idx=\"0\" cnt=\"" + std::to_string(inputs) + "\">" + list +
         "</outNet></layerDescriptor></convNetDescriptor>";
}

// Whatever way the vectors lie, a refusal says what the descriptor calls it, and whether they may
// lie the other way.
TEST(NvecToolTest, RefusalsNameTheDescriptorsElements) {
  const ToolFolder folder;
  const std::string network = folder / "n.xml";
  const auto expect = [&](const std::string& text, const std::string& vectors,
                          const std::string& refusal) {
    WriteFileAtomically(network, text);
    const ToolResult result =
        folder.Run("nvec " + network + " -o " + folder / "p.nve" + " --vectors " + vectors);
    ExpectRefusal(result, refusal);
    return result.errors;
  };
  const std::string steep = OneWindow(3, 3, 3, 1, 1);
  expect(steep, "vertical",
         "layer L1: vertical step 3 (subHeight): the lanes read every pixel or every second one; "
         "allowed: 1 or 2; with --vectors horizontal all of it fits\n");
  const std::string wide = OneWindow(3, 11, 1, 1, 1);
  expect(wide, "horizontal",
         "layer L1: kernel width 11 (kernelWidth) with step 1: the image register holds 7 pixels "
         "beyond the vector; allowed: at most 9 columns; with --vectors vertical all of it fits\n");
  for (const auto& [text, other] : {std::pair(steep, "horizontal"), std::pair(wide, "vertical")}) {
    WriteFileAtomically(network, text);
    EXPECT_EQ(
        folder.Run("nvec " + network + " -o " + folder / "p.nve" + " --vectors " + other).code, 0);
    EXPECT_EQ(folder.Run("nvec " + network + " -o " + folder / "p.nve" + " --vectors auto").code,
              0);
  }
  const std::string both = OneWindow(11, 3, 1, 3, 1);
  EXPECT_EQ(expect(both, "vertical", "allowed: at most 9 rows").find("--vectors"),
            std::string::npos);
  EXPECT_EQ(expect(both, "horizontal", "horizontal step 3 (subWidth)").find("--vectors"),
            std::string::npos);
}

// Neither way has room.
TEST(NvecToolTest, RefusalsOfInputsNameTheDescriptorsKernel) {
  const ToolFolder folder;
  const std::string network = folder / "n.xml";
  WriteFileAtomically(network, OneWindow(2, 9, 1, 2, 200));
  for (const char* vectors : {"vertical", "horizontal"}) {
    ExpectRefusal(
        folder.Run("nvec " + network + " -o " + folder / "p.nve" + " --vectors " + vectors),
        " inputs per map fit a 2x9 kernel with steps 1x2\n");
  }
}

TEST(NvecToolTest, RefusesStepsBeyondTheHostsMemory) {
  const ToolFolder folder;
  WriteFileAtomically(folder / "n.xml", OneLayer(16382, 16382));
  ExpectRefusal(folder.Run("nvec " + folder / "n.xml" + " -o " + folder / "p.nve"),
                " MB of code and descriptors), available: 511 MB; maps of about ");
  EXPECT_FALSE(std::filesystem::exists(folder / "p.nve"));
}

TEST(NvecToolTest, RefusesFilesGivenTwice) {
  const ToolFolder folder;
  const std::string network = folder / "n.xml";
  const std::string text = ReadFileText(kNetwork);
  WriteFileAtomically(network, text);
  ExpectRefusal(folder.Run("nvec " + network + " -o " + network),
                "given as the network and as --output, allowed: a file of its own for each");
  EXPECT_EQ(ReadFileText(network), text);
  const std::string run = "nvec " + network + " -o " + folder / "p.nve";
  ExpectRefusal(folder.Run(run + " --json " + folder / "p.nve"), "given as --output and as --json");
  ExpectRefusal(folder.Run(run + " --schedule " + folder / "s" + " --graph " + folder / "./s"),
                "given as --schedule and as --graph");
  ASSERT_EQ(folder.Run(run + " --save-weights " + folder / "w.npz").code, 0);
  ExpectRefusal(
      folder.Run(run + " --weights " + folder / "w.npz" + " --save-weights " + folder / "w.npz"),
      "given as --weights and as --save-weights");
  EXPECT_EQ(folder.Run(run + " --json /dev/null --schedule /dev/null").code, 0);
}

TEST(NvecToolTest, RefusesEmptyNames) {
  const ToolFolder folder;
  ExpectRefusal(folder.Run("nvec '' -o x"),
                "network: found an empty name, allowed: the name of a file");
  for (const char* option : {"--output", "--json", "--schedule", "--graph", "--weights"}) {
    ExpectRefusal(folder.Run("nvec n.xml " + std::string(option) + " ''"),
                  std::string(option) + ": found an empty name");
  }
}

// The frame of all tools does this: the result alone on standard output.
TEST(NvecToolTest, WritesJsonToStandardOutput) {
  const ToolFolder folder;
  const std::string compile = "nvec " + kNetwork + " -o " + folder / "p.nve";
  const ToolResult named = folder.Run(compile + " --report --json " + folder / "c.json");
  ASSERT_EQ(named.code, 0) << named.errors;
  const ToolResult nvec = folder.Run(compile + " --report --json -");
  ASSERT_EQ(nvec.code, 0) << nvec.errors;
  nlohmann::ordered_json file = ReadJson(folder / "c.json");
  nlohmann::ordered_json printed = nlohmann::ordered_json::parse(nvec.output);
  EXPECT_TRUE(file["command"].get<std::string>().ends_with("/c.json"));
  EXPECT_TRUE(printed["command"].get<std::string>().ends_with(" --json -"));
  file.erase("command");
  printed.erase("command");
  EXPECT_EQ(printed, file);
  EXPECT_NE(nvec.errors.find(named.output), std::string::npos) << nvec.errors;
  const ToolResult dump = folder.Run("nve-objdump " + folder / "p.nve" + " --json -");
  ASSERT_EQ(dump.code, 0) << dump.errors;
  EXPECT_EQ(dump.output.front(), '{');
  EXPECT_NE(dump.errors.find("set rb"), std::string::npos) << dump.errors;
  EXPECT_FALSE(std::filesystem::exists("-"));
  ExpectRefusal(folder.Run("nvec " + kNetwork + " -o -"),
                "--output: found -, allowed: the name of a file");
}

TEST(NvecToolTest, WritesTheGraphOfAnyMap) {
  const ToolFolder folder;
  const std::string run = "nvec " + kNetwork + " -o " + folder / "p.nve";
  const auto graph = [&](const std::string& options) {
    EXPECT_EQ(folder.Run(run + " --graph " + folder / "g.dot" + options).code, 0) << options;
    return ReadFileText(folder / "g.dot");
  };
  const std::string first = graph("");
  EXPECT_EQ(graph(" --graph-layer 1 --graph-map 2"), first);  // all read one map through 6x6
  const std::string second = graph(" --graph-layer 2");
  EXPECT_NE(second, first);
  EXPECT_EQ(graph(" --graph-layer 2 --graph-map 1"), second);
  const std::string with = run + " --graph " + folder / "g.dot";
  ExpectRefusal(folder.Run(with + " --graph-layer 3"), "--graph-layer: found 3, allowed: 1 to 2");
  ExpectRefusal(folder.Run(with + " --graph-layer 2 --graph-map 2"),
                "--graph-map: found 2, allowed: 0 to 1, the output maps of L2");
  ExpectRefusal(folder.Run(run + " --graph-layer 1"), "--graph-layer requires --graph");
}

TEST(NvecToolTest, ReportsWithoutWriting) {
  const ToolFolder folder;
  const ToolResult report = folder.Run("nvec " + kNetwork + " --report --preset O2");
  EXPECT_EQ(report.code, 0) << report.errors;
  EXPECT_NE(report.output.find("preset O2"), std::string::npos) << report.output;
  EXPECT_EQ(report.output.find("L1.p0"), std::string::npos) << report.output;
  const ToolResult programs = folder.Run("nvec " + kNetwork + " --report --report-programs -O3");
  EXPECT_EQ(programs.code, 0) << programs.errors;
  EXPECT_NE(programs.output.find("L1.p0"), std::string::npos) << programs.output;
  EXPECT_NE(programs.output.find("preset O3"), std::string::npos) << programs.output;
}

TEST(NvecToolTest, RefusesToDoNothingAndContradictions) {
  const ToolFolder folder;
  const std::string nvec = "nvec " + kNetwork + " ";
  ExpectRefusal(folder.Run(nvec), "nothing to do: no file to write, allowed: --output FILE");
  ExpectRefusal(folder.Run(nvec + "--report-programs"), "--report-programs requires --report");
  ExpectRefusal(folder.Run(nvec + "--report --schedule-program L1.p0"),
                "--schedule-program requires --schedule-svg");
  const std::string ladder = nvec + "--ladder " + folder / "ladder" + " ";
  for (const char* other :
       {"-o p.nve", "--json j", "--report", "--schedule s", "--schedule-svg s", "--graph g",
        "--save-weights w", "--preset O1", "-O1", "--packing off", "--folding on", "--fusion off",
        "--scheduler exact", "--half-vectors never"}) {
    ExpectRefusal(folder.Run(ladder + other), " excludes --ladder");
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "ladder"));
  ExpectRefusal(folder.Run(nvec + "--ladder ''"), "--ladder: found an empty name");
}

// Reports of a run name it: docs/debugging.md.
TEST(NvecToolTest, BinariesKeepTheSeedOfTheirWeights) {
  const ToolFolder folder;
  const auto seed = [&](const std::string& options) {
    const ToolResult run =
        folder.Run("nvec " + kNetwork + " -o " + folder / "p.nve" + " " + options);
    EXPECT_EQ(run.code, 0) << run.errors;
    return ReadBinary(folder / "p.nve").seed;
  };
  EXPECT_EQ(seed("--seed 5 --vectors auto --save-weights " + folder / "w.npz"), 5);
  EXPECT_EQ(seed(""), 1);
  EXPECT_EQ(seed("--weights " + folder / "w.npz"), std::nullopt);
}

TEST(NvecToolTest, WritesTheLadder) {
  const ToolFolder folder;
  const std::string ladder = folder / "ladder";
  const ToolResult result = folder.Run("nvec " + kNetwork + " --ladder " + ladder);
  ASSERT_EQ(result.code, 0) << result.errors;
  for (const char* preset : {"O0", "O1", "O2", "O3", "scopes2015", "default"}) {
    EXPECT_NE(result.output.find(std::string("preset ") + preset), std::string::npos) << preset;
    const std::string csv = ReadFileText(ladder + "/ladder.csv");
    EXPECT_NE(csv.find(std::string("\n") + preset + ",L2,"), std::string::npos) << csv;
  }
  EXPECT_EQ(ReadJson(ladder + "/ladder.json")["presets"].size(), 6u);
  for (const char* name : {"/utilisation.svg", "/transfer.svg"}) {
    EXPECT_EQ(ReadFileText(ladder + name).rfind("</svg>\n"),
              ReadFileText(ladder + name).size() - 7);
  }
}

TEST(NvecToolTest, DrawsTheScheduleOfAnyProgram) {
  const ToolFolder folder;
  const std::string run = "nvec " + kNetwork + " -O0 --schedule-svg " + folder / "s.svg";
  const auto draws = [&](const std::string& options, const std::string& program) {
    EXPECT_EQ(folder.Run(run + options).code, 0) << options;
    const std::string title = "<title>" + program + ": schedule</title>";
    EXPECT_NE(ReadFileText(folder / "s.svg").find(title), std::string::npos) << options;
  };
  draws("", "L1.p0");
  draws(" --schedule-program L2.p1", "L2.p1");
  ExpectRefusal(folder.Run(run + " --schedule-program L3.p0"),
                "--schedule-program: found 'L3.p0', allowed: a program's name, L1.p0 to L2.p1");
}

// Two layers, two strips each; programs of cores 0 and 1.
TEST(NvecToolTest, CoresShareEveryLayer) {
  const ToolFolder folder;
  const std::string compile = "nvec " + kNetwork + " --seed 1 -o " + folder / "p.nve";
  const std::string json = " --json " + folder / "c.json";
  const ToolResult one = folder.Run(compile + json);
  ASSERT_EQ(one.code, 0) << one.errors;
  EXPECT_EQ(one.output.find("partition"), std::string::npos);
  EXPECT_EQ(ReadJson(folder / "c.json")["layers"][0]["partition"], "1x1");
  const int64_t bound = ReadJson(folder / "c.json")["bound_cycles"];
  const ToolResult two = folder.Run(compile + json + " --cores 2 --partition ofm --report");
  ASSERT_EQ(two.code, 0) << two.errors;
  EXPECT_NE(two.output.find("2 cores"), std::string::npos) << two.output;
  EXPECT_NE(two.output.find("1x2"), std::string::npos) << two.output;
  const auto file = ReadJson(folder / "c.json");
  EXPECT_EQ(file["cores"], 2);
  EXPECT_EQ(file["layers"][0]["partition"], "1x2");
  EXPECT_GE(2 * file["bound_cycles"].get<int64_t>(), bound);
  EXPECT_LT(file["bound_cycles"], bound);
  EXPECT_NE(folder.Run("nve-objdump " + folder / "p.nve").output.find(" core=1 "),
            std::string::npos);
  EXPECT_NE(folder.Run(compile + " --cores 2").output.find("partition"), std::string::npos);
}

TEST(NvecToolTest, CoresWithoutWorkAreNamed) {
  const ToolFolder folder;
  const ToolResult many = folder.Run("nvec " + kNetwork + " --seed 1 -o " +
                                     folder / "p.nve --cores 16 --partition ofm");
  ASSERT_EQ(many.code, 0) << many.errors;
  EXPECT_NE(many.errors.find("note: --cores: cores without work: 14 of 16 in L1 (1x16), 15 of 16 "
                             "in L2 (1x16): fewer programs or strips than parts\n"),
            std::string::npos)
      << many.errors;
}

TEST(NvecToolTest, RefusesCoresAndPartitions) {
  const ToolFolder folder;
  const std::string compile = "nvec " + kNetwork + " --seed 1 -o " + folder / "p.nve ";
  for (const char* cores : {"0", "17", "-1", "two"}) {
    ExpectRefusal(folder.Run(compile + "--cores " + cores), "allowed: 1 to 16");
  }
  ExpectRefusal(folder.Run(compile + "--cores 4 --partition 3x2"),
                "--partition: found '3x2', allowed: auto, ks, ofm, 4x1, 2x2, 1x4 with --cores 4\n");
  ExpectRefusal(folder.Run(compile + "--partition 2x1"),
                "--partition: found '2x1', allowed: auto, ks, ofm, 1x1 with --cores 1\n");
  ExpectRefusal(folder.Run(compile + "--cores 8 --partition 1x8"),
                "layer L1: --partition 1x8: found 1 program(s) and 2 strip(s), allowed: auto, ks, "
                "ofm\n");
  ExpectRefusal(folder.Run("nvec " + kNetwork + " --ladder " + folder / "l --cores 2"), "--ladder");
  EXPECT_FALSE(std::filesystem::exists(folder / "p.nve"));
}

}  // namespace
}  // namespace nve
