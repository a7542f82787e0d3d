// SPDX-License-Identifier: Apache-2.0
// Which predictions and runs belong together, and what is said of those that do not.
#include "report/compare/predicted_match.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/report/some_prediction.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Of each pair the labels.
std::vector<std::string> PairsOf(const PredictedMatch& match) {
  std::vector<std::string> pairs;
  for (const PredictedRun& pair : match.pairs) {
    pairs.push_back(pair.prediction->label + '-' + pair.run->label);
  }
  return pairs;
}

class Matching : public ::testing::Test {
 protected:
  Matching() {
    runs_ = {testing::SomeRun(0, "a"), testing::SomeRun(1, "b")};
    predictions_ = {testing::SomePrediction(2, "p"), testing::SomePrediction(3, "q")};
    runs_[1].result.memory->config["read_latency"] = 40;
    predictions_[1].file.predicted->memory["read_latency"] = 40;
    runs_[0].result.memory->config["read_latency"] = 20;
  }

  PredictedMatch Match() const { return MatchPredictions(runs_, predictions_); }

  std::vector<ReportedRun> runs_;
  std::vector<ReportedPrediction> predictions_;
};

TEST_F(Matching, ByWhatTheyAreOf) {
  EXPECT_THAT(PairsOf(Match()), ElementsAre("p-a", "q-b"));
  EXPECT_THAT(Match().warnings, IsEmpty());
}

TEST_F(Matching, WithoutPredictionsThereIsNothingToSay) {
  predictions_.clear();
  EXPECT_THAT(PairsOf(Match()), IsEmpty());
  EXPECT_THAT(Match().warnings, IsEmpty());
}

TEST_F(Matching, WithoutTheRightOneThatOfTheNetworkWithAWarning) {
  predictions_.pop_back();
  EXPECT_THAT(PairsOf(Match()), ElementsAre("p-a", "p-b"));
  EXPECT_THAT(Match().warnings,
              ElementsAre("b: found memory.read_latency 40, allowed: 20, that of p.json"));
}

TEST_F(Matching, AnotherNetworkIsNotHeldAgainst) {
  runs_[1].result.network = "Another";
  EXPECT_THAT(PairsOf(Match()), ElementsAre("p-a"));
  EXPECT_THAT(Match().warnings,
              ElementsAre("b: found network 'Another', of which there is no prediction",
                          "q: no run is of this prediction; a: found memory.read_latency 20, "
                          "allowed: 40, that of q.json"));
  predictions_[1].file.network = "A third";
  EXPECT_THAT(Match().warnings,
              ElementsAre("b: found network 'Another', of which there is no prediction",
                          "q: found a prediction of network 'A third', of which there is no run"));
}

}  // namespace
}  // namespace nve
