// SPDX-License-Identifier: Apache-2.0
// The descriptors of networks/: the published numbers of the thesis's networks, and all small ones.
#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

#include "convnet/network_xml.hpp"

namespace nve {
namespace {

const std::string kNetworkFolder = NVE_SOURCE_DIR "/networks/";

Network ReadFileOf(const std::string& name, int warnings = 0) {
  Diagnostics diagnostics;
  Network network = ReadNetworkXml(kNetworkFolder + name, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    EXPECT_NE(diagnostic.severity, Severity::kError) << ToString(diagnostic);
  }
  EXPECT_EQ(diagnostics.warnings(), warnings) << name;
  return network;
}

TEST(NetworkFiles, FaceDetection) {
  const Network network = ReadFileOf("face_detection.xml");
  EXPECT_EQ(network.name, "Face Detector");
  ASSERT_EQ(network.layers.size(), 4u);
  EXPECT_EQ(network.InputHeight(), 720);
  EXPECT_EQ(network.InputWidth(), 1280);
  EXPECT_EQ(network.Macs(), 78643008);
  EXPECT_EQ(network.layers[1].Kernels(), 20);
  EXPECT_EQ(network.layers[1].outputs[13].inputs, (std::vector<int>{0, 3}));
  EXPECT_EQ(network.layers[2].outputs.size(), 14u);
  EXPECT_EQ(network.layers[3].outputs[0].inputs.size(), 14u);
}

TEST(NetworkFiles, SpeedSign) {
  const Network network = ReadFileOf("speed_sign.xml");
  ASSERT_EQ(network.layers.size(), 4u);
  EXPECT_EQ(network.Macs(), 1033232904);
  EXPECT_EQ(network.layers[2].outputs.size(), 80u);
  // The print breaks the number 70 over two lines.
  std::vector<int> all(80);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(network.layers[3].outputs[0].inputs, all);
}

TEST(NetworkFiles, FilterAndListing) {
  const Network filter = ReadFileOf("filter3x3.xml");
  EXPECT_EQ(filter.InputHeight(), 720);
  EXPECT_EQ(filter.InputWidth(), 1280);
  const Network listing = ReadFileOf("listing1.xml", /*warnings=*/1);
  ASSERT_EQ(listing.layers.size(), 1u);
  EXPECT_EQ(listing.layers[0].outputs.size(), 4u);
}

// As printed: 638 rows of 368 columns.
TEST(NetworkFiles, ScopesListing) {
  const Network listing = ReadFileOf("scopes2015_listing1.xml");
  EXPECT_EQ(listing.name, "scopes2015_listing1");
  ASSERT_EQ(listing.layers.size(), 1u);
  EXPECT_EQ(listing.layers[0].out_height, 638);
  EXPECT_EQ(listing.layers[0].out_width, 368);
  EXPECT_EQ(listing.layers[0].outputs.size(), 4u);
  const Network fitted =
      LoadNetwork(kNetworkFolder + "scopes2015_listing1.xml", PictureSize{720, 1280});
  EXPECT_EQ(fitted.layers[0].out_height, 358);
  EXPECT_EQ(fitted.layers[0].out_width, 638);
}

TEST(NetworkFiles, SmallNetworks) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kNetworkFolder + "small")) {
    const Network network = ReadFileOf("small/" + entry.path().filename().string());
    EXPECT_LE(network.InputHeight() * network.InputWidth(), 2000) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 6);
}

}  // namespace
}  // namespace nve
