// A platform whose DMA writes wrong statuses: the rules of the DMA end the simulation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <exception>
#include <memory>
#include <systemc>
#include <vector>

#include "host/driver/plan_executor.hpp"
#include "host/platform/main_stack.hpp"
#include "host/platform/platform.hpp"
#include "model/reference/reference.hpp"
#include "tests/cosim/figure17_binary.hpp"
#include "tests/coverage/wrong_tile.hpp"
#include "tests/unit/platform/broken_rule.hpp"

namespace nve {
namespace {

using testing::BrokenRule;
using ::testing::HasSubstr;

TEST(WrongDma, EndsTheSimulation) {
  PlatformOptions options;
  options.make_tile = [](int) {
    return std::make_unique<WrongTile>(MakeTile(), ChangeStatusBytes);
  };
  Platform platform("platform", options);
  const Network network = Figure17Network(18, 22);
  const Binary binary = Figure17Binary(network, SeededWeights(network, 7), 1, Feed::kColumn);
  const FeatureMaps picture(1, network.InputHeight(), network.InputWidth());
  ExecutorOptions executor_options;
  executor_options.feed = Feed::kColumn;
  const std::vector<TileAddress> tiles = platform.TileAddresses();
  platform.processor().SetProgram([&](Bus& bus) {
    PlanExecutor(bus, tiles, binary, executor_options, StepObserver{}).Run(picture, "frame");
  });
  sc_core::sc_start();
  TellMainStack();
  ASSERT_NE(platform.fabric().failure(), nullptr);
  EXPECT_THAT(BrokenRule([&] { std::rethrow_exception(platform.fabric().failure()); }),
              HasSubstr("DMA rule D5 broken at tile 0 mm2s in cycle "));
}

}  // namespace
}  // namespace nve
