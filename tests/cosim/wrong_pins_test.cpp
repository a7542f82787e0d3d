// SPDX-License-Identifier: Apache-2.0
// Tiles whose pins break the AXI rules, in reset or later: the platform watches every port of them.
//
// SystemC runs once in a process, so every platform has one of its own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <exception>
#include <functional>
#include <iostream>
#include <memory>
#include <ostream>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "base/diagnostics/messages.hpp"
#include "host/platform/main_stack.hpp"
#include "host/platform/platform.hpp"
#include "tb/coverage/wrong_tile.hpp"
#include "tests/unit/host/axi/broken_rule.hpp"

namespace nve {
namespace {

using testing::BrokenRule;
using ::testing::ContainsRegex;
using ::testing::ExitedWithCode;

// A VALID of a port, with an address that no bus has, and how the message names that port.
struct Port {
  const char* name;
  const char* place;
  std::function<void(TileOutputs&)> outputs = KeepOutputs;
  std::function<void(arch::ProbeInputs&, arch::Probe&)> probe = [](auto&, auto&) {};
};

std::ostream& operator<<(std::ostream& out, const Port& port) { return out << port.name; }

void ValidAt2(bool& valid, uint32_t& address) {
  valid = true;
  address = 2;
}

std::vector<Port> Ports() {
  return {{"Sg", "tile 0 sg",
           [](TileOutputs& out) { ValidAt2(out.ports[0].arvalid, out.ports[0].araddr); }},
          {"Mm2s", "tile 0 mm2s",
           [](TileOutputs& out) { ValidAt2(out.ports[1].arvalid, out.ports[1].araddr); }},
          {"S2mm", "tile 0 s2mm",
           [](TileOutputs& out) { ValidAt2(out.ports[2].awvalid, out.ports[2].awaddr); }},
          {"Core", "the registers at 0x43c0", [](TileOutputs& out) { out.core.rvalid = true; }},
          {"Dma", "the registers at 0x404", [](TileOutputs& out) { out.dma.bvalid = true; }},
          {"Input", "tile 0 stream into the core", KeepOutputs,
           [](arch::ProbeInputs& in, arch::Probe& out) {
             in.s_tvalid = 1;
             out.s_tready = 0;
           }},
          {"Output", "tile 0 stream out of the core", KeepOutputs,
           [](arch::ProbeInputs& in, arch::Probe& out) {
             out.m_tvalid = 1;
             in.m_tready = 0;
           }}};
}

// Runs a platform for a few accesses and says what rule was broken. Exit code: 1 if one was.
[[noreturn]] void RunWith(const std::function<std::unique_ptr<TileModel>()>& make_tile) {
  const std::string broken = BrokenRule([&] {
    PlatformOptions options;
    options.lockstep = false;  // which would see a changed probe first
    options.make_tile = [&](int) { return make_tile(); };
    Platform platform("platform", options);
    const uint64_t core = platform.TileAddresses().front().core_base;
    platform.processor().SetProgram([core](Bus& bus) {
      constexpr int kAccesses = 20;
      uint32_t value = 0;
      for (int access = 0; access < kAccesses; ++access) bus.Read32(core, value);
    });
    sc_core::sc_start();
    TellMainStack();
    const std::exception_ptr failure = platform.fabric().failure();
    if (failure != nullptr) std::rethrow_exception(failure);
  });
  Message("{}\n", broken);
  std::_Exit(broken.empty() ? 0 : 1);
}

// The tile with a VALID too many in the steps from `first` to `last`, those of the reset included.
std::unique_ptr<TileModel> MakeWrong(const Port& port, int first, int last) {
  const auto step = std::make_shared<int>(0);
  const auto wrong = [=] { return *step >= first && *step <= last; };
  auto tile = std::make_unique<WrongTile>(MakeTile(), [=](TileOutputs& outputs) {
    ++*step;
    if (wrong()) port.outputs(outputs);
  });
  tile->ChangeProbe([=](arch::ProbeInputs& inputs, arch::Probe& probe) {
    if (wrong()) port.probe(inputs, probe);
  });
  return tile;
}

class WrongPins : public ::testing::TestWithParam<Port> {};

TEST_P(WrongPins, InResetAreFound) {
  EXPECT_EXIT(RunWith([] { return MakeWrong(GetParam(), 2, 2); }), ExitedWithCode(1),
              ContainsRegex(std::string("rule .*1.* broken at ") + GetParam().place +
                            ".* in cycle 0: found .*VALID in reset"));
}

// Not in the first cycles, where no VALID at all is allowed.
TEST_P(WrongPins, InAnyCycleAreFound) {
  EXPECT_EXIT(RunWith([] { return MakeWrong(GetParam(), 30, 30); }), ExitedWithCode(1),
              ContainsRegex(std::string("AXI rule .* broken at ") + GetParam().place +
                            ".* in cycle 2[0-9]: "));
}

INSTANTIATE_TEST_SUITE_P(Ports, WrongPins, ::testing::ValuesIn(Ports()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(RightPins, BreakNoRule) {
  EXPECT_EXIT(RunWith([] { return MakeWrong(Ports().front(), 0, -1); }), ExitedWithCode(0), "^\n$");
}

}  // namespace
}  // namespace nve
