// SPDX-License-Identifier: Apache-2.0
// The best classes, ties included, and where a picture's scores lie.
#include "report/readout/classify.hpp"

#include <gmock/gmock.h>

#include "tests/unit/report/readout/some_model.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;

TEST(BestClasses, ComeByScoreThenByNumber) {
  EXPECT_THAT(BestClasses({5, 9, 0, 9, 5}, 4),
              ElementsAre(ClassScore{1, 9}, ClassScore{3, 9}, ClassScore{0, 5}, ClassScore{4, 5}));
  EXPECT_THAT(BestClasses({0, 0}, 1), ElementsAre(ClassScore{0, 0}));
  EXPECT_EQ(BestClasses({1, 2}, 9).size(), 2u);
}

TEST(ScoresOf, AreThoseOfThePartsFirstWindow) {
  ModelFile model = testing::SomeModel(ReadOutKind::kClassify);
  model.classes = {"a", "b"};
  FeatureMaps output(4, 3, 4);  // of two sheets
  for (int m = 0; m < 4; ++m) output.at(m, 2, 3) = static_cast<uint8_t>(7 + m);
  MosaicPart part = {0, 1, 8, 6, 8, 6};
  EXPECT_THAT(ScoresOf(model, part, output), ElementsAre(7, 8));
  part.sheet = 1;
  EXPECT_THAT(ScoresOf(model, part, output), ElementsAre(9, 10));
}

}  // namespace
}  // namespace nve
