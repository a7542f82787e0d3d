// SPDX-License-Identifier: Apache-2.0
// What the report makes of times, with times of our own.
#include "model/cpu/cpu_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics/diagnostics.hpp"
#include "report/result/result_json.hpp"

namespace nve {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;

// Two layers: the first bound by computing, the second by memory.
CpuTimes Times() {
  CpuTimes times;
  times.layers = {{"L1", 1'000'000, 50'000, {4e-3, 1, 3e-3}, {1e-3, 2e-3, 1e-3}},
                  {"L2", 100'000, 100'000, {1e-3, 1e-3, 2e-3}, {5e-4, 5e-4, 9}}};
  times.pixels = 77;
  times.vector_macs = {10e9, 1e9, 30e9};  // 20 GOPs/s
  times.scalar_macs = {1e9, 1e9, 2e9};
  times.stream_bytes = {4e9, 5e9, 1e9};  // 4 GB/s
  return times;
}

TEST(Median, MiddleOfAnyOrder) {
  EXPECT_EQ(Median({3, 1, 2}), 2);
  EXPECT_EQ(Median({4, 1, 3, 2}), 2.5);
  EXPECT_THROW(Median({}), InternalError);
}

TEST(CpuRates, RooflineOfEachLayer) {
  const CpuRates rates = RatesOf(Times());
  EXPECT_DOUBLE_EQ(rates.vector_gops, 20);
  EXPECT_DOUBLE_EQ(rates.scalar_gops, 2);
  EXPECT_DOUBLE_EQ(rates.stream_gb_s, 4);
  const LayerRates& first = rates.layers[0];
  EXPECT_DOUBLE_EQ(first.intensity, 40);        // 160 GOPs/s by memory
  EXPECT_DOUBLE_EQ(first.attainable_gops, 20);  // by computing
  EXPECT_DOUBLE_EQ(first.auto_seconds, 4e-3);
  EXPECT_DOUBLE_EQ(first.hand_seconds, 1e-3);
  EXPECT_DOUBLE_EQ(first.speed_up, 4);
  EXPECT_DOUBLE_EQ(first.hand_gops, 2);
  EXPECT_DOUBLE_EQ(first.hand_share, 0.1);
  const LayerRates& second = rates.layers[1];
  EXPECT_DOUBLE_EQ(second.intensity, 2);
  EXPECT_DOUBLE_EQ(second.attainable_gops, 8);  // by memory
  EXPECT_DOUBLE_EQ(second.auto_share, 0.2 / 8);
  EXPECT_DOUBLE_EQ(second.speed_up, 2);
}

// Sums by repetition: 5 ms, 1.001 s, 5 ms and 1.5 ms, 2.5 ms, 9.001 s.
TEST(CpuRates, WholeNetwork) {
  const LayerRates total = RatesOf(Times()).total;
  EXPECT_EQ(total.macs, 1'100'000);
  EXPECT_EQ(total.bytes, 150'000);
  EXPECT_DOUBLE_EQ(total.auto_seconds, 5e-3);
  EXPECT_DOUBLE_EQ(total.hand_seconds, 2.5e-3);
  EXPECT_DOUBLE_EQ(total.speed_up, 2);
  // 2 M operations at 20 GOPs/s, 0.2 M at 8.
  EXPECT_THAT(total.attainable_gops, DoubleNear(2.2e6 / (1e-4 + 2.5e-5) / 1e9, 1e-9));
}

TEST(CpuReport, SaysTargetAndRoofs) {
  CpuReportHead head;
  head.target.isa = "NEON";
  head.target.vector_bytes = 16;
  head.target.flags = "-O3";
  head.target.compiler = "cc";
  head.processor = "A9";
  const CpuTimes times = Times();
  const CpuRates rates = RatesOf(times);
  const std::string text = CpuText(head, rates, times.pixels);
  EXPECT_THAT(text, HasSubstr("target: NEON, vectors of 16 bytes, -O3 (cc), A9\n"));
  EXPECT_THAT(text, HasSubstr("vector 20.0 GOPs/s, scalar 2.0 GOPs/s, stream 4.0 GB/s"));
  EXPECT_THAT(text, HasSubstr("bit-exact, 77 pixels each"));
  const nlohmann::ordered_json json = ResultJson(CpuResult(head, times, rates));
  EXPECT_EQ(json["target"]["isa"], "NEON");
  EXPECT_DOUBLE_EQ(json["roofs"]["vector_gops"]["best"].get<double>(), 60);
  EXPECT_EQ(json["layers"].size(), 2u);
  EXPECT_EQ(json["total"]["speed_up"], 2);
}

TEST(CpuReport, TableAsCsv) {
  EXPECT_THAT(CpuCsv(RatesOf(Times())),
              HasSubstr("\nL1,1000000,50000,40.0000,20.000,4.000000,0.500,0.0250,1.000000,2.000,"
                        "0.1000,4.000\nL2,"));
}

TEST(CheckExact, NamesTheFirstDifference) {
  const FeatureMaps expected(1, 2, 2);
  FeatureMaps got = expected;
  EXPECT_NO_THROW(CheckExact("hand", "L3", expected, got));
  got.at(0, 1, 0) = 9;
  try {
    CheckExact("hand", "L3", expected, got);
    FAIL() << "a difference is an error";
  } catch (const CheckFailed& error) {
    EXPECT_THAT(error.what(), HasSubstr("hand, layer L3: 1 of 4 pixels differ"));
    EXPECT_THAT(error.what(), HasSubstr("map 0 row 1 column 0 is 9, expected 0"));
  }
}

}  // namespace
}  // namespace nve
