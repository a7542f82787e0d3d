// SPDX-License-Identifier: Apache-2.0
// Labels and scenes, read and compared.
#include "report/readout/truth.hpp"

#include <gmock/gmock.h>

#include "base/arrays/arrays.hpp"
#include "base/files/files.hpp"
#include "report/readout/confusion.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;

const std::vector<std::string> kClasses = {"shirt", "shoe", "7"};

TEST(ReadLabels, TakesIdxArraysAndTexts) {
  const TestFolder folder;
  WriteFileAtomically(folder / "idx", std::vector<uint8_t>{0, 0, 8, 1, 0, 0, 0, 2, 1, 0});
  EXPECT_THAT(ReadLabels(folder / "idx", 2, kClasses), ElementsAre(1, 0));
  WriteNpy(folder / "npy", NpyArray::From({3}, std::vector<int64_t>{2, 0, 1}));
  EXPECT_THAT(ReadLabels(folder / "npy", 3, kClasses), ElementsAre(2, 0, 1));
  WriteFileAtomically(folder / "txt", std::string_view("shoe\n0\r\n7\n\n"));
  EXPECT_THAT(ReadLabels(folder / "txt", 3, kClasses), ElementsAre(1, 0, 2));
}

TEST(ReadLabels, RefusesWhatDoesNotFit) {
  const TestFolder folder;
  const auto read = [&] { ReadLabels(folder / "l", 3, kClasses); };
  WriteFileAtomically(folder / "l", std::string_view("shoe\nhat\n"));
  ExpectInputError(read, "found 2 labels, allowed: 3, one for each picture");
  ExpectInputError(read, "l:2: error: label 1: found 'hat', allowed: a class's name or 0");
  WriteNpy(folder / "l", NpyArray::From({3}, std::vector<int64_t>{0, -1, 3}));
  ExpectInputError(read, "found '-1'");
  ExpectInputError(read, "found '3'");
  WriteNpy(folder / "l", NpyArray::From({3, 1}, std::vector<uint8_t>{0, 1, 2}));
  ExpectInputError(read, "labels of shape (3, 1), allowed: (pictures,)");
  WriteNpy(folder / "l", NpyArray::From({3}, std::vector<float>{0, 1, 0.5}));
  ExpectInputError(read, "l: ");
  WriteFileAtomically(folder / "l", std::vector<uint8_t>{1, 0, 1});
  ExpectInputError(read, "found no labels");
}

TEST(ReadScene, HasSignsAndLookAlikes) {
  const TestFolder folder;
  WriteFileAtomically(folder / "s", std::string_view(R"({"picture": "scene.png", "signs":
    [{"x": 1, "y": 2.5, "width": 3, "height": 4, "class": "50"}],
    "look_alikes": [{"x": 5, "y": 6, "width": 7, "height": 8, "kind": "wheel"}]})"));
  const Scene scene = ReadScene(folder / "s");
  EXPECT_THAT(scene.signs, ElementsAre(Box{1, 3, 3, 4}));
  EXPECT_THAT(scene.classes, ElementsAre("50"));
  EXPECT_THAT(scene.look_alikes, ElementsAre(Box{5, 6, 7, 8}));
  WriteFileAtomically(folder / "s", std::string_view(R"({"look_alikes": 3})"));
  ExpectInputError([&] { ReadScene(folder / "s"); }, "member \"signs\"");
  ExpectInputError([&] { ReadScene(folder / "s"); }, "member \"look_alikes\"");
  WriteFileAtomically(folder / "s",
                      std::string_view(R"({"signs": [{"x": 1, "y": 1, "width": 0}]})"));
  ExpectInputError([&] { ReadScene(folder / "s"); }, "signs[0].width");
  ExpectInputError([&] { ReadScene(folder / "s"); }, "signs[0].height");
  WriteFileAtomically(folder / "s", std::string_view("[]"));
  ExpectInputError([&] { ReadScene(folder / "s"); }, "member \"signs\"");
}

TEST(MatchBoxes, GivesASignOneBox) {
  const Scene scene = {{{0, 0, 10, 10}, {40, 0, 10, 10}, {80, 0, 10, 10}},
                       {"a", "b", "c"},
                       {{120, 0, 10, 10}, {160, 0, 10, 10}}};
  const std::vector<FoundBox> boxes = {{0, {1, 0, 10, 10}, 250, 0, 1},
                                       {0, {0, 0, 10, 10}, 240, 0, 1},
                                       {0, {43, 0, 10, 10}, 230, 0, 1},
                                       {0, {84, 0, 10, 10}, 220, 0, 1},
                                       {0, {121, 0, 10, 10}, 210, 0, 1}};
  // The second has a sign that the first has already; 70 / 130 is enough, 60 / 140 is not.
  const std::vector<int> matches = MatchBoxes(boxes, scene);
  EXPECT_THAT(matches, ElementsAre(0, -1, 1, -1, -1));
  const FoundOfRun found = CountFound(boxes, matches, scene);
  EXPECT_EQ(found.signs, 3);
  EXPECT_EQ(found.found, 2);
  EXPECT_EQ(found.false_boxes, 3);
  EXPECT_EQ(found.look_alikes, 2);
  EXPECT_EQ(found.rejected, 1);
}

TEST(ConfusionOf, CountsByRightClass) {
  const ConfusionOfRun confusion = ConfusionOf(kClasses, {0, 0, 1, 2}, {0, 1, 1, 0});
  EXPECT_THAT(confusion.pictures,
              ElementsAre(ElementsAre(1, 1, 0), ElementsAre(0, 1, 0), ElementsAre(1, 0, 0)));
  EXPECT_EQ(RightOf(confusion), 2);
}

}  // namespace
}  // namespace nve
