// SPDX-License-Identifier: Apache-2.0
// See plan_options.hpp.
#include "planner/best/plan_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "base/diagnostics/diagnostics.hpp"
#include "base/text/numbers.hpp"
#include "base/text/text_lines.hpp"

namespace nve::planner {

double ParsePercent(std::string_view option, std::string_view text) {
  constexpr double kMostPercent = 100;
  const std::string_view number = text.ends_with('%') ? text.substr(0, text.size() - 1) : text;
  const std::optional<double> percent = ParseDecimal(number);
  if (percent && *percent <= kMostPercent) return *percent / 100;
  throw InputError(fmt::format("{}: found '{}', allowed: percent from 0 to {}, as 0.2%", option,
                               text, kMostPercent));
}

transfer::TransferOptions TransferOptionsOf(const PlatformArguments& platform, uint64_t cores) {
  transfer::TransferOptions options;
  static_cast<ProcessorOptions&>(options) = platform.processor;
  options.memory = ReadMemory(platform);
  if (cores > 1 && options.memory.board.cores_per_port > 1) {
    throw InputError(
        fmt::format("prediction: found {} cores and board.cores_per_port {}, allowed: 1, "
                    "ports of their own for "
                    "each core, or --cores 1; simulate it instead (docs/cores.md, section 8)",
                    cores, options.memory.board.cores_per_port));
  }
  options.max_descriptor_bytes = platform.max_descriptor;
  return options;
}

std::vector<Feed> ParseFeeds(const std::string& text) {
  std::vector<Feed> feeds;
  const std::vector<std::string> names = FeedNames();
  for (const std::string_view part : PartsOf(text, ',')) {
    const std::string name(part);
    if (std::ranges::find(names, name) == names.end() ||
        std::ranges::find(feeds, FeedOf(name)) != feeds.end()) {
      throw InputError(
          fmt::format("--feed: found '{}' in '{}', allowed: {}, of a plan several of "
                      "them, as mover,column",
                      name, text, fmt::join(names, ", ")));
    }
    feeds.push_back(FeedOf(name));
  }
  return feeds;
}

}  // namespace nve::planner
