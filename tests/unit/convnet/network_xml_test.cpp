// SPDX-License-Identifier: Apache-2.0
// Reading descriptors: values, list notations, and every message with its line.
#include "convnet/network_xml.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/unit/convnet/network_text.hpp"

namespace nve {
namespace {

using Lines = std::vector<std::string>;

// The only message for TwoLayers() after one replacement.
void ExpectMessage(const std::string& from, const std::string& to, const std::string& message) {
  EXPECT_EQ(Messages(Replaced(TwoLayers(), from, to)), Lines{message});
}

TEST(NetworkXml, ReadsAllValues) {
  Diagnostics diagnostics;
  const Network network = ParseNetworkXml(TwoLayers(), "n.xml", diagnostics);
  EXPECT_TRUE(diagnostics.ok());
  EXPECT_EQ(diagnostics.warnings(), 0);
  EXPECT_EQ(network.name, "Two");
  ASSERT_EQ(network.layers.size(), 2u);
  const Layer& first = network.layers[0];
  EXPECT_EQ(first.index, 0);
  EXPECT_EQ(first.name, "L1");
  EXPECT_EQ(first.out_height, 20);
  EXPECT_EQ(first.out_width, 18);
  EXPECT_EQ(first.kernel_height, 6);
  EXPECT_EQ(first.kernel_width, 5);
  EXPECT_EQ(first.stride_y, 2);
  EXPECT_EQ(first.stride_x, 1);
  EXPECT_EQ(first.where.line, 3);
  EXPECT_EQ(first.InputHeight(), 44);
  EXPECT_EQ(first.InputWidth(), 22);
  EXPECT_EQ(network.InputMaps(), 1);
  const Layer& second = network.layers[1];
  EXPECT_EQ(second.name, "L2");
  ASSERT_EQ(second.outputs.size(), 2u);
  EXPECT_EQ(second.outputs[0].inputs, (std::vector<int>{0, 2}));
  EXPECT_EQ(second.outputs[1].inputs, (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(second.outputs[1].index, 1);
  EXPECT_EQ(second.outputs[1].where.line, 24);
  EXPECT_EQ(second.InputMaps(), 3);
  EXPECT_EQ(second.Kernels(), 5);
  EXPECT_EQ(second.Macs(), 5 * 9 * 18 * 16);
}

std::vector<int> ListOf(const std::string& text) {
  Diagnostics diagnostics;
  const Network network =
      ParseNetworkXml(Replaced(TwoLayers(), "0,1,2", text), "n.xml", diagnostics);
  return diagnostics.ok() ? network.layers[1].outputs[1].inputs : std::vector<int>{-1};
}

TEST(NetworkXml, ListSeparators) {
  const std::vector<int> expected = {0, 1, 2};
  EXPECT_EQ(ListOf("0 1 2"), expected);
  EXPECT_EQ(ListOf(" 0 ,1\n,2 "), expected);
  EXPECT_EQ(ListOf("0,1 2"), expected);
  EXPECT_EQ(ListOf("\n0,\n1,\t2\n"), expected);
  EXPECT_EQ(ListOf("0,1,2<!-- all -->"), expected);
}

TEST(NetworkXml, NumberWrappedOverTwoLines) {
  // The message shows how the list was read: as 0, 13 and 2.
  const Lines messages = Messages(Replaced(TwoLayers(), "<outNet idx=\"1\" cnt=\"3\">0,1,2",
                                           "<outNet idx=\"1\" cnt=\"3\">0,1\n3,2"));
  EXPECT_EQ(messages,
            Lines{"n.xml:24: error: element <outNet>: input map 13 does not exist: L1 has 3 "
                  "maps, allowed are 0 to 2"});
}

TEST(NetworkXml, LayerCountIsOnlyAWarning) {
  Diagnostics diagnostics;
  const Network network = ParseNetworkXml(
      Replaced(TwoLayers(), "layerCount=\"2\"", "layerCount=\"5\""), "n.xml", diagnostics);
  EXPECT_EQ(network.layers.size(), 2u);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(ToString(diagnostics.all()[0]),
            "n.xml:2: warning: element <convNetDescriptor>: layerCount is 5, but the file has 2 "
            "layer(s)");
}

TEST(NetworkXml, SchemaMessages) {
  ExpectMessage("<outHeight>20", "<outHeight>-3",
                "n.xml:4: error: element <outHeight>: found '-3', allowed: whole number from 1 to "
                "16384");
  ExpectMessage("<kernelWidth>5", "<kernelWidth>256",
                "n.xml:7: error: element <kernelWidth>: found '256', allowed: whole number from 1 "
                "to 255");
  ExpectMessage("    <subHeight>1</subHeight>\n", "",
                "n.xml:20: error: element <subWidth>: not expected here, allowed: <subHeight>");
  ExpectMessage("idx=\"2\" cnt", "idx=\"2\" count=\"1\" cnt",
                "n.xml:13: error: element <outNet>: attribute count: not allowed");
  ExpectMessage(" cnt=\"2\"", "", "n.xml:23: error: element <outNet>: attribute cnt: missing");
  ExpectMessage("cnt=\"2\"", "cnt=\"two\"",
                "n.xml:23: error: element <outNet>: attribute cnt: found 'two', allowed: whole "
                "number from 1 to 4096");
  ExpectMessage("0,2<", "0;2<",
                "n.xml:23: error: element <outNet>: found '0;2', allowed: map indices and ranges "
                "separated by commas or blanks");
  ExpectMessage("<outCount>3", "<outCount>3<a/>",
                "n.xml:10: error: element <outCount>: found an element inside, allowed: only a "
                "value");
  ExpectMessage("    <outNet idx=\"0\" cnt=\"1\">", "    3<outNet idx=\"0\" cnt=\"1\">",
                "n.xml:3: error: element <layerDescriptor>: found text, allowed: only elements");
  ExpectMessage("</convNetDescriptor>", "<more/></convNetDescriptor>",
                "n.xml:26: error: element <more>: not expected here, allowed: <layerDescriptor>");
}

TEST(NetworkXml, MissingElementsAreNamed) {
  std::string text = TwoLayers();
  const size_t begin = text.rfind("    <outNet idx=\"0\"");
  text.erase(begin, text.rfind("  </layer") - begin);
  EXPECT_EQ(Messages(text)[0],
            "n.xml:15: error: element <layerDescriptor>: ends too early, needed next: <outNet>");
}

TEST(NetworkXml, LongValuesAreCut) {
  const Lines messages = Messages(Replaced(TwoLayers(), "0,2<", std::string(1000, '0') + ";\n2<"));
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0], "n.xml:23: error: element <outNet>: found '" + std::string(60, '0') +
                             "...', allowed: map indices and ranges separated by commas or blanks");
}

// No name of a schema type, facet or pattern reaches a user.
TEST(NetworkXml, SchemaInternalsStayInside) {
  std::mt19937 random(8);
  const std::string good = TwoLayers();
  for (int i = 0; i < 1000; ++i) {
    std::string text = good;
    const std::string interesting = "<>/\"=&-,0 91xn";
    for (int n = 0; n < 2; ++n) text[random() % text.size()] = interesting[random() % 14];
    for (const std::string& message : Messages(text)) {
      for (const char* inside : {"Type", "atomic", "facet", "pattern", "wholeNumber", "xs:"}) {
        ASSERT_EQ(message.find(inside), std::string::npos) << message;
      }
    }
  }
}

TEST(NetworkXml, PicturesBeyondTheLargestAreRefused) {
  // The first layer reads (20 - 1) * 2 + 6 rows and (18 - 1) + 5 columns.
  std::string text = Replaced(TwoLayers(), "<outHeight>20", "<outHeight>8190");
  text = Replaced(text, "<outWidth>18", "<outWidth>16380");
  EXPECT_EQ(Messages(text), Lines{});
  text = Replaced(text, "<outHeight>8190", "<outHeight>8191");
  text = Replaced(text, "<outWidth>16380", "<outWidth>16384");
  EXPECT_EQ(
      Messages(text),
      (Lines{"n.xml:3: error: element <layerDescriptor>: L1 needs a picture of 16386 rows, "
             "allowed are at most 16384: with this kernel and step outHeight can be at most "
             "8190",
             "n.xml:3: error: element <layerDescriptor>: L1 needs a picture of 16388 columns, "
             "allowed are at most 16384: with this kernel and step outWidth can be at most "
             "16380"}));
}

TEST(NetworkXml, CrossChecks) {
  ExpectMessage(
      "layerDescriptor idx=\"1\"", "layerDescriptor idx=\"2\"",
      "n.xml:15: error: element <layerDescriptor>: idx is 2, allowed is 1 (layers count up "
      "from 0)");
  ExpectMessage("layerDescriptor idx=\"1\"", "layerDescriptor idx=\"0\"",
                "n.xml:15: error: element <layerDescriptor>: idx is 0 as in line 3, allowed is 1 "
                "(layers count up from 0)");
  ExpectMessage(
      "outNet idx=\"2\"", "outNet idx=\"1\"",
      "n.xml:13: error: element <outNet>: idx is 1 as in line 12, allowed is 2 (output maps "
      "count up from 0)");
  ExpectMessage("<outCount>3", "<outCount>4",
                "n.xml:10: error: element <outCount>: outCount is 4, but the layer has 3 <outNet> "
                "element(s)");
  ExpectMessage("cnt=\"2\">0,2", "cnt=\"2\">0,1,2",
                "n.xml:23: error: element <outNet>: cnt is 2, but the list has 3 map(s)");
  ExpectMessage(
      "0,2<", "0,3<",
      "n.xml:23: error: element <outNet>: input map 3 does not exist: L1 has 3 maps, allowed "
      "are 0 to 2");
  ExpectMessage("0,2<", "2,2<", "n.xml:23: error: element <outNet>: input map 2 is listed twice");
  ExpectMessage(
      "0,2<", "0,,2<",
      "n.xml:23: error: element <outNet>: '' in the list is no map index, allowed are 0 to "
      "4095");
  ExpectMessage(
      "0,2<", "0,99999999999<",
      "n.xml:23: error: element <outNet>: '99999999999' in the list is no map index, allowed "
      "are 0 to 4095");
}

TEST(NetworkXml, StrideBeyondKernelIsAWarning) {
  ExpectMessage("<subHeight>2", "<subHeight>7",
                "n.xml:8: warning: element <subHeight>: subHeight 7 is larger than kernelHeight 6: "
                "pixels between the windows are never read");
}

TEST(NetworkXml, AllProblemsInOneRun) {
  std::string text = Replaced(TwoLayers(), "<outHeight>20", "<outHeight>0");
  text = Replaced(text, "<outCount>3", "<outCount>4");
  text = Replaced(text, "outNet idx=\"2\"", "outNet idx=\"5\"");
  text = Replaced(text, "cnt=\"2\">0,2", "cnt=\"3\">0,7");
  text = Replaced(text, "<outWidth>16", "<outWidth>160");
  const Lines messages = Messages(text);
  ASSERT_EQ(messages.size(), 6u);
  EXPECT_NE(messages[0].find("n.xml:4: error: element <outHeight>: found '0'"), std::string::npos);
  EXPECT_NE(messages[1].find("n.xml:13: "), std::string::npos);
  EXPECT_NE(messages[2].find("n.xml:10: "), std::string::npos);
  EXPECT_NE(messages[3].find("cnt is 3, but the list has 2"), std::string::npos);
  EXPECT_NE(messages[4].find("input map 7 does not exist"), std::string::npos);
  EXPECT_NE(messages[5].find("L2 needs 162 columns"), std::string::npos);
}

TEST(NetworkXml, ErrorsLeaveNoNetwork) {
  Diagnostics diagnostics;
  EXPECT_TRUE(
      ParseNetworkXml(Replaced(TwoLayers(), "0,2<", "0,3<"), "n.xml", diagnostics).layers.empty());
}

TEST(NetworkXml, NotWellFormed) {
  EXPECT_EQ(Messages(""), Lines{"n.xml:1: error: not well-formed: Document is empty"});
  const Lines messages = Messages(Replaced(TwoLayers(), "</outHeight>", "</outHigh>"));
  ASSERT_FALSE(messages.empty());
  EXPECT_EQ(
      messages[0],
      "n.xml:4: error: not well-formed: Opening and ending tag mismatch: outHeight line 4 and "
      "outHigh");
}

// libxml2 has nothing to say to users itself.
TEST(NetworkXml, WrongEncodingsAreReportedOnce) {
  testing::internal::CaptureStderr();
  for (const char* encoding : {"UTF-16", "UTF-7", "nonsense", "ASCII"}) {
    std::string text = Replaced(TwoLayers(), "UTF-8", encoding);
    text = Replaced(text, "\"Two\"", "\"Tw\xff\"");
    EXPECT_FALSE(Messages(text).empty()) << encoding;
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

// libxml2 would take it for the end.
TEST(NetworkXml, NothingIsHiddenBehindAZeroByte) {
  const std::string text = TwoLayers() + std::string("\n\0<junk", 8);
  const Lines messages = Messages(text);
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_NE(messages[0].find(fmt::format("found a zero byte at byte {}", text.find('\0'))),
            std::string::npos)
      << messages[0];
}

TEST(NetworkXml, OtherDocumentsAreRefused) {
  const Lines messages = Messages("<svg/>");
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0],
            "n.xml:1: error: element <svg>: found as outermost element, allowed: "
            "<convNetDescriptor> or <NVEDescriptor>");
}

TEST(NetworkXml, DocumentTypesAreRefused) {
  const Lines expected = {
      "n.xml:1: error: document type declarations (<!DOCTYPE>) are not allowed"};
  EXPECT_EQ(Messages("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><a>&x;</a>"),
            expected);
  EXPECT_EQ(Messages("<!DOCTYPE a SYSTEM \"http://example.com/a.dtd\"><a/>"), expected);
}

TEST(NetworkXml, SchemaHintsAreIgnored) {
  const std::string text =
      Replaced(TwoLayers(), "<convNetDescriptor",
               "<convNetDescriptor xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" "
               "xsi:noNamespaceSchemaLocation=\"/nowhere/convnet.xsd\"");
  EXPECT_EQ(Messages(text), Lines{});
}

TEST(NetworkXml, DeepNestingIsRefused) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "<a>";
  EXPECT_FALSE(Messages(text).empty());
}

TEST(NetworkXml, MissingFileIsAnInputError) {
  Diagnostics diagnostics;
  EXPECT_THROW(ReadNetworkXml("/nowhere/n.xml", diagnostics), InputError);
  EXPECT_THROW(LoadNetwork("/nowhere/n.xml"), InputError);
}

Network ParseAgain(const std::string& text) {
  Diagnostics diagnostics;
  return ParseNetworkXml(text, "again.xml", diagnostics);
}

// Both dialects, as written and fitted, with characters replaced, cut out and doubled.
TEST(NetworkXml, SurvivesDamage) {
  std::mt19937 random(7);
  int refused = 0;
  constexpr int kCopies = 3000;
  for (int i = 0; i < kCopies; ++i) {
    std::string text = i % 2 == 0 ? TwoLayers() : TwoScopesLayers();
    for (size_t count = 1 + random() % 4; count > 0; --count) {
      const std::string interesting = "<>/\"=&-,0 91\n";
      const size_t at = random() % text.size();
      if (random() % 3 == 0) {
        text.erase(at, random() % 30);
      } else if (random() % 4 == 0) {
        text.insert(random() % text.size(), text.substr(at, random() % 30));
      } else {
        text[at] = interesting[random() % interesting.size()];
      }
      if (text.empty()) text.push_back('<');
    }
    Diagnostics diagnostics;
    const auto fit = i % 3 == 0 ? std::optional(PictureSize{44, 22}) : std::nullopt;
    const Network network = ParseNetworkXml(text, "n.xml", diagnostics, fit);
    EXPECT_EQ(network.layers.empty(), !diagnostics.ok());
    if (!network.layers.empty()) {
      EXPECT_TRUE(SameNetwork(ParseAgain(NetworkXmlText(network)), network)) << text;
    }
    refused += diagnostics.ok() ? 0 : 1;
  }
  EXPECT_GT(refused, kCopies / 2);
}

}  // namespace
}  // namespace nve
