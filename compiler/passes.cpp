#include "compiler/passes.hpp"

#include <algorithm>

namespace nve {

const std::vector<CompilerPasses>& Presets() {
  const auto ladder = [](const char* name, LadderOptions options, Fusion fusion) {
    return CompilerPasses{name, Scheduler::kLadder, options, fusion, HalfVectors::kNever, 0, false};
  };
  static const std::vector<CompilerPasses> kPresets = {
      ladder("O0", {false, false, Algorithm1::kThesis}, Fusion::kNone),
      ladder("O1", {true, false, Algorithm1::kThesis}, Fusion::kNone),
      ladder("O2", {true, true, Algorithm1::kThesis}, Fusion::kNone),
      ladder("O3", {true, true, Algorithm1::kThesis}, Fusion::kGreedy),
      ladder("scopes2015", {false, true, Algorithm1::kScopes}, Fusion::kInOrder),
      {"default", Scheduler::kExact, {}, Fusion::kFewest, HalfVectors::kAuto, 0, false},
  };
  return kPresets;
}

const CompilerPasses* FindPreset(const std::string& name) {
  const auto found =
      std::find_if(Presets().begin(), Presets().end(),
                   [&](const CompilerPasses& passes) { return passes.name == name; });
  return found == Presets().end() ? nullptr : &*found;
}

}  // namespace nve
