// SPDX-License-Identifier: Apache-2.0
// Written networks: the thesis's dialect, and the same network when read again.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/unit/base/files/test_files.hpp"
#include "tests/unit/convnet/network_text.hpp"

namespace nve {
namespace {

const std::string kAllNetworks = NVE_SOURCE_DIR "/networks/";

TEST(NetworkXmlWrite, IsTheThesisDialect) {
  const Network network = MustParse(TwoLayers());
  EXPECT_EQ(NetworkXmlText(network), TwoLayers());
}

TEST(NetworkXmlWrite, RangesAreWrittenOut) {
  const std::string text = NetworkXmlText(MustParse(TwoScopesLayers()));
  EXPECT_NE(text.find("<convNetDescriptor name=\"n\" layerCount=\"2\">"), std::string::npos);
  EXPECT_NE(text.find("<outNet idx=\"0\" cnt=\"3\">0,1,2</outNet>"), std::string::npos);
}

TEST(NetworkXmlWrite, NamesAreEscaped) {
  Network network = MustParse(TwoLayers());
  network.name = "<a & \"b\"> 'c'\t\r\n \xc3\xbc";
  EXPECT_TRUE(SameNetwork(MustParse(NetworkXmlText(network)), network));
}

TEST(NetworkXmlWrite, EveryNetworkHereComesBack) {
  const TestFolder folder;
  const std::string copy = folder / "written_network.xml";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kAllNetworks)) {
    if (entry.path().extension() != ".xml") continue;
    SCOPED_TRACE(entry.path());
    for (const auto fit : {std::optional<PictureSize>(), std::optional(PictureSize{64, 80})}) {
      Diagnostics diagnostics;
      const Network network = ReadNetworkXml(entry.path(), diagnostics, fit);
      ASSERT_FALSE(network.layers.empty());
      WriteNetworkXml(copy, network);
      EXPECT_TRUE(SameNetwork(LoadNetwork(copy), network));
    }
  }
}

}  // namespace
}  // namespace nve
