// SPDX-License-Identifier: Apache-2.0
// Lists of input maps: indices, ranges, and every message.
#include "convnet/map_list.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>

#include "tests/unit/convnet/network_text.hpp"

namespace nve {
namespace {

using Lines = std::vector<std::string>;

struct Reading {
  std::vector<int> maps;
  Lines messages;
};

Reading Read(const std::string& text, std::optional<int> count = std::nullopt) {
  Diagnostics diagnostics;
  Reading reading{ReadMapList(text, count, {}, diagnostics), {}};
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    reading.messages.push_back(diagnostic.text);
  }
  return reading;
}

void ExpectMaps(const std::string& text, const std::vector<int>& maps) {
  const Reading reading = Read(text, static_cast<int>(maps.size()));
  EXPECT_EQ(reading.maps, maps) << text;
  EXPECT_EQ(reading.messages, Lines{}) << text;
}

void ExpectMessage(const std::string& text, const std::string& message) {
  EXPECT_EQ(Read(text, 3).messages, Lines{message}) << text;
}

TEST(MapList, Ranges) {
  std::vector<int> eighty(80);
  std::iota(eighty.begin(), eighty.end(), 0);
  ExpectMaps("0-79", eighty);
  ExpectMaps("0-3,7 9-11", {0, 1, 2, 3, 7, 9, 10, 11});
  ExpectMaps("9-11,0-1", {9, 10, 11, 0, 1});
  ExpectMaps(" 4-4\n,\t5 ", {4, 5});
  ExpectMaps("4095-4095", {4095});
}

TEST(MapList, NumbersOnlyMayBeWrapped) {
  ExpectMaps("5,6\n0,7", {5, 60, 7});
  ExpectMaps("5,6 \n 0,7 8", {5, 60, 7, 8});
  EXPECT_EQ(Read("5,6\n0,7-8", 4).messages, Lines{"cnt is 4, but the list has 5 map(s)"});
  EXPECT_EQ(Read("1 2,3", 2).messages, Lines{"cnt is 2, but the list has 3 map(s)"});
}

TEST(MapList, MalformedRanges) {
  for (const char* item : {"-", "3-", "-3", "1-2-3", "0--3", "0-4096", "99999999999-0"}) {
    ExpectMessage(std::string("1,") + item + ",2",
                  fmt::format("'{}' in the list is no range, allowed are two map indices from 0 to "
                              "4095 as in 0-3, without blanks",
                              item));
  }
  EXPECT_EQ(Read("0 - 3", 4).messages.size(), 1u);
  EXPECT_EQ(Read("0- 3", 4).messages.size(), 1u);
}

TEST(MapList, BackwardsAndOverlapping) {
  ExpectMessage("7-3", "range 7-3 runs backwards, allowed is 3-7");
  ExpectMessage("0-3,2-5",
                "range 2-5 overlaps what is listed before it: input map 2 is listed twice");
  ExpectMessage("4,0-9",
                "range 0-9 overlaps what is listed before it: input map 4 is listed twice");
  ExpectMessage("0-9,4", "input map 4 is listed twice");
}

TEST(MapList, CountIsThatOfMaps) {
  ExpectMessage("0-3", "cnt is 3, but the list has 4 map(s)");
  EXPECT_EQ(Read("0-3").messages, Lines{});
}

TEST(MapList, HopelessListsEndEarly) {
  std::string text;
  for (int i = 0; i < 10000; ++i) text += "0-4095,";
  const Reading reading = Read(text, 3);
  EXPECT_EQ(reading.maps.size(), 4096u);
  EXPECT_LE(reading.messages.size(), 20u);
  ExpectMessage(std::string(1000, '9'), "'" + std::string(60, '9') +
                                            "...' in the list is no map index, allowed are 0 to "
                                            "4095");
}

TEST(MapList, MessagesHaveLines) {
  EXPECT_EQ(Messages(Replaced(TwoLayers(), "0,1,2", "2-0")),
            Lines{"n.xml:24: error: element <outNet>: range 2-0 runs backwards, allowed is 0-2"});
  EXPECT_EQ(Messages(Replaced(TwoLayers(), "cnt=\"3\">0,1,2", "cnt=\"4096\">0-4095")),
            Lines{"n.xml:24: error: element <outNet>: input map 3 does not exist, nor 4092 more of "
                  "the list: L1 has 3 maps, allowed are 0 to 2"});
}

// A short file must not ask for gigabytes.
TEST(MapList, SizeOfTheNetworkIsLimited) {
  std::string maps;
  for (int i = 0; i < 300; ++i) {
    maps += fmt::format("<outMap idx=\"{}\" cnt=\"4096\">0-4095</outMap>\n", i);
  }
  const auto network = [&](int kernel) {
    return fmt::format(
        "<NVEDescriptor><layer idx=\"0\"><outHeight>1</outHeight><outWidth>1</outWidth>"
        "<kernelHeight>{0}</kernelHeight><kernelWidth>{0}</kernelWidth><subHeight>1</subHeight>"
        "<subWidth>1</subWidth><outCount>300</outCount>\n{1}</layer></NVEDescriptor>",
        kernel, maps);
  };
  EXPECT_EQ(
      Messages(network(1)),
      Lines{"n.xml:258: error: element <outMap>: the network is too large: up to here 1052672 "
            "kernels of 1052672 coefficients in all, allowed are at most 1048576 and "
            "16777216"});
  EXPECT_EQ(Messages(network(255)),
            Lines{"n.xml:2: error: element <outMap>: the network is too large: up to here 4096 "
                  "kernels of 266342400 coefficients in all, allowed are at most 1048576 and "
                  "16777216"});
}

}  // namespace
}  // namespace nve
