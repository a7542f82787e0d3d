// Profiles: see stall_profile.hpp.
#include "tests/stimulus/stall_profile.hpp"

#include <algorithm>

namespace nve {
namespace {

constexpr uint32_t kMeanBurst = 50;  // cycles
constexpr int64_t kFreezeCycles = 1000;
constexpr uint64_t kCongestorSalt = 0x636F6E67;

}  // namespace

Congestor CongestorOf(uint64_t seed) {
  const uint64_t bits = Mix(seed, kCongestorSalt);
  if (bits % 4 != 0) return Congestor::kNone;
  return static_cast<Congestor>(1 + bits / 4 % (kCongestorNames.size() - 1));
}

StallGate::StallGate(StallProfile profile, Side side, uint64_t seed, int64_t cycles)
    : profile_(profile), side_(side), draw_(seed) {
  if (profile_ == StallProfile::kMixed) {
    profile_ = static_cast<StallProfile>(draw_.Below(static_cast<uint32_t>(StallProfile::kMixed)));
  }
  freeze_ = draw_.Below(static_cast<uint32_t>(std::clamp<int64_t>(cycles, 1, 100'000)));
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
      return cycle_ < freeze_ || cycle_ >= freeze_ + kFreezeCycles;
    case StallProfile::kReadyFirst:
      return source ? seen_ : !taken_;
    case StallProfile::kValidFirst:
      return source || (other && seen_ && draw_.OneIn(2));
    case StallProfile::kAlways:
    case StallProfile::kMixed:
      return true;
  }
  return true;
}

bool StallGate::Next(bool other) {
  const bool decided = Decide(other);
  const bool on = decided || holding_;
  ++cycle_;
  seen_ = other;
  taken_ = on && other;
  holding_ = side_ == Side::kSource && on && !other;
  return on;
}

}  // namespace nve
