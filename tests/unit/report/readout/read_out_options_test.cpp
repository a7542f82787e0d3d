// SPDX-License-Identifier: Apache-2.0
// The options of a read-out: which files they name, and the words that mean the same again.
#include "report/readout/read_out_options.hpp"

#include <gmock/gmock.h>

#include "base/images/images.hpp"
#include "base/json/json_file.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;

TEST(ReadOutOptions, TakeSeveralInputsWithAModelOnly) {
  ReadOutOptions options;
  options.inputs = {"a.png"};
  EXPECT_FALSE(LoadReadOut(options, 1));
  options.inputs.emplace_back("b.png");
  ExpectInputError([&] { LoadReadOut(options, 1); }, "--input: found 2 values, allowed: one; with");
  options.model = "m.json";
  EXPECT_NO_THROW(CheckInputs(options));
}

TEST(ReadOutOptions, AreWordsAgain) {
  ReadOutOptions options;
  options.inputs = {"a b.png", "c.png"};
  EXPECT_EQ(ReadOutWords(options), " --input 'a b.png' --input c.png");
  options.model = "m.json";
  options.labels = "l";
  EXPECT_EQ(ReadOutWords(options), " --input 'a b.png' --input c.png --read-out m.json --labels l");
  options.top = 1;
  EXPECT_TRUE(ReadOutWords(options).ends_with(" --labels l --top 1"));
}

std::vector<std::string> PathsOf(const std::vector<GivenPath>& given) {
  std::vector<std::string> paths;
  for (const GivenPath& each : given) paths.push_back(each.path);
  return paths;
}

TEST(ReadOutOptions, NameEveryFileThatIsReadOrWritten) {
  const TestFolder folder;
  WritePng(folder / "f/a.png", FeatureMaps(1, 4, 4));
  WritePng(folder / "f/b.png", FeatureMaps(1, 4, 4));
  WriteJson(folder / "m.json", {{"schema", "nve-model"},
                                {"schema_version", 1},
                                {"name", "m"},
                                {"kind", "heat"},
                                {"network", "n.xml"},
                                {"weights", "w.npz"},
                                {"classes", {"a"}},
                                {"window", {4, 4}},
                                {"step", {1, 1}}});
  ReadOutOptions options;
  options.inputs = {folder / "f"};
  EXPECT_THAT(PathsOf(ReadOutInputs(options, std::nullopt)), ElementsAre("", "", folder / "f"));
  EXPECT_TRUE(ReadOutOutputs(std::nullopt, "out").empty());
  options.model = folder / "m.json";
  const std::optional<ReadOut> read_out = LoadReadOut(options, 1);
  EXPECT_THAT(PathsOf(ReadOutInputs(options, read_out)),
              ElementsAre(folder / "m.json", "", folder / "f/a.png", folder / "f/b.png"));
  EXPECT_TRUE(ReadOutOutputs(read_out, "").empty());
  EXPECT_THAT(PathsOf(ReadOutOutputs(read_out, "out")),
              ElementsAre("out/heat_map_0.png", "out/heat_map_1.png"));
  // Two pictures one below the other
  const FeatureMaps output(1, WindowsIn(read_out->mosaic.height, 4, 1),
                           WindowsIn(read_out->mosaic.width, 4, 1));
  RunResult result;
  TakeReadOut(*read_out, output, &output, folder / "out", folder / "r.json", result);
  ASSERT_EQ(result.pictures->size(), 2u);
  EXPECT_EQ((*result.pictures)[1].role, "heat map");
  EXPECT_EQ((*result.pictures)[1].file, "out/heat_map_1.png");
  EXPECT_EQ(result.read_out->equal, 2);
}

}  // namespace
}  // namespace nve
