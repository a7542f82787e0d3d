// SPDX-License-Identifier: Apache-2.0
// Pictures from a file, an array of several and a folder; what is none of them.
#include "base/images/picture_set.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <filesystem>

#include "base/arrays/arrays.hpp"
#include "base/files/files.hpp"
#include "base/images/images.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

std::vector<NamedPicture> Read(const std::string& path) { return ReadPictures(PictureFiles(path)); }

std::vector<uint8_t> Counted(size_t count) {
  std::vector<uint8_t> values(count);
  for (size_t i = 0; i < count; ++i) values[i] = static_cast<uint8_t>(i);
  return values;
}

TEST(PictureSet, OneFile) {
  const TestFolder folder;
  WritePng(folder / "p.png", {1, 2, 3, Counted(6)});
  const std::vector<NamedPicture> pictures = Read(folder / "p.png");
  ASSERT_EQ(pictures.size(), 1u);
  EXPECT_EQ(pictures[0].name, folder / "p.png");
  EXPECT_EQ(pictures[0].maps, FeatureMaps(1, 2, 3, Counted(6)));
}

TEST(PictureSet, ArraysOfTwoToFourSides) {
  const TestFolder folder;
  const std::string file = folder / "a.npy";
  WriteNpy(file, NpyArray::From({3, 4}, Counted(12)));
  std::vector<NamedPicture> pictures = Read(file);
  ASSERT_EQ(pictures.size(), 1u);
  EXPECT_EQ(pictures[0].name, file);
  EXPECT_EQ(pictures[0].maps, FeatureMaps(1, 3, 4, Counted(12)));
  WriteNpy(file, NpyArray::From({3, 1, 4}, Counted(12)));
  pictures = Read(file);
  ASSERT_EQ(pictures.size(), 3u);
  EXPECT_EQ(pictures[2].name, file + "[2]");
  EXPECT_EQ(pictures[2].maps, FeatureMaps(1, 1, 4, {8, 9, 10, 11}));
  WriteNpy(file, NpyArray::From({2, 3, 1, 2}, Counted(12)));
  pictures = Read(file);
  ASSERT_EQ(pictures.size(), 2u);
  EXPECT_EQ(pictures[1].maps, FeatureMaps(3, 1, 2, {6, 7, 8, 9, 10, 11}));
  WriteNpy(file, NpyArray::From({1, 3, 4}, Counted(12)));
  EXPECT_EQ(Read(file)[0].name, file);
  // More pictures than a picture may have rows
  WriteNpy(file, NpyArray::From({kMaxImageSide + 1, 1, 1}, Counted(kMaxImageSide + 1)));
  EXPECT_EQ(Read(file).size(), size_t{kMaxImageSide} + 1);
}

// Two pictures of one row and three columns
const std::vector<uint8_t> kIdx = {0, 0, 8, 3, 0, 0, 0, 2, 0, 0, 0,
                                   1, 0, 0, 0, 3, 1, 2, 3, 4, 5, 6};

TEST(PictureSet, IdxPackedByGzipOrNot) {
  const TestFolder folder;
  WriteFileAtomically(folder / "a.idx", kIdx);
  gzFile packed = gzopen((folder / "b.gz").c_str(), "wb");
  ASSERT_NE(packed, nullptr);
  EXPECT_EQ(gzwrite(packed, kIdx.data(), static_cast<unsigned>(kIdx.size())), 22);
  ASSERT_EQ(gzclose(packed), Z_OK);
  const std::vector<NamedPicture> pictures = Read(folder / "");
  ASSERT_EQ(pictures.size(), 4u);
  EXPECT_EQ(pictures[1].name, folder / "a.idx[1]");
  EXPECT_EQ(pictures[1].maps, FeatureMaps(1, 1, 3, {4, 5, 6}));
  EXPECT_EQ(pictures[2].name, folder / "b.gz[0]");
  EXPECT_EQ(pictures[2].maps, FeatureMaps(1, 1, 3, {1, 2, 3}));
}

TEST(PictureSet, IdxFilesThatAreNoPictures) {
  const TestFolder folder;
  const std::pair<std::vector<uint8_t>, const char*> cases[] = {
      {{kIdx.begin(), kIdx.end() - 1}, "IDX file cut short"},
      {{0, 0, 8, 1, 0, 0, 0, 1, 5}, "shape is (1,), allowed is (height, width)"},
      {{0, 0, 8, 3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 3}, "found 0 pictures, allowed: 1 to"}};
  for (const auto& [bytes, text] : cases) {
    WriteFileAtomically(folder / "i", bytes);
    ExpectInputError([&] { Read(folder / "i"); }, text);
  }
}

TEST(PictureSet, AFolderInTheOrderOfNames) {
  const TestFolder folder;
  WritePng(folder / "b.png", {1, 1, 1, {1}});
  WriteFileAtomically(folder / "c.pgm", std::string_view("P2 1 1 255 2"));
  WriteNpy(folder / "a", NpyArray::From({2, 1, 1}, Counted(2)));
  WriteFileAtomically(folder / ".hidden", std::string_view("1 2 3"));
  const std::vector<NamedPicture> pictures = Read(folder / "");
  std::vector<std::string> names;
  for (const NamedPicture& picture : pictures) names.push_back(picture.name);
  EXPECT_EQ(names, (std::vector<std::string>{folder / "a[0]", folder / "a[1]", folder / "b.png",
                                             folder / "c.pgm"}));
  EXPECT_EQ(pictures[3].maps.pixels, std::vector<uint8_t>{2});
}

TEST(PictureSet, AllThatIsWrongWithAFolder) {
  const TestFolder folder;
  ExpectInputError([&] { PictureFiles(folder / ""); }, "found a folder without files");
  std::filesystem::create_directories(folder / "inner");
  WritePng(folder / "good.png", {1, 1, 1, {1}});
  for (const char* name : {"labels.txt", "notes"}) {
    WriteFileAtomically(folder / name, std::string_view("1 2 3"));
  }
  for (const char* text : {"labels.txt: error: unknown picture format", "notes: error: unknown",
                           "inner: error: found a folder"}) {
    ExpectInputError([&] { Read(folder / ""); }, text);
  }
  ExpectInputError([&] { Read(folder / "nothing"); }, "cannot open");
}

TEST(PictureSet, ArraysThatAreNoPictures) {
  const TestFolder folder;
  const std::string file = folder / "a.npy";
  const std::pair<NpyArray, const char*> cases[] = {
      {NpyArray::From({2, 2}, std::vector<float>(4)), "element type is float32, allowed is uint8"},
      {NpyArray::From({4}, Counted(4)), "shape is (4,), allowed is (height, width)"},
      {NpyArray::From({1, 1, 1, 2, 2}, Counted(4)), "shape is (1, 1, 1, 2, 2), allowed is"},
      {NpyArray::From({0, 2, 2}, Counted(0)), "shape is (0, 2, 2): found 0 pictures"},
      {NpyArray::From({kMostPictures + 1, 1, 1}, Counted(kMostPictures + 1)),
       "found 1000001 pictures, allowed: 1 to 1000000"},
      {NpyArray::From({2, 0, 2}, Counted(0)), "allowed are pictures of 1 to 16384 rows"},
      {NpyArray::From({1, kMaxImageSide + 1}, Counted(kMaxImageSide + 1)), "allowed are pictures"}};
  for (const auto& [array, text] : cases) {
    WriteNpy(file, array);
    ExpectInputError([&] { Read(file); }, text);
  }
}

}  // namespace
}  // namespace nve
