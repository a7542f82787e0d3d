// SPDX-License-Identifier: Apache-2.0
// Which pictures have the reference's scores.
#include "report/readout/equal_scores.hpp"

#include <gmock/gmock.h>

#include "tests/unit/report/readout/some_model.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

TEST(EqualScores, CountsPicturesAndNamesTheFirstOther) {
  ModelFile model = testing::SomeModel(ReadOutKind::kClassify);
  const std::vector<NamedPicture> pictures = {
      {"a", FeatureMaps(1, 8, 6)}, {"b", FeatureMaps(1, 8, 6)}, {"c", FeatureMaps(1, 8, 6)}};
  const Mosaic mosaic = LayOut(model, pictures);
  const FeatureMaps expected(2, WindowsIn(mosaic.height, 8, 4), WindowsIn(mosaic.width, 6, 2));
  EXPECT_EQ(CompareScores(model, mosaic, pictures, expected, expected).pictures, 3);
  EXPECT_FALSE(CompareScores(model, mosaic, pictures, expected, expected).first);
  // Windows over several parts belong to none.
  FeatureMaps got = expected;
  got.at(0, 1, 0) = got.at(1, 0, 1) = 1;
  EXPECT_EQ(CompareScores(model, mosaic, pictures, expected, got).pictures, 3);
  got.at(1, 2, 0) = 9;
  got.at(0, 0, 3) = 5;
  const EqualScores equal = CompareScores(model, mosaic, pictures, expected, got);
  EXPECT_EQ(equal.pictures, 1);
  ASSERT_TRUE(equal.first);
  EXPECT_EQ(equal.first->number, 1);
  EXPECT_EQ(equal.first->picture, "b");
  EXPECT_THAT(equal.first->text, HasSubstr("map 0, window at row 0, column 0 of scale 1: score 5"));
}

}  // namespace
}  // namespace nve
