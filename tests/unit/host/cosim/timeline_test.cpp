// SPDX-License-Identifier: Apache-2.0
// Timelines: the events of a few cycles, as a viewer reads them.
#include "host/cosim/timeline.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace nve {
namespace {

using Json = nlohmann::json;

std::vector<Json> EventsOf(Timeline& timeline, const std::string& phase) {
  std::vector<Json> events;
  const Json file = Json::parse(timeline.Text());
  for (const Json& event : file["traceEvents"]) {
    if (event["ph"] == phase) events.push_back(event);
  }
  return events;
}

Json EventNamed(const std::vector<Json>& events, const std::string& name) {
  for (const Json& event : events) {
    if (event["name"] == name) return event;
  }
  return {};
}

StepRecord Cycles(uint64_t first, uint64_t end) {
  return {.start_cycle = first, .end_cycle = end, .traffic = {}};
}

TEST(Timeline, JoinsEqualCycles) {
  Timeline timeline(0, UINT64_MAX);
  for (uint64_t cycle = 0; cycle < 300; ++cycle) {
    timeline.Use(0, cycle < 100 ? CycleUse::kHost : CycleUse::kRepeat, cycle);
  }
  const std::vector<Json> events = EventsOf(timeline, "X");
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[1]["name"], "repeat");
  EXPECT_EQ(events[1]["ts"], 1.0);  // 100 cycles of 10 ns
  EXPECT_EQ(events[1]["dur"], 2.0);
}

// Steps of a layer are one event of the layers' track and one each of the programs'.
TEST(Timeline, ShowsLayersAndPrograms) {
  Timeline timeline(0, UINT64_MAX);
  timeline.Step("L1", "p0", Cycles(0, 100));
  timeline.Step("L1", "p1", Cycles(100, 250));
  timeline.Step("L2", "p2", Cycles(250, 300));
  const std::vector<Json> events = EventsOf(timeline, "X");
  ASSERT_EQ(events.size(), 5U);
  EXPECT_EQ(EventNamed(events, "L1")["dur"], 2.5);
  EXPECT_EQ(EventNamed(events, "p1")["ts"], 1.0);
  EXPECT_NE(EventNamed(events, "L1")["tid"], EventNamed(events, "p1")["tid"]);
  EXPECT_EQ(EventsOf(timeline, "M").size(), 4U);  // names of the core and its tracks
}

TEST(Timeline, BurstsOverlap) {
  Timeline timeline(0, UINT64_MAX);
  timeline.Burst(0, TilePort::kMm2s, false, 10, 40, 128);
  timeline.Burst(0, TilePort::kMm2s, false, 20, 50, 64);
  const std::vector<Json> begins = EventsOf(timeline, "b");
  const std::vector<Json> ends = EventsOf(timeline, "e");
  ASSERT_EQ(begins.size(), 2U);
  ASSERT_EQ(ends.size(), 2U);
  EXPECT_EQ(begins[0]["name"], "read 128 B");
  EXPECT_EQ(begins[0]["cat"], "mm2s read");
  EXPECT_EQ(begins[1]["ts"], 0.2);
  EXPECT_EQ(ends[1]["ts"], 0.51);
  EXPECT_NE(begins[0]["id"], begins[1]["id"]);
}

// The chains of the step that ends tell the directions apart; what belongs to none keeps its
// address.
TEST(Timeline, DescriptorsBelongToChains) {
  Timeline timeline(0, UINT64_MAX);
  timeline.Descriptor(0, 0x1040, 10, 49);
  timeline.Descriptor(0, 0x2000, 20, 80);
  StepRecord record = Cycles(0, 100);
  record.traffic = {
      .mm2s_descriptors = 2, .s2mm_descriptors = 1, .mm2s_chain = 0x1000, .s2mm_chain = 0x2000};
  timeline.Step("L1", "p0", record);
  timeline.Descriptor(0, 0x1080, 110, 120);
  const std::vector<Json> begins = EventsOf(timeline, "b");
  const std::vector<Json> ends = EventsOf(timeline, "e");
  ASSERT_EQ(begins.size(), 3U);
  ASSERT_EQ(ends.size(), 3U);
  EXPECT_EQ(begins[0]["cat"], "mm2s descriptors");
  EXPECT_EQ(begins[0]["name"], "descriptor 1");
  EXPECT_EQ(begins[0]["ts"], 0.1);
  EXPECT_EQ(ends[0]["ts"], 0.5);
  EXPECT_EQ(ends[0]["id"], begins[0]["id"]);
  EXPECT_EQ(begins[1]["cat"], "s2mm descriptors");
  EXPECT_EQ(begins[1]["name"], "descriptor 0");
  EXPECT_EQ(begins[2]["name"], "descriptor at 0x1080");
}

TEST(Timeline, KeepsToItsCycles) {
  Timeline timeline(100, 199);
  timeline.Burst(0, TilePort::kS2mm, true, 50, 99, 8);
  timeline.Burst(0, TilePort::kS2mm, true, 50, 100, 8);
  timeline.Burst(0, TilePort::kS2mm, true, 200, 210, 8);
  timeline.Step("L1", "p0", Cycles(0, 100));
  EXPECT_EQ(EventsOf(timeline, "b").size(), 1U);
  EXPECT_TRUE(EventsOf(timeline, "X").empty());
  EXPECT_FALSE(timeline.full());
}

TEST(Timeline, NamesMayHoldAnything) {
  Timeline timeline(0, UINT64_MAX);
  timeline.Step("a \"quoted\"\n\\ name", "p", Cycles(0, 1));
  EXPECT_EQ(EventNamed(EventsOf(timeline, "X"), "a \"quoted\"\n\\ name")["dur"], 0.01);
}

TEST(Timeline, OfNothingIsAFileTooViewersOpen) {
  Timeline timeline(0, UINT64_MAX);
  EXPECT_EQ(Json::parse(timeline.Text())["traceEvents"].size(), 0U);
}

}  // namespace
}  // namespace nve
