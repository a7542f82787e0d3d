// SPDX-License-Identifier: Apache-2.0
// Addresses of several masters at one port.
#include "model/transfer/memory_port.hpp"

#include <gtest/gtest.h>

namespace nve::transfer {
namespace {

constexpr int64_t kUnderWay = 2;

// A port of which the input channel had the last turn.
struct Port {
  AddressPort addresses{kUnderWay, kInputMaster};
  History<16> ends;  // of bursts

  Acceptance Accept(Cycle want, int master) { return addresses.Accept(want, master, ends); }
};

TEST(AddressPort, AnAddressAloneIsPassedOnAtOnce) {
  Port port;
  const Acceptance acceptance = port.Accept(10, kInputMaster);
  EXPECT_EQ(acceptance.taken, 10);
  EXPECT_EQ(acceptance.passed, 10);
}

TEST(AddressPort, TwoInOneCycleAreTakenTogetherAndFollowEachOther) {
  Port port;
  port.addresses.Pass(10, kDescriptorMaster);
  const Acceptance beside = port.Accept(8, kInputMaster);
  EXPECT_EQ(beside.taken, 10);
  EXPECT_EQ(beside.passed, 11);
  port.addresses.Pass(beside.passed, kInputMaster);
  // Its master's next one waits until the port no longer holds it.
  port.ends.Push(11);
  const Acceptance next = port.Accept(11, kInputMaster);
  EXPECT_EQ(next.taken, 12);
  EXPECT_EQ(next.passed, 12);
}

TEST(AddressPort, AFullPortWaitsForTheEndOfABurst) {
  Port port;
  for (Cycle now = 0; now < kUnderWay; ++now) port.addresses.Pass(now, kInputMaster);
  EXPECT_EQ(port.Accept(5, kDescriptorMaster).passed, kUnknown);
  port.ends.Push(20);
  EXPECT_EQ(port.Accept(5, kDescriptorMaster).passed, 21);
  // Room for one is found by two in the same cycle, and by none after it.
  port.addresses.Pass(21, kDescriptorMaster);
  EXPECT_EQ(port.Accept(5, kInputMaster).taken, 21);
  EXPECT_EQ(port.Accept(5, kInputMaster).passed, 22);
  EXPECT_EQ(port.Accept(22, kInputMaster).passed, kUnknown);
}

}  // namespace
}  // namespace nve::transfer
