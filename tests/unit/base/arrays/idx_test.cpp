// SPDX-License-Identifier: Apache-2.0
// IDX files, right and wrong.
#include "base/arrays/idx.hpp"

#include <gmock/gmock.h>

#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;

const std::vector<uint8_t> kPictures = {0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 2, 9, 8, 7, 6};

TEST(Idx, HasShapeAndElements) {
  const NpyArray array = ParseIdx(kPictures, "f");
  EXPECT_THAT(array.shape, ElementsAre(2, 1, 2));
  EXPECT_THAT(array.data, ElementsAre(9, 8, 7, 6));
  EXPECT_TRUE(LooksLikeIdx(kPictures));
  EXPECT_FALSE(LooksLikeIdx(std::vector<uint8_t>{0, 0, 8}));
  EXPECT_FALSE(LooksLikeIdx(std::vector<uint8_t>{1, 0, 8, 3}));
}

TEST(Idx, TellsWhatIsWrong) {
  const auto expect = [](std::vector<uint8_t> bytes, const std::string& text) {
    ExpectInputError([&] { ParseIdx(bytes, "f"); }, "f: error: " + text);
  };
  std::vector<uint8_t> bytes = kPictures;
  bytes.pop_back();
  expect(bytes, "IDX file cut short: its head says 4 bytes of elements, found 3");
  bytes = kPictures;
  bytes.push_back(0);
  expect(bytes, "IDX file with bytes behind its end: its head says 4 bytes of elements, found 5");
  bytes = kPictures;
  bytes[2] = 13;
  expect(bytes, "IDX file with elements of type 0x0d, allowed: 0x08");
  bytes = kPictures;
  bytes[3] = 4;
  expect(bytes, "IDX file with 4 extents, allowed: 1");
  expect({0, 0, 8, 3, 0, 0}, "IDX file cut short: found 6 bytes, its head alone has 16");
  expect({0, 0, 8, 2, 255, 255, 255, 255, 255, 255, 255, 255},
         "IDX file cut short: its head says 2^31 or more bytes");
  expect({5, 0, 8, 1}, "found no IDX file");
}

TEST(Idx, SurvivesDamage) {
  ExpectSurvivesDamage(kPictures, 500,
                       [](const std::vector<uint8_t>& bytes) { ParseIdx(bytes, "f"); });
}

}  // namespace
}  // namespace nve
