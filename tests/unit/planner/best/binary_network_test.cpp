// SPDX-License-Identifier: Apache-2.0
// A binary says enough of its network for other steps: those that nvec would have given it.
#include "planner/best/binary_network.hpp"

#include <gtest/gtest.h>

#include <string>

#include "compiler/transpose.hpp"
#include "convnet/network_xml.hpp"
#include "planner/best/best_plan.hpp"
#include "program/checks.hpp"
#include "tests/unit/base/files/test_files.hpp"

namespace nve::planner {
namespace {

class BinaryNetwork : public ::testing::TestWithParam<const char*> {
 protected:
  const Network network_ = LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/" + GetParam());
  const Weights weights_ = SeededWeights(network_, 1);
};

TEST_P(BinaryNetwork, TheBestStepsAreThoseOfTheCompiler) {
  CompileOptions options;
  options.passes.half_vectors = HalfVectors::kNever;
  options.passes.max_maps_per_program = 1;
  options.feed = Feed::kMover;
  options.cores = 3;
  options.layout.other = std::nullopt;
  options.vectors = Vectors::kHorizontal;
  const Binary finished = Compile(network_, weights_, options).binary;
  const Network network = NetworkOf(finished, "p.nve");
  transfer::TransferOptions transfer;
  PlanCache cache;
  options.cores = 2;
  const PlanSpace of_binary(network, WithoutSteps(finished), 2, {Feed::kMover}, transfer, cache);
  const PlanSpace of_network(network_, weights_, options, {Feed::kMover}, transfer, cache);
  const auto search = [](const PlanSpace& space) {
    return FindBestPlan(space, 0, [](int64_t, double) {});
  };
  const Binary planned = PlannedBinary(of_binary, search(of_binary));
  EXPECT_TRUE(CheckBinary(planned).empty());
  const BestPlan best = search(of_network);
  EXPECT_EQ(SerializeBinary(planned),
            SerializeBinary(Compile(network_, weights_, OptionsOf(of_network, best)).binary));
}

INSTANTIATE_TEST_SUITE_P(Networks, BinaryNetwork,
                         ::testing::Values("face_detection.xml", "small/two_layers.xml",
                                           "small/mix1x1.xml"),
                         [](const auto& one) {
                           const std::string path = one.param;
                           const size_t begin = path.find('/') + 1;
                           return path.substr(begin, path.find('.') - begin);
                         });

TEST(BinaryNetworkOf, RefusesStepsOfOthers) {
  const Network network =
      LoadNetwork(std::string(NVE_SOURCE_DIR) + "/networks/small/two_layers.xml");
  const Binary whole = Compile(network, SeededWeights(network, 1), {}).binary;
  Binary binary = whole;
  binary.steps.pop_back();
  while (std::holds_alternative<ClearStep>(binary.steps.back())) binary.steps.pop_back();
  binary.steps.pop_back();
  ExpectInputError(
      [&] { NetworkOf(binary, "p.nve"); },
      "p.nve: error: found steps that move other bytes than its layers need, allowed: a "
      "binary of nvec");
  binary = whole;
  binary.planes.back().layer = 0;
  ExpectInputError([&] { NetworkOf(binary, "p.nve"); },
                   "p.nve: error: found no plane of map 1 for");
  binary = whole;
  binary.layers.clear();
  ExpectInputError([&] { NetworkOf(binary, "p.nve"); },
                   "p.nve: error: found programs without layers");
}

}  // namespace
}  // namespace nve::planner
