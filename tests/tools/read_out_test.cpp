// SPDX-License-Identifier: Apache-2.0
// Classes and boxes from the compiler and the golden model as a user runs them, and what they
// refuse.
#include <gmock/gmock.h>

#include <filesystem>
#include <optional>

#include "base/files/files.hpp"
#include "base/images/maps.hpp"
#include "convnet/network_xml.hpp"
#include "convnet/resize_network.hpp"
#include "convnet/weights.hpp"
#include "model/reference/reference.hpp"
#include "report/readout/boxes.hpp"
#include "tests/tools/read_out_case.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;
using ::testing::HasSubstr;
using testing::ReadOutCase;
using testing::ToolFolder;
using testing::ToolResult;

class ReadOutTool : public ::testing::Test {
 protected:
  ToolResult Simulate(const std::string& input, const std::string& options = "") {
    return folder_.Run("nve-sim " + folder_ / "p.nve" + case_.ReadOut(input) + " --output " +
                       folder_ / "out" + " --json " + folder_ / "r.json " + options);
  }
  Json Result() { return ReadJson(folder_ / "r.json")["read_out"]; }

  // What the network says of a picture alone.
  FeatureMaps OutputOf(const FeatureMaps& picture) {
    const Network network = LoadNetwork(ReadOutCase::Network());
    Diagnostics problems;
    const Network fitted = ResizeNetwork(network, {picture.height, picture.width}, problems);
    problems.ThrowIfErrors();
    return RunNetwork(fitted, SeededWeights(network, 3), picture).back();
  }
  void ExpectRefused(const ToolResult& run, const std::string& text) {
    EXPECT_EQ(run.code, 2) << run.Text();
    EXPECT_THAT(run.errors, HasSubstr(text));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "r.json"));
  }

  const ToolFolder folder_;
  const ReadOutCase case_{folder_};
};

TEST_F(ReadOutTool, ClassifiesEveryPictureAsIfItWereAlone) {
  constexpr int kPictures = 7;
  case_.WriteModel("classify");
  case_.WritePictures(kPictures);
  ASSERT_EQ(case_.Compile("pictures.npy").code, 0);
  std::string labels;
  int right = 0;
  std::vector<int> best;
  for (uint32_t i = 0; i < kPictures; ++i) {
    const FeatureMaps scores =
        OutputOf(ReadOutCase::RandomPicture(ReadOutCase::kWindow, ReadOutCase::kWindow, i));
    ASSERT_EQ(scores.pixels.size(), 2u);
    best.push_back(scores.pixels[1] > scores.pixels[0] ? 1 : 0);
    right += best.back() == 1;
    labels += "dog\n";
  }
  WriteFileAtomically(folder_ / "labels.txt", labels);
  const ToolResult run = Simulate("pictures.npy", "--labels " + folder_ / "labels.txt");
  ASSERT_EQ(run.code, 0) << run.errors;
  const Json result = Result();
  EXPECT_EQ(result["kind"], "classify");
  EXPECT_EQ(result["pictures"], kPictures);
  EXPECT_EQ(result["top1"], right);
  EXPECT_DOUBLE_EQ(result["accuracy"], static_cast<double>(right) / kPictures);
  for (size_t i = 0; i < best.size(); ++i) {
    EXPECT_EQ(result["classes"][i]["best"][0]["class"], best[i] == 1 ? "dog" : "cat") << i;
  }
  EXPECT_THAT(run.output, HasSubstr(fmt::format("accuracy: {} of 7 pictures right", right)));
  for (const char* file : {"contact_sheet.png", "classes.csv", "output.npy"}) {
    EXPECT_TRUE(std::filesystem::exists(folder_ / "out" + std::string("/") + file)) << file;
  }
  EXPECT_EQ(ReadJson(folder_ / "r.json")["pictures"].back()["role"], "contact sheet");
}

// Five pictures on one sheet, on two and on five: the same scores, and each program loaded once.
TEST_F(ReadOutTool, ProgramByProgramSaysTheSame) {
  case_.WriteModel("classify");
  case_.WritePictures(5);
  std::optional<Json> scores;
  std::optional<Json> loaded;
  for (const int sheets : {1, 2, 5}) {
    ASSERT_EQ(case_.Compile("pictures.npy", fmt::format("--pictures {}", sheets)).code, 0);
    const ToolResult run = Simulate("pictures.npy", "--reference " + ReadOutCase::Network() +
                                                        " --weights " + folder_ / "weights.npz");
    ASSERT_EQ(run.code, 0) << run.Text();
    EXPECT_EQ(Result()["equal"], 5);
    EXPECT_EQ(Result()["mosaic"]["sheets"], sheets);
    const Json words = ReadJson(folder_ / "r.json")["total"]["instruction_words"];
    EXPECT_EQ(Result()["classes"], scores.value_or(Result()["classes"])) << sheets;
    EXPECT_EQ(words, loaded.value_or(words)) << sheets;
    scores = Result()["classes"];
    loaded = words;
  }
  case_.WriteModel("detect");
  EXPECT_THAT(Simulate("p0.png").errors, HasSubstr("found a program that computes 5 pictures"));
}

// A file of all, each by itself, and a folder are the same mosaic.
TEST_F(ReadOutTool, TakesPicturesInEveryForm) {
  case_.WriteModel("classify");
  case_.WritePictures(2);
  ASSERT_EQ(case_.Compile("pictures.npy").code, 0);
  const std::vector<uint8_t> program = ReadFileBytes(folder_ / "p.nve");
  ASSERT_EQ(Simulate("pictures.npy").code, 0);
  const Json boxes = Result()["classes"];
  std::filesystem::create_directories(folder_ / "f");
  for (const char* name : {"p0.png", "p1.png"}) {
    std::filesystem::copy(folder_ / name, folder_ / "f/" + std::string(name));
  }
  for (const std::string& input : {std::string("f"), "p0.png --input " + folder_ / "p1.png"}) {
    ASSERT_EQ(case_.Compile(input).code, 0);
    EXPECT_EQ(ReadFileBytes(folder_ / "p.nve"), program);
    ASSERT_EQ(Simulate(input).code, 0);
    for (size_t i = 0; i < 2; ++i) EXPECT_EQ(Result()["classes"][i]["best"], boxes[i]["best"]);
  }
}

TEST_F(ReadOutTool, DetectsAtSeveralScales) {
  case_.WriteModel("detect", 150, {1.0, 0.6});
  WritePng(folder_ / "scene.png", ReadOutCase::RandomPicture(44, 60, 9));
  ASSERT_EQ(case_.Compile("scene.png").code, 0);
  const ToolResult run = Simulate("scene.png");
  ASSERT_EQ(run.code, 0) << run.errors;
  const Json boxes = Result()["boxes"];
  ASSERT_GT(boxes.size(), 1u);
  EXPECT_EQ(ReadJson(folder_ / "out/detections.json")["boxes"], boxes);
  const auto box_of = [](const Json& box) {
    return Box{box["x"], box["y"], box["width"], box["height"]};
  };
  for (size_t i = 0; i < boxes.size(); ++i) {
    EXPECT_GE(boxes[i]["score"], 150);
    EXPECT_LE(box_of(boxes[i]).x + box_of(boxes[i]).width, 60);
    EXPECT_LE(box_of(boxes[i]).y + box_of(boxes[i]).height, 44);
    for (size_t j = 0; j < i; ++j) {
      EXPECT_LE(IntersectionOverUnion(box_of(boxes[i]), box_of(boxes[j])), 0.2);
      EXPECT_GE(boxes[j]["score"], boxes[i]["score"]);
    }
  }
  // The best window of the picture itself, or of the smaller one, is the first box.
  const FeatureMaps alone = OutputOf(ReadImage(folder_ / "scene.png"));
  EXPECT_GE(boxes[0]["score"], *std::ranges::max_element(alone.pixels));
  EXPECT_EQ(ReadImage(folder_ / "out/detections.png").width, 60);
  EXPECT_EQ(ReadImage(folder_ / "out/heat_map.png").height, 44);
}

TEST_F(ReadOutTool, CountsWhatIsFound) {
  case_.WriteModel("detect", 150);
  WritePng(folder_ / "scene.png", ReadOutCase::RandomPicture(44, 60, 9));
  ASSERT_EQ(case_.Compile("scene.png").code, 0);
  ASSERT_EQ(Simulate("scene.png").code, 0);
  Json scene = {{"signs", Result()["boxes"]}};
  const size_t boxes = scene["signs"].size();
  WriteJson(folder_ / "scene.json", scene);
  EXPECT_THAT(Simulate("scene.png", "--labels " + folder_ / "scene.json").output,
              HasSubstr(fmt::format("{0} of {0} signs found, 0 false boxes\n", boxes)));
  scene["signs"].erase(0);
  WriteJson(folder_ / "scene.json", scene);
  EXPECT_THAT(Simulate("scene.png", "--labels " + folder_ / "scene.json").output,
              HasSubstr(fmt::format("{0} of {0} signs found, 1 false box\n", boxes - 1)));
}

TEST_F(ReadOutTool, ComparesScoresWithTheReference) {
  case_.WriteModel("classify");
  case_.WritePictures(3);
  ASSERT_EQ(case_.Compile("pictures.npy").code, 0);
  const std::string reference = "--reference " + ReadOutCase::Network();
  const ToolResult run =
      Simulate("pictures.npy", reference + " --weights " + folder_ / "weights.npz" +
                                   " --dump-layers " + folder_ / "layers");
  EXPECT_EQ(run.code, 0) << run.Text();
  EXPECT_THAT(run.output, HasSubstr("scores: those of 3 of 3 pictures equal the reference\n"));
  EXPECT_THAT(run.output, HasSubstr("L1: bit-exact, "));
  EXPECT_THAT(run.output, HasSubstr("output: bit-exact, "));
  EXPECT_EQ(Result()["equal"], 3);
  EXPECT_EQ(ReadInputMaps(folder_ / "layers/L1.npy").maps, 3);
  const ToolResult wrong = Simulate("pictures.npy", reference + " --seed 4");
  EXPECT_EQ(wrong.code, 1) << wrong.Text();
  EXPECT_LT(Result()["equal"], 3);
  EXPECT_EQ(ReadJson(folder_ / "r.json")["failure"]["kind"], "reference");
  EXPECT_EQ(Simulate("pictures.npy", reference).code, 2);
}

TEST_F(ReadOutTool, RefusesAProgramOfOtherPictures) {
  case_.WriteModel("classify");
  case_.WritePictures(5);
  ASSERT_EQ(case_.Compile("p0.png").code, 0);
  ExpectRefused(Simulate("pictures.npy"), "compile the network with nvec --read-out");
}

TEST_F(ReadOutTool, RefusesWrongInputs) {
  case_.WriteModel("classify");
  case_.WritePictures(2);
  ASSERT_EQ(case_.Compile("pictures.npy").code, 0);
  WritePng(folder_ / "large.png", FeatureMaps(1, 20, 20));
  ExpectRefused(Simulate("large.png"), "found a picture of 20x20, allowed: 14x14");
  WriteFileAtomically(folder_ / "labels.txt", std::string_view("cat\n"));
  ExpectRefused(Simulate("pictures.npy", "--labels " + folder_ / "labels.txt"),
                "found 1 labels, allowed: 2");
  WriteFileAtomically(folder_ / "cut", std::vector<uint8_t>{0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 14});
  ExpectRefused(Simulate("cut"), "IDX file cut short");
  ExpectRefused(folder_.Run("nve-sim " + folder_ / "p.nve" + " --input " + folder_ / "p0.png" +
                            " --input " + folder_ / "p1.png" + " --output " + folder_ / "out"),
                "--input: found 2 values, allowed: one; with --read-out several");
  case_.WriteModel("detect", 256);
  ExpectRefused(Simulate("p0.png"), "member \"threshold\": found 256");
  WriteFileAtomically(folder_ / "model.json", std::string_view("{"));
  ExpectRefused(Simulate("p0.png"), "model.json");
}

TEST_F(ReadOutTool, RefusesAModelOfAnotherNetwork) {
  case_.WriteModel("classify");
  case_.WritePictures(1);
  Json model = ReadJson(folder_ / "model.json");
  model["window"] = {12, 14};
  model["step"] = {2, 4};
  WriteJson(folder_ / "model.json", model);
  WritePng(folder_ / "p0.png", FeatureMaps(1, 12, 14));
  const ToolResult run = case_.Compile("p0.png");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.errors, HasSubstr("member \"window\": found [12, 14], allowed: [14, 14], as"));
  EXPECT_THAT(run.errors, HasSubstr("member \"step\": found [2, 4], allowed: [2, 2], as"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "p.nve"));
}

// No output takes a picture's place, one of a folder either.
TEST_F(ReadOutTool, OverwritesNoPicture) {
  case_.WriteModel("heat");
  std::filesystem::create_directories(folder_ / "f");
  WritePng(folder_ / "f/heat_map.png", ReadOutCase::RandomPicture(20, 20, 1));
  ASSERT_EQ(case_.Compile("f").code, 0);
  const ToolResult run = folder_.Run("nve-sim " + folder_ / "p.nve" + case_.ReadOut("f") +
                                     " --output " + folder_ / "f");
  EXPECT_EQ(run.code, 2) << run.Text();
  EXPECT_FALSE(std::filesystem::exists(folder_ / "f/output.npy"));
}

}  // namespace
}  // namespace nve
