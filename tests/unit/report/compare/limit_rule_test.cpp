// SPDX-License-Identifier: Apache-2.0
// The grammar of limits, and what their keys mean.
#include "report/compare/limit_rule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/base/files/test_files.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;

const nlohmann::ordered_json kResult = nlohmann::ordered_json::parse(R"({
  "network": "n",
  "lockstep": null,
  "layers": [{"name": "L1", "cycles": 5, "stalls": {"input": 1}},
             {"name": "L1.p0", "cycles": 6, "stalls": {"input": 2}}],
  "cores": [{"core": 0, "busy": 7}, {"core": 1, "busy": 8}],
  "dma": {"a.b": {"bytes": 9}, "a": {"b": 10}},
  "none": [],
  "history": [{"cycle": 1}]})");

std::vector<std::string> NamesOf(const std::string& key) {
  std::vector<std::string> names;
  for (const KeyedNumber& number : NumbersOf(kResult, key, "r.json")) {
    names.push_back(number.name + '=' + std::to_string(static_cast<int>(number.value)));
  }
  return names;
}

TEST(LimitRule, SignIsTheDirectionThatIsWorse) {
  const auto more = ParseLimitRule("layers.cycles:+2%");
  ASSERT_TRUE(more);
  EXPECT_EQ(more->key, "layers.cycles");
  EXPECT_TRUE(more->Allows(100, 102));
  EXPECT_FALSE(more->Allows(100, 103));
  EXPECT_TRUE(more->Allows(100, 1));
  EXPECT_FALSE(more->Allows(0, 1)) << "percent of nothing are nothing";
  EXPECT_TRUE(more->Allows(0, 0));
  const auto less = ParseLimitRule("lockstep.cycles_per_second:-12.5%");
  EXPECT_TRUE(less->Allows(80, 70));
  EXPECT_FALSE(less->Allows(80, 69));
  EXPECT_TRUE(less->Allows(80, 1000));
}

TEST(LimitRule, AbsoluteOnesHaveTheUnitOfTheirNumber) {
  const auto rule = ParseLimitRule("total.stalls.input:+10");
  EXPECT_TRUE(rule->Allows(0, 10));
  EXPECT_FALSE(rule->Allows(0, 11));
  EXPECT_TRUE(ParseLimitRule("k:-0")->Allows(5, 5));
  EXPECT_FALSE(ParseLimitRule("k:-0")->Allows(5, 4));
  EXPECT_TRUE(ParseLimitRule("layers.a,b.cycles:+1"));
  EXPECT_TRUE(ParseLimitRule("a:b:+1")) << "a key may have a colon";
}

TEST(LimitRule, WhatIsNone) {
  for (const char* text :
       {"", "layers.cycles", "layers.cycles:", "layers.cycles:2%", ":+2%", "layers.cycles:+",
        "layers.cycles:+%", "layers.cycles:+-2", "layers.cycles:+2 %", "layers.cycles:+1e3",
        "layers.cycles:+nan", "a:+1,b:+2"}) {
    EXPECT_FALSE(ParseLimitRule(text)) << text;
  }
}

TEST(LimitKeys, AllOfAListOrOneByItsName) {
  EXPECT_THAT(NamesOf("layers.cycles"), ElementsAre("layers.L1.cycles=5", "layers.L1.p0.cycles=6"));
  EXPECT_THAT(NamesOf("layers.L1.cycles"), ElementsAre("layers.L1.cycles=5"));
  EXPECT_THAT(NamesOf("layers.L1.p0.stalls.input"), ElementsAre("layers.L1.p0.stalls.input=2"));
  EXPECT_THAT(NamesOf("cores.busy"), ElementsAre("cores.0.busy=7", "cores.1.busy=8"));
  EXPECT_THAT(NamesOf("cores.1.busy"), ElementsAre("cores.1.busy=8"));
}

TEST(LimitKeys, TheLongestNameCounts) {
  EXPECT_THAT(NamesOf("dma.a.b.bytes"), ElementsAre("dma.a.b.bytes=9"));
}

TEST(LimitKeys, WhatMeansNothingIsToldWithWhatIsAllowed) {
  const std::pair<const char*, const char*> cases[] = {
      {"layers.cyles",
       "r.json: error: --fail-on layers.cyles: found no 'cyles' in layers.L1, "
       "allowed: layers.L1.cycles, layers.L1.stalls"},
      {"layers.L9.cycles", "found no 'L9.cycles' in layers.L1"},
      {"nosuch", "found no 'nosuch' in the result, allowed: lockstep, layers, cores, dma"},
      {"network", "network is no number"},
      {"layers.L1.stalls", "layers.L1.stalls is no number, allowed: layers.L1.stalls.input"},
      {"lockstep.cycles", "found no 'cycles' in lockstep"},
      {"none.x", "none is empty"},
      {"history.cycle", "history has no names in it"}};
  for (const auto& [key, text] : cases) {
    ExpectInputError([&] { NumbersOf(kResult, key, "r.json"); }, text);
  }
}

}  // namespace
}  // namespace nve
