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

std::string Values(const SignalDifference& d) {
  const std::string both = fmt::format("{}, {}", Hex(d.a), Hex(d.b));
  return d.before.empty() ? both : fmt::format("{} -> {}", Hex(d.before), both);
}

// "  name: values", or a line for each of the words that differ.
std::string Lines(const SignalDifference& d) {
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
    const SignalDifference word = {"", part(d.before), part(d.a), part(d.b)};
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

std::string TextOf(const std::vector<SignalDifference>& differences, size_t most) {
  std::string text;
  for (size_t i = 0; i < std::min(most, differences.size()); ++i) text += Lines(differences[i]);
  if (differences.size() > most) text += fmt::format("  and {} more\n", differences.size() - most);
  return text;
}

nlohmann::ordered_json JsonOf(const std::vector<SignalDifference>& differences) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const SignalDifference& d : differences) {
    nlohmann::ordered_json before = nullptr;
    if (!d.before.empty()) before = Hex(d.before);
    json.push_back({{"signal", d.name}, {"before", before}, {"a", Hex(d.a)}, {"b", Hex(d.b)}});
  }
  return json;
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

nlohmann::ordered_json JsonOf(const WaveDiff& diff) {
  nlohmann::ordered_json json = {{"signals", diff.signals},
                                 {"only_a", diff.only_a},
                                 {"only_b", diff.only_b},
                                 {"other_width", diff.other_width},
                                 {"first_cycle", diff.first_time / kTimePerCycle},
                                 {"last_cycle", diff.last_time / kTimePerCycle},
                                 {"cycle", nullptr},
                                 {"may_differ_earlier", MayDifferEarlier(diff)},
                                 {"differences", JsonOf(diff.differences)},
                                 {"parameters", JsonOf(diff.constants)}};
  if (!diff.differences.empty()) json["cycle"] = diff.time / kTimePerCycle;
  return json;
}

}  // namespace nve
