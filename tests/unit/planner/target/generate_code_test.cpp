// SPDX-License-Identifier: Apache-2.0
// Programs made of plans compute what the plans compute, and move as many words.
#include "planner/target/generate_code.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/files/files.hpp"
#include "base/files/output_file.hpp"
#include "planner/ir/ir_words.hpp"
#include "planner/ir/made_up_data.hpp"
#include "planner/ir/make_ir.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve::planner {
namespace {

using ::testing::HasSubstr;

Hardware Memories(int64_t input, int64_t weight, int64_t output) {
  Hardware hardware;
  hardware.mem_words = {input, weight, output};
  return hardware;
}

// Strides, padding, groups, other tiles at the edges, partial sums that leave the chip.
struct Case {
  const char* name;
  LayerShape layer;
  Mapping mapping;
  bool keep = true;
};
std::vector<Case> Cases() {
  LayerShape plain;
  plain.oc = 7;
  plain.ic = 5;
  plain.oh = plain.ow = 9;
  plain.kh = plain.kw = 3;
  plain.pad_h = plain.pad_w = 1;
  LayerShape strided = plain;
  strided.stride_h = 2;
  strided.stride_w = 3;
  strided.kw = 5;
  strided.pad_w = 2;
  LayerShape depthwise = plain;
  depthwise.oc = depthwise.ic = depthwise.groups = 6;
  return {{"plain", plain, {{3, 2, 4, 9, 3, 3}, Flow::kOutput}},
          {"strided", strided, {{3, 2, 4, 5, 3, 5}, Flow::kInput}, false},
          {"depthwise", depthwise, {{1, 1, 4, 4, 3, 3}, Flow::kWeight}},
          {"partial", plain, {{2, 2, 3, 9, 3, 3}, Flow::kWeight}, false}};
}

PlanIr PlanOf(const Case& each) {
  return MakeIr(each.layer, each.mapping, Memories(400, 200, 150), {.keep_tiles = each.keep});
}

std::vector<int32_t> ReadWords(const std::string& path) {
  const std::string bytes = ReadFileText(path);
  std::vector<int32_t> words(bytes.size() / sizeof(int32_t));
  std::copy_n(bytes.data(), words.size() * sizeof(int32_t), reinterpret_cast<char*>(words.data()));
  return words;
}

TEST(GenerateCode, CppProgramsGiveOutputsAndWordsOfTheirPlans) {
  const TestFolder folder;
  const CodeTemplate code = ReadTemplate("cpp");
  std::string build = "cd '" + folder / "." + "' && for p in";
  for (const Case& each : Cases()) {
    WriteFileAtomically(folder / (std::string(each.name) + ".cpp"),
                        GenerateCode(PlanOf(each), code));
    build += std::string(" ") + each.name;
  }
  build +=
      "; do c++ -std=c++17 -O1 -Wall -Wextra -Werror $p.cpp -o $p && ./$p 3 $p.bin > $p.json"
      " || exit; done";
  ASSERT_EQ(std::system(build.c_str()), 0);
  for (const Case& each : Cases()) {
    const PlanIr ir = PlanOf(each);
    const LayerData data =
        MadeUpData(WordsOf(ir.SizesOf(IrTensor::kInput)), WordsOf(ir.SizesOf(IrTensor::kWeight)));
    const IrRun run = ExecuteIr(ir, data);
    const std::vector<int32_t> found = ReadWords(folder / (std::string(each.name) + ".bin"));
    ASSERT_EQ(found.size(), run.output.size()) << each.name;
    EXPECT_TRUE(std::equal(found.begin(), found.end(), run.output.begin())) << each.name;
    const auto json =
        nlohmann::json::parse(ReadFileText(folder / (std::string(each.name) + ".json")));
    EXPECT_EQ(json["loaded"]["input"], run.moved.loaded.input) << each.name;
    EXPECT_EQ(json["loaded"]["weight"], run.moved.loaded.weight) << each.name;
    EXPECT_EQ(json["loaded"]["output"], run.moved.loaded.output) << each.name;
    EXPECT_EQ(json["stored"], run.moved.stored.output) << each.name;
    EXPECT_EQ(json["words"], IrWords(ir).Sum().Total()) << each.name;
    EXPECT_GE(json["median_seconds"], json["seconds"]) << each.name;
  }
}

TEST(GenerateCode, CudaHasAllocationsCopiesAndKernelCallsInTextOrder) {
  const PlanIr ir = PlanOf(Cases().front());
  const std::string code = GenerateCode(ir, ReadTemplate("cuda"));
  EXPECT_THAT(code, HasSubstr("static float* in_mem_0 = allocate(400);"));
  EXPECT_THAT(code, HasSubstr("static float weight_0[315];"));
  EXPECT_THAT(code, ::testing::Not(HasSubstr("{{")));
  size_t at = 0;
  for (const char* part :
       {"// LOAD IN_MEM_0 INPUT_0\n  load(in_mem_0 + 0, input_0 + 0, 1, 2, 5, 9, ",
        "// CONV OUTPUT_0 INPUT_0 WEIGHT_0 1 (1,1,1,0)\n  conv<<<blocks(3 * 4 * 9)",
        "// STORE OUTPUT_0 OT_MEM_0\n  store(output_0 + 0, ot_mem_0 + 0, "}) {
    at = code.find(part, at);
    EXPECT_NE(at, std::string::npos) << part;
  }
}

TEST(GenerateCode, CudaCompilesWhereThereIsACompiler) {
  if (std::system("command -v nvcc > /dev/null 2>&1") != 0) return;
  const TestFolder folder;
  WriteFileAtomically(folder / "p.cu", GenerateCode(PlanOf(Cases().front()), ReadTemplate("cuda")));
  EXPECT_EQ(std::system(("cd '" + folder / "." + "' && nvcc -c p.cu -o p.o").c_str()), 0);
}

// A template of a user's: the plan as a list.
TEST(GenerateCode, TakesTemplatesOfUsers) {
  const CodeTemplate code = ParseTemplate(
      "@@ head\n@@ tensor\n@@ memory\n{{memory}},{{words}}\n@@ begin\n@@ load\nload,{{words}}\n"
      "@@ conv\nconv,{{oc}},{{ic}}\n@@ store\nstore,{{words}}\n@@ tail\n{{steps}} steps\n",
      "list");
  const PlanIr ir = PlanOf(Cases().front());
  const std::string list = GenerateCode(ir, code);
  EXPECT_THAT(list, ::testing::StartsWith("in_mem_0,400\nwt_mem_0,200\not_mem_0,150\nload,"));
  EXPECT_THAT(list, ::testing::EndsWith(std::to_string(ir.steps.size()) + " steps\n"));
  EXPECT_EQ(std::ranges::count(list, '\n'), static_cast<int64_t>(ir.steps.size()) + 4);
}

}  // namespace
}  // namespace nve::planner
