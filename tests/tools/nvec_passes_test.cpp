// SPDX-License-Identifier: Apache-2.0
// The passes of nvec one by one: what each alone does to a program, that it stays right, and which
// do not go together.
#include <gtest/gtest.h>

#include "base/arrays/arrays.hpp"
#include "base/images/maps.hpp"
#include "base/json/json_file.hpp"
#include "convnet/network_xml.hpp"
#include "convnet/weights.hpp"
#include "model/reference/reference.hpp"
#include "nve_isa.hpp"
#include "tests/tools/tool_run.hpp"

namespace nve {
namespace {

using testing::ToolFolder;
using testing::ToolResult;

const std::string kSmall = std::string(NVE_SOURCE_DIR) + "/networks/small/";

struct Passes {
  std::string options;
  std::string scheduler;
  std::string packing;
  std::string folding;
  std::string fusion;
  std::string half_vectors;
};

void PrintTo(const Passes& passes, std::ostream* out) { *out << passes.options; }

// The plain schedule, each pass of the sources and of ours alone on top of it, and the default
// without each.
const std::vector<Passes> kPasses = {
    {"-O0", "algorithm1", "off", "off", "off", "never"},
    {"-O0 --packing words", "algorithm1", "words", "off", "off", "never"},
    {"-O0 --folding on", "algorithm1", "off", "on", "off", "never"},
    {"-O0 --fusion in-order", "algorithm1", "off", "off", "in-order", "never"},
    {"-O0 --fusion greedy", "algorithm1", "off", "off", "greedy", "never"},
    {"-O0 --fusion fewest", "algorithm1", "off", "off", "fewest", "never"},
    {"-O0 --half-vectors always", "algorithm1", "off", "off", "off", "always"},
    {"-O0 --scheduler scopes2015", "scopes2015", "off", "off", "off", "never"},
    {"-O0 --scheduler exact --folding on", "exact", "off", "on", "off", "never"},
    {"--packing off", "exact", "off", "on", "fewest", "auto"},
    {"--packing words", "exact", "words", "on", "fewest", "auto"},
    {"--fusion off", "exact", "across", "on", "off", "auto"},
    {"--half-vectors never", "exact", "across", "on", "fewest", "never"},
    {"--preset scopes2015 --folding off", "scopes2015", "off", "off", "in-order", "never"},
};

class PassesAlone : public ::testing::TestWithParam<Passes> {
 protected:
  // Compiles a small network, which verifies every program; runs it; returns the report.
  nlohmann::ordered_json ExpectRight(const std::string& name) {
    const std::string file = kSmall + name + ".xml";
    const ToolResult compiled =
        folder_.Run("nvec " + file + " --seed 7 " + GetParam().options + " -o " +
                    folder_ / "p.nve" + " --json " + folder_ / "c.json");
    EXPECT_EQ(compiled.code, 0) << compiled.errors;
    const Network network = LoadNetwork(file);
    FeatureMaps picture(network.InputMaps(), network.InputHeight(), network.InputWidth());
    uint32_t state = 5;
    for (uint8_t& pixel : picture.pixels) pixel = static_cast<uint8_t>((state *= 48271u) >> 9);
    WriteNpy(folder_ / "in.npy",
             NpyArray::From({picture.maps, picture.height, picture.width}, picture.pixels));
    const ToolResult run = folder_.Run("nve-sim " + folder_ / "p.nve" + " --input " +
                                       folder_ / "in.npy" + " --output " + folder_ / "out");
    EXPECT_EQ(run.code, 0) << run.errors;
    EXPECT_EQ(ReadInputMaps(folder_ / "out/output.npy"),
              RunNetwork(network, SeededWeights(network, 7), picture).back());
    return ReadJson(folder_ / "c.json");
  }

  const ToolFolder folder_;
};

TEST_P(PassesAlone, AreRightAndNamedInTheReport) {
  for (const char* name : {"filter3x3", "two_layers", "mix1x1"}) {
    SCOPED_TRACE(name);
    const nlohmann::ordered_json passes = ExpectRight(name)["passes"];
    EXPECT_EQ(passes["scheduler"], GetParam().scheduler);
    EXPECT_EQ(passes["packing"], GetParam().packing);
    EXPECT_EQ(passes["folding"], GetParam().folding);
    EXPECT_EQ(passes["fusion"], GetParam().fusion);
    EXPECT_EQ(passes["half_vectors"], GetParam().half_vectors);
  }
}

INSTANTIATE_TEST_SUITE_P(Combinations, PassesAlone, ::testing::ValuesIn(kPasses),
                         [](const auto& test) { return std::to_string(test.index); });

// The first layer's report.
nlohmann::ordered_json ReadLayer(const ToolFolder& folder, const std::string& name,
                                 const std::string& options) {
  const ToolResult result =
      folder.Run("nvec " + kSmall + name + ".xml " + options + " --json " + folder / "c.json");
  EXPECT_EQ(result.code, 0) << result.errors;
  return ReadJson(folder / "c.json")["layers"][0];
}

// Figures 17, 24 and 26 of the thesis are 14, 14 and 10 cycles; folded without packing, 11.
TEST(PassEffects, TheLadderOnTheFilter) {
  const ToolFolder folder;
  const auto ii = [&](const std::string& options) {
    return ReadLayer(folder, "filter3x3", options)["ii"];
  };
  EXPECT_EQ(ii("-O0"), 14);
  EXPECT_EQ(ii("-O0 --packing words"), 14);
  EXPECT_EQ(ii("-O0 --folding on"), 11);
  EXPECT_EQ(ii("-O0 --folding on --packing words"), 10);
  EXPECT_EQ(ii("--packing off"), 11);
  EXPECT_EQ(ii("--packing words"), 10);
}

// Three maps of one input: fused they load it once, and a map's reads overlap the macs before.
TEST(PassEffects, FusionAlone) {
  const ToolFolder folder;
  const nlohmann::ordered_json apart = ReadLayer(folder, "two_layers", "-O0");
  EXPECT_EQ(apart["programs"], 3);
  EXPECT_EQ(apart["loads"], 3);
  for (const char* fusion : {"in-order", "greedy", "fewest"}) {
    const nlohmann::ordered_json fused =
        ReadLayer(folder, "two_layers", std::string("-O0 --fusion ") + fusion);
    EXPECT_EQ(fused["programs"], 1);
    EXPECT_EQ(fused["loads"], 1);
    EXPECT_LT(fused["ii"], apart["ii"]);
  }
}

TEST(PassEffects, HalfVectorsAlone) {
  const ToolFolder folder;
  EXPECT_EQ(ReadLayer(folder, "mix1x1", "-O0")["outputs_per_iteration"], arch::kLanes);
  EXPECT_EQ(ReadLayer(folder, "mix1x1", "-O0 --half-vectors always")["outputs_per_iteration"],
            arch::kActLanes);
  EXPECT_EQ(ReadLayer(folder, "mix1x1", "--half-vectors never")["outputs_per_iteration"],
            arch::kLanes);
}

TEST(PassEffects, HalfVectorsThatDoNotApplyAreSaid) {
  const ToolFolder folder;
  const std::string command = "nvec " + kSmall + "two_layers.xml --seed 7 --half-vectors always";
  const ToolResult result = folder.Run(command + " -o " + folder / "p.nve");
  EXPECT_EQ(result.code, 0);
  EXPECT_NE(result.errors.find("--half-vectors always: whole vectors for L1, L2: "),
            std::string::npos)
      << result.errors;
}

// A descriptor holds whole units of the DMA's alignment.
TEST(Predict, DescriptorsAreAligned) {
  const ToolFolder folder;
  const auto predict = [&](const std::string& bytes) {
    return folder.Run("nvec " + kSmall + "two_layers.xml --seed 7 --predict --max-descriptor " +
                      bytes);
  };
  EXPECT_EQ(predict("96").code, 0);
  const ToolResult refused = predict("100");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.errors.find("--max-descriptor: found '100', allowed: multiples of 8"),
            std::string::npos)
      << refused.errors;
}

void ExpectContradiction(const ToolFolder& folder, const std::string& options,
                         const std::string& text) {
  const ToolResult result = folder.Run("nvec missing.xml " + options + " -o " + folder / "p.nve");
  EXPECT_EQ(result.code, 2) << options;
  EXPECT_NE(result.errors.find(text), std::string::npos) << result.errors;
}

// Both options are named, with the preset if that chose one of them, before any file is read.
TEST(PassConflicts, AreRefused) {
  const ToolFolder folder;
  ExpectContradiction(folder, "--folding off",
                      "--scheduler exact (preset default) and --folding off contradict each other");
  ExpectContradiction(folder, "-O0 --scheduler exact",
                      "--scheduler exact and --folding off (preset O0) contradict each other");
  ExpectContradiction(folder, "-O3 --packing across",
                      "--scheduler algorithm1 (preset O3) and --packing across contradict");
  ExpectContradiction(folder, "--scheduler scopes2015",
                      "--scheduler scopes2015 and --packing across (preset default) contradict");
  for (const char* level : {"O0", "O1", "O2"}) {
    ExpectContradiction(folder, std::string("-") + level + " --max-maps-per-program 2",
                        std::string("--fusion off (preset ") + level +
                            ") and --max-maps-per-program 2 contradict each other");
  }
  ExpectContradiction(folder, "--fusion weird",
                      "--fusion: found 'weird', allowed: off, in-order, greedy, ");
}

}  // namespace
}  // namespace nve
