// SPDX-License-Identifier: Apache-2.0
// nve-plan as users call it: results, names that scripts rely on, refusals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "base/files/output_file.hpp"
#include "base/json/json_file.hpp"
#include "tests/tools/tool_run.hpp"
#include "tests/unit/planner/mapping/golden_volumes.hpp"

namespace nve::planner {
namespace {

using ::testing::HasSubstr;
using testing::ToolFolder;
using testing::ToolResult;

// Members of the table that scripts read, and the golden values behind them.
TEST(NvePlan, TableHasTheGoldenVolumes) {
  const ToolFolder folder;
  const ToolResult run =
      folder.Run("nve-plan --table --convention padded --json " + folder / "t.json");
  ASSERT_EQ(run.code, 0) << run.Text();
  const nlohmann::ordered_json rows = ReadJson(folder / "t.json")["rows"];
  ASSERT_EQ(rows.size(), std::size(kPadded));
  const std::string names[] = {"vgg16", "resnet50", "alexnet", "squeezenet", "yolov2"};
  for (size_t i = 0; i < rows.size(); ++i) {
    const auto& row = rows[i];
    EXPECT_EQ(row["network"], names[i / 4]);
    EXPECT_EQ(row["setup"], std::string(1, kPadded[i].setup));
    EXPECT_EQ(row["optimum"], kPadded[i].optimum);
    EXPECT_EQ(row["zhang"], kPadded[i].zhang);
    EXPECT_EQ(row["ma"], kPadded[i].ma);
    EXPECT_EQ(row["smartshuttle"], kPadded[i].smartshuttle);
    EXPECT_EQ(row["bound"], kPadded[i].bound);
    EXPECT_EQ(row["once"], kPadded[i].once);
    EXPECT_LE(row["executed"], row["zhang_executed"]);
    EXPECT_TRUE(row.contains("evaluations"));
  }
  ASSERT_EQ(folder.Run("nve-plan --table --convention stored --json " + folder / "s.json").code, 0);
  const nlohmann::ordered_json stored = ReadJson(folder / "s.json")["rows"];
  for (size_t i = 0; i < stored.size(); ++i) {
    EXPECT_EQ(stored[i]["optimum"], kStored[i].optimum);
    EXPECT_FALSE(stored[i].contains("bound"));
  }
}

TEST(NvePlan, ReportsAndExplains) {
  const ToolFolder folder;
  const ToolResult report = folder.Run("nve-plan vgg16 --report --json " + folder / "r.json" +
                                       " --roofline " + folder / "r.svg");
  ASSERT_EQ(report.code, 0) << report.Text();
  EXPECT_THAT(report.output, HasSubstr("conv2_2"));
  EXPECT_THAT(report.output, HasSubstr("plans looked at of "));
  const nlohmann::ordered_json json = ReadJson(folder / "r.json");
  EXPECT_EQ(json["total"]["executed"], 187105100);
  EXPECT_EQ(json["layers"].size(), 12u);
  EXPECT_EQ(json["layers"][3]["tile"]["ow"], 16);
  EXPECT_THAT(ReadFileText(folder / "r.svg"), HasSubstr("GMAC/s"));
  const ToolResult explained = folder.Run("nve-plan vgg16 --explain conv2_2");
  ASSERT_EQ(explained.code, 0) << explained.Text();
  EXPECT_THAT(explained.output, HasSubstr("SmartShuttle"));
  EXPECT_THAT(explained.output, HasSubstr("285696 more words of input"));
}

TEST(NvePlan, DrawsTheSearchSpaceOfALayer) {
  const ToolFolder folder;
  const ToolResult run =
      folder.Run("nve-plan alexnet --layer conv2 --whole-rows --roofline " + folder / "l.svg");
  ASSERT_EQ(run.code, 0) << run.Text();
  EXPECT_THAT(ReadFileText(folder / "l.svg"), HasSubstr("loop elimination"));
}

TEST(NvePlan, PlansForTheMachineOfTheBuild) {
  const ToolFolder folder;
  const ToolResult run =
      folder.Run("nve-plan " NVE_SOURCE_DIR "/networks/face_detection.xml --hardware nve --json " +
                 folder / "n.json");
  ASSERT_EQ(run.code, 0) << run.Text();
  const nlohmann::ordered_json layers = ReadJson(folder / "n.json")["layers"];
  ASSERT_EQ(layers.size(), 4u);
  EXPECT_EQ(layers[0]["data_words_per_16_rows"], 11544);
  const ToolResult lenet = folder.Run("nve-plan lenet --hardware nve");
  EXPECT_EQ(lenet.code, 0) << lenet.Text();
  EXPECT_THAT(lenet.output, HasSubstr("conv2: found 20 inputs of an output map, allowed: 11"));
}

// Members of TSO's table that scripts read.
TEST(NvePlan, TsoHasFiveNetworksInTwoReadingsAndModels) {
  const ToolFolder folder;
  const ToolResult run = folder.Run("nve-plan --tso --json " + folder / "t.json");
  ASSERT_EQ(run.code, 0) << run.Text();
  const nlohmann::ordered_json rows = ReadJson(folder / "t.json")["rows"];
  ASSERT_EQ(rows.size(), 20u);
  EXPECT_EQ(rows[0]["network"], "inceptionv3");
  EXPECT_EQ(rows[1]["model"], "noburst");
  EXPECT_EQ(rows[2]["reading"], "consistent");
  EXPECT_EQ(std::round(rows[1]["microseconds"].get<double>()), 137889);
  EXPECT_EQ(rows[4]["layers"].size(), 2u);
  const ToolResult one = folder.Run("nve-plan lenet --tso --reading consistent --model noburst");
  ASSERT_EQ(one.code, 0) << one.Text();
  EXPECT_THAT(one.output, HasSubstr("44.4 microseconds"));
}

// A plan that was written is read and run with the same words.
TEST(NvePlan, WritesAndRunsPlans) {
  const ToolFolder folder;
  WriteFileAtomically(folder / "c.csv", std::string_view("layer,oc,ic,oh,ow,kh,kw,pad_h,pad_w\n"
                                                         "c1,64,64,28,28,3,3,1,1\n"));
  WriteFileAtomically(folder / "h.json", std::string_view(R"({"bandwidth": 1, "frequency": 1,
                      "mem_size": [16, 8, 16], "pe_len": [8, 8], "pe_mapping": [["IC"], ["OC"]]})"));
  const std::string layer = "nve-plan " + folder / "c.csv" + " --hardware " + folder / "h.json" +
                            " --layer c1 --convention stored --execute ";
  const auto run = [&](const std::string& call) {
    const ToolResult result = folder.Run(call + " --json " + folder / "out.json");
    EXPECT_EQ(result.code, 0) << result.Text();
    return ReadJson(folder / "out.json");
  };
  const auto kept = run(layer + "--ir " + folder / "f.ir")["runs"][0];
  EXPECT_EQ(kept["equal"], true);
  EXPECT_EQ(kept["words"], kept["words_of_tiles"]);
  const auto again = run("nve-plan " + folder / "f.ir" + " --execute")["runs"][0];
  EXPECT_EQ(again["loaded"], kept["loaded"]);
  EXPECT_EQ(again["stored"], kept["stored"]);
  const ToolResult code = folder.Run("nve-plan " + folder / "f.ir" + " --target cuda");
  EXPECT_EQ(code.code, 0) << code.Text();
  EXPECT_THAT(code.output, ::testing::StartsWith("// The plan of one layer as a program"));
  EXPECT_THAT(code.output, HasSubstr("// CONV OUTPUT_0 INPUT_0 WEIGHT_0 1"));
  // Without kept tiles it moves what ExecutedWords says.
  const auto plain = run(layer + "--reload");
  EXPECT_EQ(plain["runs"][0]["words"], plain["total"]["executed"]);
  EXPECT_LT(kept["words"], plain["runs"][0]["words"]);
}

// An option that a mode does not read is refused, not ignored.
TEST(NvePlan, RefusesOptionsThatSayNothingHere) {
  const ToolFolder folder;
  const auto refuse = [&](const std::string& arguments, const std::string& text) {
    const ToolResult run = folder.Run("nve-plan " + arguments);
    EXPECT_EQ(run.code, 2) << arguments << run.Text();
    EXPECT_THAT(run.errors, HasSubstr(text)) << arguments;
  };
  refuse("--table --rank 3 --layer x --json " + folder / "t.json",
         "--table: found --layer, --rank beside it, allowed: --convention, --json");
  refuse("--papers " + folder / "out --json x",
         "--papers: found --json beside it, allowed: nothing");
  refuse("--tso --table", "--table: found --tso beside it");
  refuse("--tso --report", "--tso: found --report beside it, allowed: --hardware, --json");
  refuse("--tso --layer conv1", "--tso: found --layer beside it");
  refuse("lenet --tso --measure kept", "--tso: found --measure beside it");
  refuse("lenet --rank 3 --execute", "--rank: found --execute beside it");
  refuse("p.ir --execute --hardware setup_b", "p.ir: found --hardware beside it");
  refuse("p.ir --target cpp --json x.json", "--json: found no --execute");
  refuse("lenet --model noburst", "lenet: found --model beside it");
  refuse("lenet --hardware nve --tiles all", "--hardware nve: found --tiles beside it");
  refuse("lenet --layer conv2 --target cpp --execute", "beside a program that is printed");
  refuse("lenet --layer ''", "--layer: found an empty name, allowed: the name of a layer");
  refuse("lenet --hardware ''", "--hardware: found an empty name");
  refuse("--json x.json", "found no network, allowed: a network, --table, --tso or --papers");
}

TEST(NvePlan, RanksOnlyWhatItCanRun) {
  const ToolFolder folder;
  WriteFileAtomically(folder / "large.csv", std::string_view("layer,oc,ic,oh,ow,kh,kw\n"
                                                             "l,4096,4096,1024,1024,3,3\n"));
  const std::string rank = "nve-plan " + folder / "large.csv" + " --rank 3";
  EXPECT_THAT(folder.Run(rank).errors, HasSubstr("words of tensors, allowed: "));
  setenv("TMPDIR", "/nowhere", 1);
  const ToolResult nowhere = folder.Run("nve-plan lenet --layer conv2 --rank 3");
  unsetenv("TMPDIR");
  EXPECT_EQ(nowhere.code, 2) << nowhere.Text();
  EXPECT_THAT(nowhere.errors, HasSubstr("allowed: one that TMPDIR names"));
}

// A layer that no program can hold is refused before its connections are made one by one.
TEST(NvePlan, TellsOfMapsWithMoreInputsThanInstructions) {
  const ToolFolder folder;
  WriteFileAtomically(folder / "wide.csv", std::string_view("layer,oc,ic,oh,ow,kh,kw\n"
                                                            "l,65536,65536,1,1,1,1\n"));
  const ToolResult run = folder.Run("nve-plan " + folder / "wide.csv" + " --hardware nve");
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_THAT(run.output, HasSubstr("found 65536 inputs of an output map, allowed: "));
}

TEST(NvePlan, RefusesWhatItCannotPlan) {
  const ToolFolder folder;
  const auto refuse = [&](const std::string& arguments, const std::string& text) {
    const ToolResult run = folder.Run("nve-plan " + arguments);
    EXPECT_EQ(run.code, 2) << run.Text();
    EXPECT_THAT(run.errors, HasSubstr(text)) << arguments;
  };
  refuse("", "found no network, allowed: a network, --table, --tso or --papers");
  refuse("vgg16 --papers " + folder / "out", "--papers: found a network, vgg16 beside it");
  refuse("vgg16 --ir x.ir", "--ir, --target: found no --layer");
  refuse("vgg16 --reload", "--reload: found no plan");
  refuse("x.ir", "x.ir: found a plan, allowed: with --execute or --target");
  refuse("vgg16 --layer conv1_1 --target rust", "rust: error: cannot open");
  refuse("vgg16 --layer conv1_1 --code x.cpp", "--code: found no --target");
  refuse("x.ir --execute", "x.ir: error: cannot open");
  refuse("vgg16 --table",
         "--table: found a network, vgg16 beside it, allowed: --convention, --json");
  refuse("vgg17", "vgg17: error: cannot open");
  refuse("vgg16 --explain conv2_3", "--explain: found 'conv2_3', allowed: a layer; did you mean ");
  refuse("vgg16 --hardware nve --roofline x.svg", "--hardware nve: found --roofline beside it");
  WriteFileAtomically(folder / "tiny.json", std::string_view(R"({"bandwidth": 1, "frequency": 1,
                        "mem_size": [1, 1, 1], "pe_len": [1, 1], "pe_mapping": [["OC"], []]})"));
  refuse("vgg16 --whole-rows --hardware " + folder / "tiny.json",
         "the smallest tile needs 678 words of input memory, found 256; allowed: rows of at most ");
  WriteFileAtomically(folder / "mine.csv", std::string_view("layer,oc\nc1,4\n"));
  refuse(folder / "mine.csv" + " --json " + folder / "mine.csv", "allowed: a file of its own");
  EXPECT_EQ(ReadFileText(folder / "mine.csv"), "layer,oc\nc1,4\n");
}

}  // namespace
}  // namespace nve::planner
