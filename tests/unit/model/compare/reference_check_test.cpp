// SPDX-License-Identifier: Apache-2.0
// What an output is compared with, and what the comparison says.
#include "model/compare/reference_check.hpp"

#include <gmock/gmock.h>

#include "convnet/network_xml.hpp"
#include "model/reference/reference.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using ::testing::HasSubstr;

const std::string kTwoLayers = std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml";

FeatureMaps SomePicture(int height, int width) {
  FeatureMaps picture(1, height, width);
  uint32_t state = 5;
  for (uint8_t& pixel : picture.pixels) pixel = static_cast<uint8_t>((state *= 48271u) >> 9);
  return picture;
}

TEST(ExpectedLayers, AreNoneWithoutAReference) {
  EXPECT_TRUE(ExpectedLayers({}, SomePicture(2, 2), "p").empty());
}

TEST(ExpectedLayers, HaveTheNetworksSizeOrThePictures) {
  ReferenceOptions options;
  options.network = kTwoLayers;
  EXPECT_THAT(MissingForReference(options), HasSubstr("--weights or --seed must be given"));
  options.seed = 3;
  EXPECT_EQ(MissingForReference(options), "");
  const FeatureMaps picture = SomePicture(50, 60);
  EXPECT_EQ(ExpectedLayers(options, picture, "p").back().height, 16);
  options.fit = true;
  const std::vector<FeatureMaps> fitted = ExpectedLayers(options, picture, "p");
  ASSERT_EQ(fitted.size(), 2u);
  EXPECT_EQ(fitted.back().height, 19);
  EXPECT_EQ(fitted.back().width, 24);
  ExpectInputError([&] { ExpectedLayers(options, SomePicture(13, 60), "p"); }, "too small");
  options.fit = false;
  ExpectInputError([&] { ExpectedLayers(options, SomePicture(43, 60), "p"); }, "p: error: ");
}

TEST(ReferenceOptions, AsWordsOfACommandLine) {
  EXPECT_EQ(ReferenceWords({}), "");
  EXPECT_EQ(ReferenceWords({.network = "my n.xml", .weights = "", .seed = 7}),
            " --reference 'my n.xml' --seed 7");
  EXPECT_EQ(ReferenceWords({.network = "n.xml", .weights = "w.npz", .seed = {}}),
            " --reference n.xml --weights w.npz");
}

TEST(ReferenceOptions, OfAnotherSeedThanTheBinarys) {
  Binary binary;
  const ReferenceOptions options = {.network = "n.xml", .weights = "", .seed = 8};
  EXPECT_EQ(OtherSeedText(options, binary, "p.nve"), "");
  binary.seed = 8;
  EXPECT_EQ(OtherSeedText(options, binary, "p.nve"), "");
  binary.seed = 7;
  EXPECT_EQ(OtherSeedText({.network = "n.xml", .weights = "w.npz", .seed = {}}, binary, "p.nve"),
            "");
  EXPECT_EQ(OtherSeedText(options, binary, "p.nve"),
            "--seed: found 8, but the weights in p.nve are those of seed 7");
}

TEST(CompareMaps, SaysTheFirstDifference) {
  const FeatureMaps expected(1, 2, 2, {1, 2, 3, 4});
  const ComparedLayer equal = CompareMaps("L1", expected, expected);
  EXPECT_TRUE(equal.bit_exact);
  EXPECT_EQ(equal.text, "L1: bit-exact, 4 pixels");
  const ComparedLayer other = CompareMaps("L1", expected, {1, 2, 2, {1, 2, 9, 9}});
  EXPECT_FALSE(other.bit_exact);
  EXPECT_EQ(other.different, 2);
  EXPECT_EQ(other.text, "L1: 2 of 4 pixels differ, first map 0 row 1 column 0 is 9, expected 3");
  EXPECT_THAT(CompareMaps("L1", expected, FeatureMaps(1, 2, 3)).text, HasSubstr("is 1x2x3"));
}

}  // namespace
}  // namespace nve
