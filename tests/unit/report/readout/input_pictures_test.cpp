// SPDX-License-Identifier: Apache-2.0
// Pictures of several inputs, and all that is wrong with them.
#include "report/readout/input_pictures.hpp"

#include <gmock/gmock.h>

#include <filesystem>

#include "base/arrays/arrays.hpp"
#include "base/files/files.hpp"
#include "base/images/images.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

const std::vector<uint8_t> kIdx = {0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0,
                                   1, 0, 0, 0, 3, 1, 2, 3, 4, 5, 6};

TEST(InputPictures, AreThoseOfEveryInputInItsOrder) {
  const TestFolder folder;
  WritePng(folder / "b.png", {1, 1, 3, {7, 8, 9}});
  WriteFileAtomically(folder / "a.idx", kIdx);
  WriteNpy(folder / "c.npy", NpyArray::From({2, 1, 1}, std::vector<uint8_t>{10, 11}));
  const InputPictures read =
      ReadInputPictures({folder / "b.png", folder / "a.idx", folder / "c.npy", folder / "b.png"});
  ASSERT_EQ(read.pictures.size(), 6u);
  EXPECT_EQ(read.pictures[0].name, folder / "b.png");
  EXPECT_EQ(read.pictures[1].name, folder / "a.idx[0]");
  EXPECT_EQ(read.pictures[2].maps, (FeatureMaps(1, 1, 3, {4, 5, 6})));
  EXPECT_EQ(read.pictures[4].maps, (FeatureMaps(1, 1, 1, std::vector<uint8_t>{11})));
  EXPECT_EQ(read.files.size(), 4u);
}

TEST(InputPictures, TellsAllThatIsNone) {
  const TestFolder folder;
  WritePng(folder / "f/a.png", FeatureMaps(1, 1, 1, std::vector<uint8_t>{1}));
  WriteFileAtomically(folder / "f/b.txt", std::string_view("labels"));
  WriteFileAtomically(folder / "f/c.idx", std::vector<uint8_t>(kIdx.begin(), kIdx.end() - 1));
  std::filesystem::create_directories(folder / "f/d");
  std::filesystem::create_directories(folder / "empty");
  try {
    ReadInputPictures({folder / "f", folder / "empty", folder / "missing"});
    FAIL();
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_THAT(text, HasSubstr("f/b.txt: error: unknown picture format"));
    EXPECT_THAT(text, HasSubstr("f/c.idx: error: IDX file cut short"));
    EXPECT_THAT(text, HasSubstr("f/d: error: found a folder in a folder"));
    EXPECT_THAT(text, HasSubstr("empty: error: found a folder without files"));
    EXPECT_THAT(text, HasSubstr("missing"));
  }
}

TEST(InputPictures, HaveOneMap) {
  const TestFolder folder;
  WriteNpy(folder / "a.npy", NpyArray::From({2, 1, 1, 1}, std::vector<uint8_t>{1, 2}));
  EXPECT_EQ(ReadInputPictures({folder / "a.npy"}).pictures.size(), 2u);
  WriteNpy(folder / "b.npy", NpyArray::From({1, 2, 1, 1}, std::vector<uint8_t>{1, 2}));
  ExpectInputError([&] { ReadInputPictures({folder / "b.npy"}); },
                   "b.npy: error: found pictures of 2 maps, allowed: one map");
}

}  // namespace
}  // namespace nve
