// SPDX-License-Identifier: Apache-2.0
// The end of every report of a failure: what it says, and that it stays short.
#include "host/lockstep/failure_report.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace nve {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

CoreAtWork Core(int number) {
  CoreAtWork core;
  core.context = {
      .core = "core " + std::to_string(number), .layer = "L2", .program = "L2.p1", .reproduce = ""};
  core.context.strips = 5;
  core.context.iterations = 9;
  core.probe.state = static_cast<uint32_t>(arch::State::kRepeat);
  core.probe.run = 1;
  core.probe.pass = 3;
  core.probe.pc = 4;
  return core;
}

TEST(FailureReport, SaysWhenAtWhatWorkAndHowToSeeItAgain) {
  const FailureContext failure = {
      .cycle = 77, .cores = {Core(0)}, .seed = "9", .reproduce = "run it"};
  EXPECT_EQ(FailureText("rule A8 broken", failure),
            "rule A8 broken\n"
            "  in cycle 77\n"
            "  core 0: layer L2, program L2.p1, run 1, pass 3: strip 2 of 5, iteration 4 of 9\n"
            "    state repeat, stall none, pc 4: - | - | - | - | - | -\n"
            "  seed 9\n"
            "  reproduce: run it\n");
  const nlohmann::ordered_json json = FailureJson("rule A8 broken", failure);
  EXPECT_EQ(json["cycle"], 77);
  EXPECT_EQ(json["cores"][0]["strips"], 5);
  EXPECT_EQ(json["cores"][0]["run"], 1);
}

TEST(FailureReport, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ(FailureText("no effect", {.reproduce = "run it"}), "no effect\n  reproduce: run it\n");
  EXPECT_TRUE(FailureJson("no effect", {})["cycle"].is_null());
  EXPECT_EQ(FailureText("x", {.cycle = 3}), "x\n  in cycle 3, no program in execution\n");
}

TEST(FailureReport, AMismatchHasSaidAllOfIt) {
  EXPECT_EQ(FailureText("lockstep mismatch\n", {.reproduce = "run it", .is_mismatch = true}),
            "lockstep mismatch\n");
}

TEST(FailureReport, HasAtMostFortyLinesWithThoseOfTheWaves) {
  FailureContext failure = {.cycle = 77, .seed = "9", .reproduce = "run it"};
  for (int i = 0; i < 16; ++i) failure.cores.push_back(Core(i));
  std::string found;
  for (int i = 0; i < 60; ++i) found += "line " + std::to_string(i) + "\n";
  const std::string text = FailureText(found, failure);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 38);
  EXPECT_THAT(text,
              HasSubstr("line 16\n  and 43 more lines, which --json FILE has\n  in cycle 77\n"));
  EXPECT_THAT(text, HasSubstr("  and 8 more cores\n"));
  EXPECT_THAT(text, EndsWith("  seed 9\n  reproduce: run it\n"));
  const nlohmann::ordered_json json = FailureJson(found, failure);
  EXPECT_EQ(json["text"], found);
  EXPECT_EQ(json["cores"].size(), 16U);
}

}  // namespace
}  // namespace nve
