// SPDX-License-Identifier: Apache-2.0
// Profiles: see stall_profile.hpp.
#include "tb/stimulus/stall_profile.hpp"

#include <algorithm>

namespace nve {
namespace {

constexpr uint32_t kMeanBurst = 50;  // cycles
constexpr uint64_t kCongestorSalt = 0x636F6E67;

}  // namespace

Congestor CongestorOf(uint64_t seed) {
  const uint64_t bits = Mix(seed, kCongestorSalt);
  if (bits % 4 != 0) return Congestor::kNone;
  return static_cast<Congestor>(1 + bits / 4 % (kCongestorNames.size() - 1));
}

StallGate::StallGate(StallProfile profile, Side side, uint64_t seed, uint64_t words,
                     int freeze_cycles)
    : profile_(profile), side_(side), freeze_cycles_(freeze_cycles), draw_(seed) {
  if (profile_ == StallProfile::kMixed) {
    profile_ = static_cast<StallProfile>(draw_.Below(static_cast<uint32_t>(StallProfile::kMixed)));
  }
  on_ = profile_ != StallProfile::kBursts || draw_.OneIn(2);
  // Few words fill no FIFO unless their neighbour is slow; many would take too long then.
  constexpr uint64_t kLongWait = 3000;  // cycles, of all words together
  constexpr uint64_t kMostWait = 64;
  const uint64_t slow = kLongWait / std::max<uint64_t>(words, 1);
  wait_ = draw_.OneIn(4) ? 2 : static_cast<uint32_t>(std::clamp<uint64_t>(slow, 2, kMostWait));
  // What comes before is as without stalls; what comes behind has a FIFO to go on with.
  freeze_ = draw_.Below(static_cast<uint32_t>(std::clamp<uint64_t>(words / 2, 1, 100'000)));
}

bool StallGate::Decide(bool other) {
  const bool source = side_ == Side::kSource;
  switch (profile_) {
    case StallProfile::kRandom25:
      return draw_.Percent(25);
    case StallProfile::kRandom50:
      return draw_.Percent(50);
    case StallProfile::kRandom75:
      return draw_.Percent(75);
    case StallProfile::kBursts:
      if (draw_.OneIn(kMeanBurst)) on_ = !on_;
      return on_;
    case StallProfile::kFreeze:
      // A sink waits with a word in view, else nobody might notice.
      if (words_ != freeze_ || frozen_ == freeze_cycles_ || !(source || other)) return true;
      ++frozen_;
      return false;
    case StallProfile::kReadyFirst:
      return source ? seen_ : !taken_;
    case StallProfile::kValidFirst:
      return source || (other && seen_ && draw_.OneIn(wait_));
    case StallProfile::kAlways:
    case StallProfile::kMixed:
      return true;
  }
  return true;
}

bool StallGate::Next(bool other) {
  const bool decided = Decide(other);
  const bool on = decided || holding_;
  seen_ = other;
  taken_ = on && other;
  words_ += taken_ ? 1 : 0;
  holding_ = side_ == Side::kSource && on && !other;
  return on;
}

}  // namespace nve
