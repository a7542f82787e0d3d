// SPDX-License-Identifier: Apache-2.0
// Networks fitted to pictures: sizes worked out by hand, the smallest picture, and --fit's values.
#include "convnet/resize_network.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/arrays/arrays.hpp"
#include "base/images/images.hpp"
#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/convnet/network_text.hpp"

namespace nve {
namespace {

using Lines = std::vector<std::string>;

const std::string kNetworks = NVE_SOURCE_DIR "/networks/";

std::vector<std::pair<int, int>> Sizes(const Network& network) {
  std::vector<std::pair<int, int>> sizes;
  for (const Layer& layer : network.layers) sizes.emplace_back(layer.out_height, layer.out_width);
  return sizes;
}

Lines Refusals(const Network& network, const PictureSize& picture) {
  Diagnostics diagnostics;
  ResizeNetwork(network, picture, diagnostics);
  Lines lines;
  for (const Diagnostic& diagnostic : diagnostics.all()) lines.push_back(ToString(diagnostic));
  return lines;
}

// The printed descriptor leaves the last rows and columns of the first layer's maps unread.
TEST(ResizeNetwork, FaceDetectionReadsAllItCan) {
  const Network network = LoadNetwork(kNetworks + "face_detection.xml", PictureSize{720, 1280});
  EXPECT_EQ(Sizes(network),
            (std::vector<std::pair<int, int>>{{358, 638}, {178, 318}, {173, 313}, {173, 313}}));
}

// The printed descriptor reads zeros: its first layer has 357x637, the picture gives 358x638.
TEST(ResizeNetwork, SpeedSignNeedsNoZeros) {
  const Network network = LoadNetwork(kNetworks + "speed_sign.xml", PictureSize{720, 1280});
  EXPECT_EQ(Sizes(network),
            (std::vector<std::pair<int, int>>{{358, 638}, {177, 317}, {173, 313}, {173, 313}}));
  EXPECT_EQ(network.layers[3].outputs[0].inputs.size(), 80u);
}

TEST(ResizeNetwork, SizesAreRoundedDown) {
  Diagnostics diagnostics;
  // 6 rows by 2 and 5 columns by 1, then 3x3.
  const Network fitted = ResizeNetwork(MustParse(TwoLayers()), {45, 23}, diagnostics);
  EXPECT_TRUE(diagnostics.all().empty());
  EXPECT_EQ(Sizes(fitted), (std::vector<std::pair<int, int>>{{20, 19}, {18, 17}}));
}

TEST(ResizeNetwork, SmallestPicture) {
  const Network network = MustParse(TwoLayers());
  EXPECT_EQ(Refusals(network, {10, 7}), Lines{});
  EXPECT_EQ(
      Refusals(network, {9, 4}),
      (Lines{"n.xml:15: error: element <layerDescriptor>: picture too small: L2 needs 3 rows of "
             "input, found 2; the picture has 9, allowed are 10 to 16384",
             "n.xml:3: error: element <layerDescriptor>: picture too small: L1 needs 5 columns of "
             "input, found 4; the picture has 4, allowed are 7 to 16384"}));
  EXPECT_EQ(Refusals(network, {16384, 16385}),
            Lines{"n.xml:3: error: element <layerDescriptor>: found a picture of 16385 columns, "
                  "allowed are 7 to 16384"});
}

TEST(ResizeNetwork, NoPictureIsLargeEnough) {
  Network network = MustParse(TwoLayers());
  network.layers[0].stride_y = 255;
  network.layers[1].kernel_height = 255;
  EXPECT_EQ(Refusals(network, {16384, 22}),
            Lines{"n.xml:15: error: element <layerDescriptor>: picture too small: L2 needs 255 "
                  "rows of input, found 65; the picture has 16384, more than the 16384 a picture "
                  "may have would be needed"});
}

// Sizes that do not agree are an error as written, but nobody reads them when fitting.
TEST(ResizeNetwork, WrittenSizesNeedNotAgree) {
  const std::string text = Replaced(TwoLayers(), "<outWidth>16", "<outWidth>160");
  EXPECT_EQ(Messages(text).size(), 1u);
  Diagnostics diagnostics;
  const Network network = ParseNetworkXml(text, "n.xml", diagnostics, PictureSize{44, 22});
  EXPECT_TRUE(SameNetwork(network, MustParse(TwoLayers())));
  Diagnostics missing;
  ParseNetworkXml(Replaced(text, "0,2<", "0,3<"), "n.xml", missing, PictureSize{44, 22});
  EXPECT_EQ(missing.errors(), 1);
}

std::string Refused(const std::string& text) {
  try {
    ReadPictureSize(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ReadPictureSize, HeightAndWidth) {
  const PictureSize size = ReadPictureSize("720x1280");
  EXPECT_EQ(size.height, 720);
  EXPECT_EQ(size.width, 1280);
  EXPECT_EQ(ReadPictureSize("1x16384").width, 16384);
  for (const char* wrong : {"", "x", "720", "720x", "x1280", "720X1280", "-1x5", "0x5", "5x0",
                            "16385x5", "5x99999999999999999999", "5x5x5", "5 x 5", "nowhere.png"}) {
    EXPECT_EQ(Refused(wrong), fmt::format("error: --fit: found '{}', allowed: HEIGHTxWIDTH in "
                                          "pixels, such as 720x1280, 1 to 16384 each, or a picture "
                                          "file",
                                          wrong));
  }
}

TEST(ReadPictureSize, Files) {
  const PictureSize street = ReadPictureSize(NVE_SOURCE_DIR "/images/street.png");
  EXPECT_EQ(street.height, 720);
  EXPECT_EQ(street.width, 1280);
  const TestFolder folder;
  const std::string npy = folder / "fit_size.npy";
  WriteNpy(npy, NpyArray::From({3, 5, 7}, std::vector<uint8_t>(105)));
  const PictureSize planes = ReadPictureSize(npy);
  EXPECT_EQ(planes.height, 5);
  EXPECT_EQ(planes.width, 7);
  EXPECT_NE(Refused(kNetworks + "filter3x3.xml").find("filter3x3.xml: error: "), std::string::npos);
}

}  // namespace
}  // namespace nve
