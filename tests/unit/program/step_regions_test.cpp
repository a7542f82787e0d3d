// SPDX-License-Identifier: Apache-2.0
// Regions against a walk over all pieces.
#include "program/step_regions.hpp"

#include <gtest/gtest.h>

#include "tests/unit/program/random_steps.hpp"
#include "tests/unit/program/touched_bytes.hpp"

namespace nve {
namespace {

using testing::BytesOf;
using testing::RandomSteps;
using testing::TouchedBytes;

TEST(StepRegions, OfTheCompilersNestsAreExact) {
  RandomSteps random(1);
  for (int round = 0; round < 3000; ++round) {
    const std::vector<Transfer> nests = {random.Nest(true), random.Nest(true)};
    ASSERT_EQ(BytesOf(RegionsOf(nests, RandomSteps::Planes()), RandomSteps::Planes()),
              BytesOf(nests))
        << "round " << round;
  }
}

TEST(StepRegions, MissNoByteOfAnyNest) {
  RandomSteps random(2);
  for (int round = 0; round < 3000; ++round) {
    const std::vector<Transfer> nests = {random.Nest(false)};
    const TouchedBytes found =
        BytesOf(RegionsOf(nests, RandomSteps::Planes()), RandomSteps::Planes());
    for (const auto& byte : BytesOf(nests)) {
      ASSERT_TRUE(found.contains(byte)) << "round " << round << ", byte " << byte.second;
    }
  }
}

TEST(StepRegions, OfStripsAndColumnsAreOneRegion) {
  Transfer piece;
  piece.object = {MemoryObject::Kind::kPlane, 0};
  piece.offset = 16;
  piece.bytes = 24;
  piece.strides = {16, 64};
  Transfer columns;
  columns.count = 1'000'000;
  columns.body = {piece};
  Transfer strips;
  strips.count = 2;
  strips.body = {columns};
  const std::vector<Plane> planes = {{"big", 0, 0, 50, 1'000'000, 64, 1'000'000}};
  const PlaneRegion expected = {0, Intervals(16, 56), Intervals(0, 1'000'000)};
  EXPECT_EQ(RegionsOf({strips}, planes), std::vector<PlaneRegion>{expected});
}

TEST(StepRegions, CoefficientsHaveNone) {
  Transfer piece;
  piece.object = {MemoryObject::Kind::kCoefficients, 7};
  piece.bytes = 8;
  EXPECT_TRUE(RegionsOf({piece}, {}).empty());
}

TEST(StepRegions, BordersAreWhatIsNoPixel) {
  const std::vector<Plane> planes = RandomSteps::Planes();
  for (int index = 0; index < static_cast<int>(planes.size()); ++index) {
    const Plane& plane = planes[static_cast<size_t>(index)];
    TouchedBytes expected;
    for (int64_t byte = 0; byte < plane.Bytes(); ++byte) {
      const int64_t column = byte / plane.pitch % plane.columns;
      if (column >= plane.width || byte % plane.pitch >= plane.height) {
        expected.emplace(index, byte);
      }
    }
    EXPECT_EQ(BytesOf(BordersOf(index, planes), planes), expected) << plane.name;
  }
}

}  // namespace
}  // namespace nve
