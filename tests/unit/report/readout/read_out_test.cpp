// SPDX-License-Identifier: Apache-2.0
// A read-out from its files to its files.
#include "report/readout/read_out.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "base/arrays/arrays.hpp"
#include "base/files/files.hpp"
#include "base/images/images.hpp"
#include "base/json/json_file.hpp"
#include "report/readout/read_out_text.hpp"
#include "report/result/result_json.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Json ModelOf(const std::string& kind, const std::vector<std::string>& classes) {
  return {{"schema", "nve-model"}, {"schema_version", 1},      {"name", "some"},
          {"kind", kind},          {"network", "network.xml"}, {"weights", "weights.npz"},
          {"classes", classes},    {"window", {4, 4}},         {"step", {2, 2}},
          {"threshold", 100}};
}

class ReadOutTest : public ::testing::Test {
 protected:
  ReadOut Load(const std::string& kind, const std::vector<std::string>& classes,
               const std::string& labels = "") {
    WriteJson(folder_ / "model.json", ModelOf(kind, classes));
    return LoadReadOut(folder_ / "model.json", {folder_ / "p.npy"}, labels, 2);
  }
  void WritePictures(int count, int height, int width) {
    const std::vector<uint8_t> pixels(static_cast<size_t>(count * height * width), 50);
    WriteNpy(folder_ / "p.npy", NpyArray::From({count, height, width}, pixels));
  }
  void ExpectFiles(const ReadOut& read_out, const FeatureMaps& output, const ReadOutOfRun& result) {
    WriteReadOut(read_out, "nve-sim", folder_ / "out", output, result);
    size_t files = 0;
    for ([[maybe_unused]] const auto& entry :
         std::filesystem::directory_iterator(folder_ / "out")) {
      ++files;
    }
    EXPECT_EQ(files, ReadOutFiles(read_out, folder_ / "out").size());
    for (const std::string& file : ReadOutFiles(read_out, folder_ / "out")) {
      EXPECT_TRUE(std::filesystem::exists(file)) << file;
    }
  }

  TestFolder folder_;
};

TEST_F(ReadOutTest, ClassifiesAndCountsWhatIsRight) {
  WritePictures(3, 4, 4);
  WriteFileAtomically(folder_ / "labels", std::string_view("shoe\nshirt\n1\n"));
  const ReadOut read_out = Load("classify", {"shirt", "shoe"}, folder_ / "labels");
  // Tiles of 4 x 4 in two columns: outputs at (0, 0), (0, 2) and (2, 0) of 3 x 3
  CheckOutput(read_out, {2, 3, 3}, "p.nve");
  FeatureMaps output(2, 3, 3);
  output.at(1, 0, 0) = 200;
  output.at(0, 0, 2) = output.at(1, 0, 2) = 9;
  output.at(0, 2, 0) = 31;
  FeatureMaps reference = output;
  reference.at(1, 2, 0) = 30;
  const ReadOutOfRun result = EvaluateReadOut(read_out, output, &reference);
  EXPECT_EQ(result.pictures, 3);
  EXPECT_EQ(result.equal, 2);
  EXPECT_EQ(result.top1, 2);
  EXPECT_EQ(result.accuracy, 2.0 / 3);
  EXPECT_THAT(result.confusion->pictures, ElementsAre(ElementsAre(1, 0), ElementsAre(1, 1)));
  ASSERT_EQ(result.classes->size(), 3u);
  EXPECT_EQ((*result.classes)[1].best[0].name, "shirt");
  EXPECT_EQ((*result.classes)[1].truth, "shirt");
  ExpectFiles(read_out, output, result);
  EXPECT_THAT(ReadFileText(folder_ / "out/classes.csv"),
              HasSubstr("p.npy[2],shoe,no,shirt,31,shoe,0\n"));
  const std::string text = ReadOutText(result);
  EXPECT_THAT(text, HasSubstr("accuracy: 2 of 3 pictures right, 66.67 %\n"));
  EXPECT_THAT(text, HasSubstr("p.npy[2]: shirt 31, shoe 0: wrong, shoe\n"));
  EXPECT_THAT(text, HasSubstr("scores: those of 2 of 3 pictures equal the reference\n"));
  EXPECT_THAT(text, HasSubstr("first picture that differs: 2, "));
}

TEST_F(ReadOutTest, DetectsAndComparesWithTheScene) {
  WritePictures(1, 10, 12);
  WriteFileAtomically(folder_ / "scene.json", std::string_view(R"({"signs": [
    {"x": 2, "y": 2, "width": 4, "height": 4}, {"x": 8, "y": 0, "width": 4, "height": 4}]})"));
  const ReadOut read_out = Load("detect", {"sign"}, folder_ / "scene.json");
  CheckOutput(read_out, {1, 4, 5}, "p.nve");
  FeatureMaps output(1, 4, 5);
  output.at(0, 1, 1) = 180;
  output.at(0, 3, 4) = 150;
  output.at(0, 2, 1) = 170;  // 8 of 24 pixels of the first
  const ReadOutOfRun result = EvaluateReadOut(read_out, output, nullptr);
  ASSERT_EQ(result.boxes->size(), 2u);
  EXPECT_EQ(ResultJson(result)["boxes"][1].dump(),
            R"({"picture":0,"x":8,"y":6,"width":4,"height":4,"score":150,"class":"sign"})");
  EXPECT_FALSE(result.equal);
  EXPECT_EQ(result.truth->found, 1);
  EXPECT_EQ(result.truth->false_boxes, 1);
  EXPECT_EQ(result.accuracy, 0.5);
  ExpectFiles(read_out, output, result);
  EXPECT_EQ(ReadJson(folder_ / "out/detections.json")["boxes"], ResultJson(result)["boxes"]);
  EXPECT_THAT(ReadOutText(result), HasSubstr("1 of 2 signs found, 1 false box\n"));
}

TEST_F(ReadOutTest, DrawsHeat) {
  WritePictures(2, 6, 6);
  const ReadOut read_out = Load("heat", {"face"});
  const FeatureMaps output(1, WindowsIn(read_out.mosaic.height, 4, 2),
                           WindowsIn(read_out.mosaic.width, 4, 2));
  const ReadOutOfRun result = EvaluateReadOut(read_out, output, &output);
  EXPECT_EQ(result.equal, 2);
  ExpectFiles(read_out, output, result);
  EXPECT_EQ(ReadImage(folder_ / "out/heat_map_1.png").pixels, std::vector<uint8_t>(36, 50));
}

TEST_F(ReadOutTest, RefusesTruthOfAnotherKind) {
  WritePictures(2, 6, 6);
  ExpectInputError([&] { Load("heat", {"face"}, "l"); }, "--labels: ");
  ExpectInputError([&] { Load("detect", {"face"}, "l"); }, "found 2 pictures, allowed: one");
}

TEST_F(ReadOutTest, TellsProblemsOfAllFilesAtOnce) {
  WritePictures(2, 6, 5);
  WriteFileAtomically(folder_ / "labels", std::string_view("hat\n"));
  const auto load = [&] { Load("classify", {"shirt"}, folder_ / "labels"); };
  ExpectInputError(load, "p.npy[1]: error: found a picture of 6x5, allowed: 4x4");
  ExpectInputError(load, "found 1 labels, allowed: 2");
  std::filesystem::remove(folder_ / "p.npy");
  const auto damaged = [&] { Load("guess", {"shirt"}); };
  ExpectInputError(damaged, "member \"kind\"");
  ExpectInputError(damaged, "p.npy: error: ");
}

TEST_F(ReadOutTest, RefusesAProgramOfOtherPictures) {
  WritePictures(1, 6, 6);
  const ReadOut read_out = Load("detect", {"face"});
  ExpectInputError(
      [&] {
        CheckOutput(read_out, {1, 3, 2}, "p.nve");
      },
      "p.nve: error: found output maps of 3x2 (height x width), allowed: 2x2");
  ExpectInputError(
      [&] {
        CheckOutput(read_out, {2, 2, 2}, "p.nve");
      },
      "p.nve: error: found 2 output maps, allowed: 1, the classes of");
}

TEST(FoundText, CountsOneAndSeveral) {
  EXPECT_EQ(FoundText({12, 12, 0, 0, 0}), "12 of 12 signs found, 0 false boxes");
  EXPECT_EQ(FoundText({1, 0, 1, 2, 1}),
            "0 of 1 sign found, 1 false box, 1 of 2 look-alikes rejected");
}

}  // namespace
}  // namespace nve
