// SPDX-License-Identifier: Apache-2.0
// Whether a prediction is of a run: each difference alone is told, and nothing else.
#include "report/compare/predicted_work.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/report/some_prediction.hpp"

namespace nve {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class PredictedWork : public ::testing::Test {
 protected:
  PredictedWork() : results_(testing::SomeResults()) {}

  std::vector<std::string> Others() const {
    return OtherThanPredicted(results_.predictions[0], results_.runs[0]);
  }

  void Stop(size_t layer) {
    Run().layers[layer].cycles = 0;
    Run().layers[layer].elapsed_cycles = 0;
  }

  RunResult& Run() { return results_.runs[0].result; }
  PredictionResult& Predicted() { return *results_.predictions[0].file.predicted; }

  ReportedResults results_;
};

TEST_F(PredictedWork, OfTheSameNothingIsTold) {
  EXPECT_THAT(Others(), IsEmpty());
  Run().layers[0].elapsed_cycles = 7;
  Run().feed = "ideal";
  EXPECT_THAT(Others(), IsEmpty()) << "what is measured is no difference of the work";
}

TEST_F(PredictedWork, AnotherNetwork) {
  Run().network = "Another";
  EXPECT_THAT(Others(),
              ElementsAre("found network 'Another', allowed: 'A Network', that of p.json"));
}

TEST_F(PredictedWork, AnotherMachine) {
  Run().machine.name = "nve8";
  EXPECT_THAT(Others(), ElementsAre("found machine 'nve8', allowed: 'nve', that of p.json"));
  Run().schema_version = 0;
  EXPECT_THAT(Others(), IsEmpty()) << "the file does not say";
  Run().arch = "nve8";
  EXPECT_THAT(Others(), ElementsAre("found machine 'nve8', allowed: 'nve', that of p.json"));
}

TEST_F(PredictedWork, SeveralCores) {
  Run().cores = std::vector<CoreOfRun>{{0, 9, 7, {}, {}}, {1, 9, 0, {}, {}}};
  EXPECT_THAT(Others(), IsEmpty()) << "one of which has nothing to do";
  Run().cores->back().busy = 1;
  EXPECT_THAT(Others(), ElementsAre("found 2 cores at work, allowed: 1, as many as p.json is of"));
  Predicted().cores = 2;
  EXPECT_THAT(Others(), IsEmpty());
}

TEST_F(PredictedWork, OtherParametersThatBothSay) {
  Run().memory->config = {{"read_latency", 30}, {"more", 1}, {"board", {{"ports", "shared"}}}};
  EXPECT_THAT(Others(),
              ElementsAre("found memory.read_latency 30, allowed: 20, that of p.json",
                          "found memory.board.ports \"shared\", allowed: \"separate\", that of "
                          "p.json"));
  Run().memory->config = {{"read_latency", 20.0}, {"board", 7}};
  EXPECT_THAT(Others(), ElementsAre("found memory.board 7, allowed: {\"ports\":\"separate\"}, that "
                                    "of p.json"));
  Run().memory.reset();
  EXPECT_THAT(Others(), IsEmpty());
  Run().processor = ProcessorOfRun{194, 0, 0};
  Predicted().processor = {194, 5, 0};
  EXPECT_THAT(Others(),
              ElementsAre("found processor.register_cycles 0, allowed: 5, that of p.json"));
}

TEST_F(PredictedWork, APartOfTheLayers) {
  Stop(1);
  EXPECT_THAT(Others(), ElementsAre("found no run of L2, allowed: all layers of p.json"));
  Predicted().layers.pop_back();
  EXPECT_THAT(Others(), IsEmpty());
  Predicted().layers.pop_back();
  EXPECT_THAT(Others(), ElementsAre("found a run of L1, allowed: the layers of p.json only"));
}

TEST_F(PredictedWork, ARunThatFailedLacksNoLayer) {
  results_.runs[0] = testing::FailedRun();
  EXPECT_THAT(Others(), IsEmpty());
}

TEST_F(PredictedWork, AnotherProgram) {
  Run().layers[1].stalls.input += 1;
  EXPECT_THAT(Others(),
              ElementsAre("L2: found 213 cycles in which the core works, allowed: 214, those of "
                          "p.json; is it another program, a picture of another size or a part of "
                          "the strips?"));
  for (LayerOfPrediction& layer : Predicted().layers) layer.feeds.clear();
  EXPECT_THAT(Others(), IsEmpty()) << "the file does not say";
}

}  // namespace
}  // namespace nve
