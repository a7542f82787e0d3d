// SPDX-License-Identifier: Apache-2.0
// A platform whose DMA writes wrong statuses, or whose stream into the core lacks TLAST: the rules
// of the DMA end the simulation.
//
// SystemC runs once in a process, so every platform has one of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "base/diagnostics/messages.hpp"
#include "host/driver/step_executor.hpp"
#include "host/platform/main_stack.hpp"
#include "host/platform/platform.hpp"
#include "model/reference/reference.hpp"
#include "tb/coverage/wrong_tile.hpp"
#include "tests/cosim/figure17_binary.hpp"
#include "tests/unit/host/axi/broken_rule.hpp"

namespace nve {
namespace {

using testing::BrokenRule;
using ::testing::ContainsRegex;
using ::testing::ExitedWithCode;

// Runs a frame with the outputs of the tile changed and says what rule was broken. Exit code: 1 if
// one was.
[[noreturn]] void RunWith(const std::function<void(TileOutputs&)>& change) {
  PlatformOptions options;
  options.make_tile = [&](int) { return std::make_unique<WrongTile>(MakeTile(), change); };
  Platform platform("platform", options);
  const Network network = Figure17Network(18, 22);
  const Binary binary = Figure17Binary(network, SeededWeights(network, 7), 1, Feed::kColumn);
  const FeatureMaps picture(1, network.InputHeight(), network.InputWidth());
  ExecutorOptions executor_options;
  executor_options.feed = Feed::kColumn;
  const std::vector<TileAddress> tiles = platform.TileAddresses();
  platform.processor().SetProgram([&](Bus& bus) {
    StepExecutor(bus, tiles, binary, executor_options, StepObserver{}).Run(picture, "frame");
  });
  sc_core::sc_start();
  TellMainStack();
  const std::exception_ptr failure = platform.fabric().failure();
  const std::string broken = BrokenRule([&] {
    if (failure != nullptr) std::rethrow_exception(failure);
  });
  Message("{}\n", broken);
  std::_Exit(broken.empty() ? 0 : 1);
}

TEST(WrongDma, WrongStatusEndsTheSimulation) {
  EXPECT_EXIT(RunWith(ChangeStatusBytes), ExitedWithCode(1),
              ContainsRegex("DMA rule D5 broken at tile 0 mm2s in cycle "));
}

TEST(WrongDma, MissingLastEndsTheSimulation) {
  EXPECT_EXIT(RunWith(HideInputLast), ExitedWithCode(1),
              ContainsRegex("DMA rule S6 broken at tile 0 mm2s in cycle "));
}

TEST(WrongDma, RightOneBreaksNoRule) {
  EXPECT_EXIT(RunWith(KeepOutputs), ExitedWithCode(0), "^\n$");
}

}  // namespace
}  // namespace nve
