// SPDX-License-Identifier: Apache-2.0
// Read-outs of co-simulations: boxes and scores of the RTL are those of golden model and reference.
#include <gmock/gmock.h>

#include "base/files/files.hpp"
#include "tests/tools/read_out_case.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using testing::ReadOutCase;
using testing::ToolFolder;
using testing::ToolResult;

class ReadOutCosim : public ::testing::Test {
 protected:
  ToolResult Run(const std::string& tool, const std::string& input, const std::string& options) {
    return folder_.Run(tool + " " + folder_ / "p.nve" + case_.ReadOut(input) + " --json " +
                       folder_ / "r.json " + options);
  }
  std::string Reference() const {
    return "--reference " + ReadOutCase::Network() + " --weights " + folder_ / "weights.npz";
  }
  Json Result() { return ReadJson(folder_ / "r.json"); }

  const ToolFolder folder_;
  const ReadOutCase case_{folder_};
};

TEST_F(ReadOutCosim, HasTheBoxesOfTheGoldenModel) {
  case_.WriteModel("detect", 150, {1.0, 0.7});
  WritePng(folder_ / "scene.png", ReadOutCase::RandomPicture(36, 40, 9));
  ASSERT_EQ(case_.Compile("scene.png").code, 0);
  ASSERT_EQ(Run("nve-sim", "scene.png", "--output " + folder_ / "sim").code, 0);
  const Json boxes = Result()["read_out"]["boxes"];
  ASSERT_FALSE(boxes.empty());
  const ToolResult run =
      Run("nve-cosim", "scene.png", "--output " + folder_ / "out" + " " + Reference());
  ASSERT_EQ(run.code, 0) << run.Text();
  EXPECT_THAT(run.output, HasSubstr(fmt::format("boxes: {} in 1 picture\n", boxes.size())));
  EXPECT_THAT(run.output, HasSubstr("scores: those of 1 of 1 picture equal the reference\n"));
  EXPECT_LT(run.output.find("boxes: "), run.output.find(", 0 mismatches,"));
  EXPECT_EQ(Result()["read_out"]["boxes"], boxes);
  EXPECT_EQ(Result()["read_out"]["equal"], 1);
  EXPECT_EQ(ReadFileBytes(folder_ / "out/detections.png"),
            ReadFileBytes(folder_ / "sim/detections.png"));
}

// A wrong weight: the scores of some pictures differ, and the first is named.
TEST_F(ReadOutCosim, NamesThePictureWhoseScoresDiffer) {
  case_.WriteModel("classify");
  case_.WritePictures(3);
  ASSERT_EQ(case_.Compile("pictures.npy").code, 0);
  ToolResult run = Run("nve-cosim", "pictures.npy", Reference());
  ASSERT_EQ(run.code, 0) << run.Text();
  EXPECT_EQ(Result()["read_out"]["equal"], 3);
  run = Run("nve-cosim", "pictures.npy", "--reference " + ReadOutCase::Network() + " --seed 4");
  EXPECT_EQ(run.code, 1) << run.Text();
  EXPECT_LT(Result()["read_out"]["equal"], 3);
  EXPECT_TRUE(Result()["read_out"].contains("first_different"));
  EXPECT_THAT(run.output, HasSubstr("first picture that differs: 0, "));
  EXPECT_THAT(run.Text(), HasSubstr("--read-out"));  // in the command that shows it again
}

TEST_F(ReadOutCosim, NeedsTheWholeNetwork) {
  case_.WriteModel("classify");
  case_.WritePictures(1);
  ASSERT_EQ(case_.Compile("p0.png").code, 0);
  const ToolResult run = Run("nve-cosim", "p0.png", "--layers 1");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.errors, HasSubstr("--read-out needs the output of the whole network"));
}

}  // namespace
}  // namespace nve
