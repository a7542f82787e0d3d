// SPDX-License-Identifier: Apache-2.0
// Text and JSON of a comparison: see diff_report.hpp.
#include "host/waves/diff_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/numbers.hpp"
#include "host/waves/fst_blocks.hpp"

namespace nve {
namespace {

// A run from the beginning has its first values in cycle 1.
constexpr uint64_t kBeginning = kTimePerCycle;

// A value of more bits is shown by its words that differ, at most so many.
constexpr size_t kWideBits = 128;
constexpr size_t kWordBits = 32;
constexpr size_t kMostWords = 4;

// Those of another machine would fill the screen.
constexpr size_t kMostConstants = 5;

std::string Hex(const std::string& bits) {
  if (bits.find_first_not_of("01") != std::string::npos) return bits;
  std::string text = "0x";
  for (size_t at = 0; at < bits.size();) {
    const size_t digit = (bits.size() - at - 1) % 4 + 1;
    text += fmt::format(
        "{:x}", ParseNumber(std::string_view(bits).substr(at, digit), UINT64_MAX, 2).value());
    at += digit;
  }
  return text;
}

std::string Values(const WaveDifference& d) {
  const std::string both = fmt::format("{}, {}", Hex(d.a), Hex(d.b));
  return d.before.empty() ? both : fmt::format("{} -> {}", Hex(d.before), both);
}

// "  name: values", or a line for each of the words that differ.
std::string Lines(const WaveDifference& d) {
  const size_t bits = d.a.size();
  if (bits <= kWideBits || d.b.size() != bits) {
    return fmt::format("  {}: {}\n", d.name, Values(d));
  }
  std::string words;
  size_t differ = 0;
  for (size_t low = 0; low < bits; low += kWordBits) {
    const size_t count = std::min(kWordBits, bits - low);
    const auto part = [&](const std::string& value) {
      return value.size() != bits ? "" : value.substr(bits - low - count, count);
    };
    const WaveDifference word = {"", part(d.before), part(d.a), part(d.b)};
    if (word.a == word.b || ++differ > kMostWords) continue;
    words += fmt::format("    [{}:{}]: {}\n", low + count - 1, low, Values(word));
  }
  if (differ > kMostWords) words += fmt::format("    and {} more words\n", differ - kMostWords);
  return fmt::format("  {}: {} of {} words differ\n{}", d.name, differ,
                     (bits + kWordBits - 1) / kWordBits, words);
}

// Nothing is known of the time before the first one that both files have.
bool MayDifferEarlier(const WaveDiff& diff) {
  return !diff.differences.empty() && diff.time == diff.first_time && diff.time > kBeginning;
}

std::string TextOf(const std::vector<WaveDifference>& differences, size_t most) {
  std::string text;
  for (size_t i = 0; i < std::min(most, differences.size()); ++i) text += Lines(differences[i]);
  if (differences.size() > most) text += fmt::format("  and {} more\n", differences.size() - most);
  return text;
}

std::vector<SignalOfDiff> SignalsOf(const std::vector<WaveDifference>& differences) {
  std::vector<SignalOfDiff> signals;
  for (const WaveDifference& d : differences) {
    SignalOfDiff& signal = signals.emplace_back();
    signal.signal = d.name;
    if (!d.before.empty()) signal.before.value = Hex(d.before);
    signal.a = Hex(d.a);
    signal.b = Hex(d.b);
  }
  return signals;
}

}  // namespace

std::string TextOf(const WaveDiff& diff, size_t most) {
  std::string text = fmt::format("compared: {} signals, cycles {} to {}", diff.signals,
                                 diff.first_time / kTimePerCycle, diff.last_time / kTimePerCycle);
  if (diff.only_a + diff.only_b > 0) {
    text += fmt::format("; only in the first: {} signals, only in the second: {}", diff.only_a,
                        diff.only_b);
  }
  if (diff.other_width > 0) text += fmt::format("; of another width: {}", diff.other_width);
  text += "\n";
  if (!diff.constants.empty()) {
    text += fmt::format("parameters of the design that differ: {}\n", diff.constants.size());
    text += TextOf(diff.constants, std::min(most, kMostConstants));
  }
  if (diff.differences.empty()) return text + "no difference\n";
  text += fmt::format("first difference: cycle {} (time {}), {} signals\n",
                      diff.time / kTimePerCycle, diff.time, diff.differences.size());
  if (MayDifferEarlier(diff)) {
    text += "  this is the first cycle that both files have: the runs may differ earlier\n";
  }
  return text + TextOf(diff.differences, most);
}

DiffFile DiffResult(const WaveDiff& diff) {
  DiffFile file;
  file.signals = diff.signals;
  file.only_a = diff.only_a;
  file.only_b = diff.only_b;
  file.other_width = diff.other_width;
  file.first_cycle = diff.first_time / kTimePerCycle;
  file.last_cycle = diff.last_time / kTimePerCycle;
  if (!diff.differences.empty()) file.cycle.value = diff.time / kTimePerCycle;
  file.may_differ_earlier = MayDifferEarlier(diff);
  file.differences = SignalsOf(diff.differences);
  file.parameters = SignalsOf(diff.constants);
  return file;
}

}  // namespace nve
