// SPDX-License-Identifier: Apache-2.0
// Comparison of waves: see wave_diff.hpp.
#include "host/waves/wave_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/diagnostics/diagnostics.hpp"
#include "host/waves/fst_blocks.hpp"

namespace nve {
namespace {

// What both files have, by number: the name, and the number of its values in each.
struct Pairs {
  std::vector<std::string> names;
  std::vector<uint32_t> a;
  std::vector<uint32_t> b;

  void Add(const std::string& name, const FstSignal& in_a, const FstSignal& in_b) {
    names.push_back(name);
    a.push_back(in_a.handle);
    b.push_back(in_b.handle);
  }
};

// Variables of the RTL's loops, in scopes to which Verilator gives a name: no state of the
// hardware.
bool IsLoopVariable(const std::string& name) {
  return name.find(".unnamedblk") != std::string::npos;
}

struct Common {
  Pairs signals;
  Pairs constants;
};

Common CommonOf(const WaveFile& a, const WaveFile& b, const std::string& scope, WaveDiff* diff) {
  const auto chosen = [&](const std::string& name) {
    return name.starts_with(scope) && !IsLoopVariable(name);
  };
  Common common;
  for (const auto& [name, signal] : a.signals()) {
    if (!chosen(name)) continue;
    const auto other = b.signals().find(name);
    if (other == b.signals().end()) {
      ++diff->only_a;
    } else if (signal.constant && other->second.constant) {
      common.constants.Add(name, signal, other->second);
    } else if (other->second.bits != signal.bits) {
      ++diff->other_width;
    } else {
      common.signals.Add(name, signal, other->second);
    }
  }
  diff->signals = common.signals.names.size();
  diff->only_b = static_cast<size_t>(
      std::count_if(b.signals().begin(), b.signals().end(), [&](const auto& signal) {
        return chosen(signal.first) && !a.signals().contains(signal.first);
      }));
  return common;
}

// The first time from `first` to `last` at which the states differ; both begin at `first` or
// before.
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

std::string CyclesText(const WaveFile& file) {
  return fmt::format("{} with the cycles {} to {}", file.path(), file.first_time() / kTimePerCycle,
                     file.last_time() / kTimePerCycle);
}

bool IsRegister(const WaveDifference& difference) { return difference.name.ends_with("_q"); }

// The values of both files at a time that differ.
std::vector<WaveDifference> DifferencesAt(uint64_t time, const WaveFile& a, const WaveFile& b,
                                          const Pairs& pairs) {
  if (pairs.names.empty()) return {};
  const std::vector<std::string> values_a = a.ValuesAt(time, pairs.a);
  const std::vector<std::string> values_b = b.ValuesAt(time, pairs.b);
  std::vector<WaveDifference> differences;
  for (size_t i = 0; i < pairs.names.size(); ++i) {
    if (values_a[i] == values_b[i]) continue;
    differences.push_back({pairs.names[i], "", values_a[i], values_b[i]});
  }
  return differences;
}

void CompareValues(const WaveFile& a, const WaveFile& b, const Pairs& pairs, WaveDiff* diff) {
  diff->differences = DifferencesAt(diff->time, a, b, pairs);
  if (diff->time > diff->first_time) {
    std::vector<uint32_t> handles;
    for (const WaveDifference& d : diff->differences) {
      handles.push_back(a.signals().at(d.name).handle);
    }
    const std::vector<std::string> before = a.ValuesAt(diff->time - 1, handles);
    for (size_t i = 0; i < before.size(); ++i) diff->differences[i].before = before[i];
  }
  if (diff->differences.empty()) {
    throw InputError(
        fmt::format("{} or {} is damaged: found no value that differs at time {}, "
                    "where the changes before it do",
                    a.path(), b.path(), diff->time));
  }
  std::stable_partition(diff->differences.begin(), diff->differences.end(), IsRegister);
}

}  // namespace

WaveDiff CompareWaves(const WaveFile& a, const WaveFile& b, const std::string& scope) {
  for (const WaveFile* file : {&a, &b}) {
    if (file->last_time() == 0) {
      throw InputError({file->path(), 0, ""},
                       "found no cycle, as of a window behind the end of the run; expected one");
    }
  }
  WaveDiff diff;
  const Common common = CommonOf(a, b, scope, &diff);
  const Pairs& pairs = common.signals;
  if (pairs.names.empty()) {
    throw InputError(fmt::format("the files have no signal '{}…' in common", scope));
  }
  diff.first_time = std::max(a.first_time(), b.first_time());
  diff.last_time = std::min(a.last_time(), b.last_time());
  if (diff.first_time > diff.last_time) {
    throw InputError(
        fmt::format("the files have no cycle in common: found {} and {}, allowed: windows that "
                    "overlap; record one of the runs again with another --wave-window",
                    CyclesText(a), CyclesText(b)));
  }
  diff.constants = DifferencesAt(diff.first_time, a, b, common.constants);
  const std::optional<uint64_t> time =
      FirstDifference(a.States(pairs.a), b.States(pairs.b), diff.first_time, diff.last_time);
  if (!time) return diff;
  diff.time = *time;
  CompareValues(a, b, pairs, &diff);
  return diff;
}

}  // namespace nve
