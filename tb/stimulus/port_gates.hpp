// SPDX-License-Identifier: Apache-2.0
// The five handshakes of an AXI port, each stalled by one side of it, for benches of DMA and
// registers.
#pragma once

#include <cstdint>

#include "tb/stimulus/stall_profile.hpp"

namespace nve {

struct PortGates {
  enum class Role : uint8_t { kMaster, kSlave };

  /// Shorter than the checkers wait for a slave.
  static constexpr int kFreezeCycles = 800;

  /// The side that waits: a slave takes requests and gives answers, a master the other way round.
  /// `words` go over each handshake in a run, about.
  PortGates(StallProfile profile, Role role, uint64_t seed, uint64_t words)
      : ar(profile, Requests(role), Mix(seed, 0), words, kFreezeCycles),
        r(profile, Answers(role), Mix(seed, 1), words, kFreezeCycles),
        aw(profile, Requests(role), Mix(seed, 2), words, kFreezeCycles),
        w(profile, Requests(role), Mix(seed, 3), words, kFreezeCycles),
        b(profile, Answers(role), Mix(seed, 4), words, kFreezeCycles) {}

  StallGate ar, r, aw, w, b;

 private:
  using Side = StallGate::Side;
  static constexpr Side Requests(Role role) {
    return role == Role::kSlave ? Side::kSink : Side::kSource;
  }
  static constexpr Side Answers(Role role) {
    return role == Role::kSlave ? Side::kSource : Side::kSink;
  }
};

}  // namespace nve
