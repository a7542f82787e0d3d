// Comparison of waves: see wave_diff.hpp.
#include "host/diff/wave_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>

#include "compiler/support/diagnostics.hpp"

namespace nve {
namespace {

// One signal of both files.
struct Pair {
  std::string name;
  uint32_t a = 0;
  uint32_t b = 0;
};

struct StateAt {
  uint64_t time = 0;
  uint64_t state = 0;
};

// The finisher of splitmix64.
uint64_t Mixed(uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

uint64_t HashOf(size_t pair, std::string_view value) {
  return Mixed(std::hash<std::string_view>{}(value) + Mixed(pair + 1));
}

std::vector<Pair> PairsOf(const FstFile& a, const FstFile& b, const std::string& scope) {
  std::vector<Pair> pairs;
  for (const auto& [name, handle] : a.signals()) {
    const auto other = b.signals().find(name);
    if (name.starts_with(scope) && other != b.signals().end()) {
      pairs.push_back({name, handle, other->second});
    }
  }
  return pairs;
}

// The states of a file from one change to the next, `handle` its side of the pairs.
std::vector<StateAt> StatesOf(FstFile& file, const std::vector<Pair>& pairs,
                              uint32_t Pair::*handle) {
  struct Signal {
    std::vector<size_t> pairs;
    uint64_t sum = 0;  // of the hashes of its value, over the pairs
  };
  std::vector<Signal> signals(file.handles() + 1);
  for (size_t i = 0; i < pairs.size(); ++i) signals[pairs[i].*handle].pairs.push_back(i);
  std::vector<StateAt> states;
  uint64_t state = 0;
  file.ForEachChange([&](uint64_t time, uint32_t changed, std::string_view value) {
    Signal& signal = signals[changed];
    if (signal.pairs.empty()) return;
    uint64_t sum = 0;
    for (const size_t pair : signal.pairs) sum += HashOf(pair, value);
    state += sum - signal.sum;
    signal.sum = sum;
    if (states.empty() || states.back().time != time) states.push_back({time, 0});
    states.back().state = state;
  });
  return states;
}

// The first time from `first` to `last` at which the states differ.
std::optional<uint64_t> FirstDifference(const std::vector<StateAt>& a,
                                        const std::vector<StateAt>& b, uint64_t first,
                                        uint64_t last) {
  const auto behind = [](const std::vector<StateAt>& states, uint64_t time) {
    return std::upper_bound(states.begin(), states.end(), time,
                            [](uint64_t t, const StateAt& state) { return t < state.time; });
  };
  auto next_a = behind(a, first);
  auto next_b = behind(b, first);
  uint64_t time = first;
  while (time <= last) {
    if (next_a == a.begin() || next_b == b.begin())
      throw InternalError("waves without a beginning");
    if ((next_a - 1)->state != (next_b - 1)->state) return time;
    const uint64_t to_a = next_a == a.end() ? UINT64_MAX : next_a->time;
    const uint64_t to_b = next_b == b.end() ? UINT64_MAX : next_b->time;
    time = std::min(to_a, to_b);
    if (time == UINT64_MAX) break;
    if (to_a == time) ++next_a;
    if (to_b == time) ++next_b;
  }
  return std::nullopt;
}

size_t OnlyIn(const FstFile& file, const FstFile& other, const std::string& scope) {
  return static_cast<size_t>(
      std::count_if(file.signals().begin(), file.signals().end(), [&](const auto& signal) {
        return signal.first.starts_with(scope) && !other.signals().contains(signal.first);
      }));
}

bool IsRegister(const SignalDifference& difference) { return difference.name.ends_with("_q"); }

}  // namespace

WaveDiff CompareWaves(FstFile& a, FstFile& b, const std::string& scope) {
  const std::vector<Pair> pairs = PairsOf(a, b, scope);
  if (pairs.empty()) {
    throw InputError(fmt::format("the files have no signal '{}…' in common", scope));
  }
  WaveDiff diff;
  diff.signals = pairs.size();
  diff.only_a = OnlyIn(a, b, scope);
  diff.only_b = OnlyIn(b, a, scope);
  diff.first_time = std::max(a.first_time(), b.first_time());
  diff.last_time = std::min(a.last_time(), b.last_time());
  if (diff.first_time > diff.last_time) {
    throw InputError(fmt::format("the files have no time in common: {} to {} and {} to {}",
                                 a.first_time(), a.last_time(), b.first_time(), b.last_time()));
  }
  const std::optional<uint64_t> time = FirstDifference(
      StatesOf(a, pairs, &Pair::a), StatesOf(b, pairs, &Pair::b), diff.first_time, diff.last_time);
  if (!time) return diff;
  diff.time = *time;
  for (const Pair& pair : pairs) {
    const std::string value_a = a.ValueAt(*time, pair.a);
    const std::string value_b = b.ValueAt(*time, pair.b);
    if (value_a == value_b) continue;
    const uint64_t before = std::max(diff.first_time, *time - std::min<uint64_t>(*time, 1));
    diff.differences.push_back({pair.name, a.ValueAt(before, pair.a), value_a, value_b});
  }
  std::stable_partition(diff.differences.begin(), diff.differences.end(), IsRegister);
  return diff;
}

}  // namespace nve
