// SPDX-License-Identifier: Apache-2.0
// Feature maps from pictures and arrays, and back.
#include "base/images/maps.hpp"

#include <gtest/gtest.h>

#include "base/arrays/arrays.hpp"
#include "base/files/files.hpp"
#include "base/images/images.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

TEST(FeatureMaps, RowMajorByMap) {
  FeatureMaps maps(2, 3, 4);
  EXPECT_EQ(maps.pixels.size(), 24u);
  maps.at(1, 2, 3) = 9;
  EXPECT_EQ(maps.pixels[23], 9);
  maps.at(0, 1, 0) = 5;
  EXPECT_EQ(maps.pixels[4], 5);
}

TEST(FeatureMaps, ReadsPicturesAndArrays) {
  const TestFolder folder;
  WritePng(folder / "p.png", {1, 2, 3, {1, 2, 3, 4, 5, 6}});
  const FeatureMaps picture = ReadInputMaps(folder / "p.png");
  EXPECT_EQ(picture.maps, 1);
  EXPECT_EQ(picture.height, 2);
  EXPECT_EQ(picture.width, 3);
  EXPECT_EQ(picture.at(0, 1, 0), 4);

  const std::vector<uint8_t> values = {1, 2, 3, 4, 5, 6};
  WriteNpy(folder / "a.npy", NpyArray::From({2, 3}, values));
  EXPECT_EQ(ReadInputMaps(folder / "a.npy"), picture);
  WriteNpy(folder / "b.npy", NpyArray::From({3, 1, 2}, values));
  const FeatureMaps planes = ReadInputMaps(folder / "b.npy");
  EXPECT_EQ(planes.maps, 3);
  EXPECT_EQ(planes.at(2, 0, 1), 6);
}

// The first bytes tell what a file is, and what is no picture is told what is allowed.
TEST(FeatureMaps, NamesDoNotMatter) {
  const TestFolder folder;
  const auto array = NpyArray::From({1, 2}, std::vector<uint8_t>{7, 8});
  for (const char* name : {"X.NPY", "x", "x.png"}) {
    WriteNpy(folder / name, array);
    EXPECT_EQ(ReadInputMaps(folder / name).pixels, array.data) << name;
  }
  for (const char* name : {"p.PNG", "p.npy", "p.npz", "p"}) {
    WritePng(folder / name, FeatureMaps(1, 1, 1, std::vector<uint8_t>{5}));
    EXPECT_EQ(ReadInputMaps(folder / name).at(0, 0, 0), 5) << name;
    WriteFileAtomically(folder / name, std::string_view("P2 1 1 255 9"));
    EXPECT_EQ(ReadInputMaps(folder / name).at(0, 0, 0), 9) << name;
  }
  WriteFileAtomically(folder / "e.NPY", std::string_view("no array"));
  ExpectInputError([&] { ReadInputMaps(folder / "e.NPY"); }, "no .npy file");
  for (const std::string name : {"x.npz", "x.npy", "x.png"}) {
    for (const NpzArrays& arrays : {NpzArrays{{"a", array}}, NpzArrays{}}) {
      WriteNpz(folder / name, arrays);
      ExpectInputError([&] { ReadInputMaps(folder / name); },
                       name + ": error: found an archive (.npz, .zip), allowed: one picture (PNG");
    }
  }
}

TEST(FeatureMaps, WritesArrayAndPictures) {
  const TestFolder folder;
  FeatureMaps maps(2, 2, 3);
  for (size_t i = 0; i < maps.pixels.size(); ++i) maps.pixels[i] = static_cast<uint8_t>(i * 20);
  WriteMaps(folder / "out", "L1", maps);
  EXPECT_EQ(ReadInputMaps(folder / "out/L1.npy"), maps);
  EXPECT_EQ(ReadImage(folder / "out/L1_1.png").pixels,
            (std::vector<uint8_t>{120, 140, 160, 180, 200, 220}));
  EXPECT_FALSE(std::filesystem::exists(folder / "out/L1.png"));

  const FeatureMaps one(1, 2, 2);
  WriteMaps(folder / "out", "L2", one);
  EXPECT_TRUE(std::filesystem::exists(folder / "out/L2.png"));
}

TEST(FeatureMaps, Messages) {
  const TestFolder folder;
  WriteNpy(folder / "a.npy", NpyArray::From({2, 2}, std::vector<int16_t>(4)));
  ExpectInputError([&] { ReadInputMaps(folder / "a.npy"); },
                   "a.npy: error: element type is int16, allowed is uint8; bring the values to 0 "
                   "to 255 and convert them with NumPy's astype('uint8')");
  WriteNpy(folder / "a.npy", NpyArray::From({20000}, std::vector<uint16_t>(20000)));
  ExpectInputError([&] { ReadInputMaps(folder / "a.npy"); }, "element type is uint16, allowed is");
  ExpectInputError([&] { ReadInputMaps(folder / "a.npy"); },
                   "a.npy: error: shape is (20000,), allowed is (height, width) or");
  ExpectInputError([&] { ReadInputMaps(folder / "a.npy"); },
                   "a.npy: error: shape is (20000,), allowed are extents from 1 to 16384");
  WriteNpy(folder / "a.npy", NpyArray::From({4}, std::vector<uint8_t>(4)));
  ExpectInputError([&] { ReadInputMaps(folder / "a.npy"); },
                   "shape is (4,), allowed is (height, width) or (maps, height, width)");
  WriteNpy(folder / "a.npy", NpyArray::From({0, 4}, std::vector<uint8_t>()));
  ExpectInputError([&] { ReadInputMaps(folder / "a.npy"); }, "allowed are extents from 1 to 16384");
}

}  // namespace
}  // namespace nve
