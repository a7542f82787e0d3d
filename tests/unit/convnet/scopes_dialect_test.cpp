// SPDX-License-Identifier: Apache-2.0
// The SCOPES 2015 dialect: the same networks and the same checks under other element names.
#include <gtest/gtest.h>

#include "tests/unit/convnet/network_text.hpp"

namespace nve {
namespace {

using Lines = std::vector<std::string>;

void ExpectMessage(const std::string& from, const std::string& to, const std::string& message) {
  EXPECT_EQ(Messages(Replaced(TwoScopesLayers(), from, to)), Lines{message});
}

// `text` with every occurrence of `from` replaced.
std::string AllReplaced(std::string text, const std::string& from, const std::string& to) {
  while (text.find(from) != std::string::npos) text = Replaced(text, from, to);
  return text;
}

TEST(ScopesDialect, GivesTheSameNetworkAsTheThesis) {
  std::string thesis = Replaced(TwoScopesLayers(), "<NVEDescriptor>",
                                "<convNetDescriptor name=\"n\" layerCount=\"2\">");
  thesis = Replaced(thesis, "</NVEDescriptor>", "</convNetDescriptor>");
  thesis = AllReplaced(thesis, "<layer ", "<layerDescriptor ");
  thesis = AllReplaced(thesis, "</layer>", "</layerDescriptor>");
  thesis = AllReplaced(thesis, "outMap", "outNet");
  const Network network = MustParse(TwoScopesLayers());
  EXPECT_TRUE(SameNetwork(network, MustParse(thesis)));
  EXPECT_EQ(network.layers[1].outputs[0].inputs, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(network.layers[1].where.line, 15);
}

TEST(ScopesDialect, NetworkIsNamedAfterItsFile) {
  EXPECT_EQ(MustParse(TwoScopesLayers(), "some/where/face.v2.xml").name, "face.v2");
  EXPECT_EQ(MustParse(TwoScopesLayers(), "f\n\xff.xml").name, "f__");
}

TEST(ScopesDialect, SchemaMessages) {
  ExpectMessage("<outHeight>20", "<outHeight>-3",
                "n.xml:4: error: element <outHeight>: found '-3', allowed: whole number from 1 to "
                "16384");
  ExpectMessage("0-2<", "0..2<",
                "n.xml:23: error: element <outMap>: found '0..2', allowed: map indices and ranges "
                "separated by commas or blanks");
  ExpectMessage("</NVEDescriptor>", "<layerDescriptor/></NVEDescriptor>",
                "n.xml:25: error: element <layerDescriptor>: not expected here, allowed: <layer>");
  ExpectMessage("<NVEDescriptor>", "<NVEDescriptor layerCount=\"2\">",
                "n.xml:2: error: element <NVEDescriptor>: attribute layerCount: not allowed");
  ExpectMessage(" cnt=\"3\"", "", "n.xml:23: error: element <outMap>: attribute cnt: missing");
}

TEST(ScopesDialect, DialectsAreNotMixed) {
  EXPECT_EQ(Messages(Replaced(TwoScopesLayers(), "outMap idx=\"0\" cnt=\"3\">0-2</outMap",
                              "outNet idx=\"0\" cnt=\"3\">0-2</outNet"))[0],
            "n.xml:23: error: element <outNet>: not expected here, allowed: <outMap>");
  EXPECT_EQ(Messages(Replaced(TwoLayers(), "</convNetDescriptor>", "<layer/></convNetDescriptor>")),
            Lines{"n.xml:26: error: element <layer>: not expected here, allowed: "
                  "<layerDescriptor>"});
}

TEST(ScopesDialect, CrossChecks) {
  ExpectMessage("layer idx=\"1\"", "layer idx=\"2\"",
                "n.xml:15: error: element <layer>: idx is 2, allowed is 1 (layers count up from "
                "0)");
  ExpectMessage("outMap idx=\"2\"", "outMap idx=\"1\"",
                "n.xml:13: error: element <outMap>: idx is 1 as in line 12, allowed is 2 (output "
                "maps count up from 0)");
  ExpectMessage("<outCount>3", "<outCount>4",
                "n.xml:10: error: element <outCount>: outCount is 4, but the layer has 3 <outMap> "
                "element(s)");
  ExpectMessage("cnt=\"3\"", "cnt=\"4\"",
                "n.xml:23: error: element <outMap>: cnt is 4, but the list has 3 map(s)");
  ExpectMessage("cnt=\"3\">0-2", "cnt=\"4\">0-3",
                "n.xml:23: error: element <outMap>: input map 3 does not exist: L1 has 3 maps, "
                "allowed are 0 to 2");
}

}  // namespace
}  // namespace nve
