// SPDX-License-Identifier: Apache-2.0
// Which map sizes fit: the limits between cropped, continued with zeros and refused.
#include "convnet/network_checks.hpp"

#include <gtest/gtest.h>

#include "convnet/network.hpp"
#include "tests/unit/convnet/network_text.hpp"

namespace nve {
namespace {

Network Two() {
  Diagnostics diagnostics;
  return ParseNetworkXml(TwoLayers(), "n.xml", diagnostics);
}

// The texts of all diagnostics, notes included.
std::vector<std::string> Texts(const Diagnostics& diagnostics) {
  std::vector<std::string> texts;
  for (const Diagnostic& diagnostic : diagnostics.all()) texts.push_back(diagnostic.text);
  return texts;
}

TEST(CheckLayers, ExactFitIsSilent) {
  Diagnostics diagnostics;
  CheckLayers(Two(), diagnostics);  // the second layer reads 20x18, the first makes 20x18
  EXPECT_TRUE(diagnostics.all().empty());
}

TEST(CheckLayers, OneKernelLessOneMayBeMissing) {
  Network network = Two();
  network.layers[1].out_height = 20;  // reads 22 rows: 2 missing, kernel 3
  Diagnostics allowed;
  CheckLayers(network, allowed);
  EXPECT_TRUE(allowed.ok());
  EXPECT_EQ(Texts(allowed),
            std::vector<std::string>{"L2 needs 22 rows of input, L1 has 20: zeros are added"});
  network.layers[1].out_height = 21;
  Diagnostics refused;
  CheckLayers(network, refused);
  EXPECT_EQ(refused.errors(), 1);
  EXPECT_EQ(Texts(refused), std::vector<std::string>{
                                "L2 needs 23 rows of input, but L1 has 20: 3 are missing, allowed "
                                "are fewer than the kernel's 3"});
}

TEST(CheckLayers, LargerMapsAreCropped) {
  Network network = Two();
  network.layers[1].out_width = 5;
  Diagnostics diagnostics;
  CheckLayers(network, diagnostics);
  EXPECT_TRUE(diagnostics.ok());
  EXPECT_EQ(
      Texts(diagnostics),
      std::vector<std::string>{"L2 reads 7 columns of input, L1 has 18: the others are not read"});
}

TEST(CheckPicture, PlanesAndSizes) {
  const Network network = Two();  // one plane of 44 rows and 22 columns, kernel 6x5
  Diagnostics fits;
  CheckPicture(network, 1, 44, 22, {"p.png", 0, ""}, fits);
  EXPECT_TRUE(fits.all().empty());
  Diagnostics padded;
  CheckPicture(network, 1, 39, 18, {"p.png", 0, ""}, padded);
  EXPECT_TRUE(padded.ok());
  Diagnostics small;
  CheckPicture(network, 1, 38, 17, {"p.png", 0, ""}, small);
  EXPECT_EQ(Texts(small), (std::vector<std::string>{
                              "L1 needs 44 rows of input, but p.png has 38: 6 are missing, "
                              "allowed are fewer than the kernel's 6",
                              "L1 needs 22 columns of input, but p.png has 17: 5 are missing, "
                              "allowed are fewer than the kernel's 5"}));
  Network planes = Two();
  planes.layers[0].outputs[2].inputs = {3};
  Diagnostics missing;
  CheckPicture(planes, 3, 44, 22, {"p.npy", 0, ""}, missing);
  EXPECT_EQ(
      Texts(missing),
      std::vector<std::string>{"input map 3 does not exist: p.npy has 3 maps, allowed are 0 to 2"});
}

}  // namespace
}  // namespace nve
