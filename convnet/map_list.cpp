// SPDX-License-Identifier: Apache-2.0
// Lists of input maps: see map_list.hpp.
#include "convnet/map_list.hpp"

#include <fmt/format.h>

#include <bitset>
#include <limits>

#include "base/text/numbers.hpp"

namespace nve {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

// Splits at commas and white space; with `wrapped`, white space that ends a line vanishes.
std::vector<std::string> Split(const std::string& text, bool wrapped) {
  std::vector<std::string> items(1);
  bool space = false, line_end = false;  // since the current item's last character
  for (const char c : text) {
    if (kSpace.find(c) != std::string_view::npos) {
      space = true;
      line_end = line_end || c == '\n';
      continue;
    }
    const bool next = space && !items.back().empty() && !(wrapped && line_end);
    if (c == ',' || next) items.emplace_back();
    if (c != ',') items.back() += c;
    space = line_end = false;
  }
  return items;
}

std::vector<std::string> SplitMapList(const std::string& text, std::optional<int> count) {
  std::vector<std::string> items = Split(text, /*wrapped=*/false);
  if (!count || items.size() == static_cast<size_t>(*count)) return items;
  if (text.find(',') == std::string::npos || text.find('-') != std::string::npos) return items;
  std::vector<std::string> joined = Split(text, /*wrapped=*/true);
  return joined.size() == static_cast<size_t>(*count) ? joined : items;
}

std::optional<int> ToMapIndex(std::string_view text) {
  const std::optional<uint64_t> index = ParseNumber(text, kMaxMapIndex);
  return index ? std::optional<int>(*index) : std::nullopt;
}

// An item as messages show it: long ones cut.
std::string Shown(const std::string& item) {
  constexpr size_t kShown = 60;
  return item.size() <= kShown ? item : item.substr(0, kShown) + "...";
}

class ListReader {
 public:
  ListReader(const SourceLocation& where, Diagnostics& diagnostics)
      : where_(where), diagnostics_(diagnostics) {}

  // Reads until the end or until there are too many problems for anyone to read.
  void Read(const std::vector<std::string>& items) {
    constexpr int kMaxProblems = 20;
    for (size_t i = 0; i < items.size() && problems_ < kMaxProblems; ++i) {
      const size_t dash = items[i].find('-');
      if (dash == std::string::npos) {
        ReadIndex(items[i]);
      } else {
        ReadRange(items[i], dash);
      }
    }
  }

  const std::vector<int>& maps() const { return maps_; }
  bool ok() const { return problems_ == 0; }

 private:
  void ReadIndex(const std::string& item) {
    const std::optional<int> index = ToMapIndex(item);
    if (!index) {
      Problem(fmt::format("'{}' in the list is no map index, allowed are 0 to {}", Shown(item),
                          kMaxMapIndex));
    } else if (!Append(*index)) {
      Problem(fmt::format("input map {} is listed twice", *index));
    }
  }

  void ReadRange(const std::string& item, size_t dash) {
    const std::optional<int> first = ToMapIndex(std::string_view(item).substr(0, dash));
    const std::optional<int> last = ToMapIndex(std::string_view(item).substr(dash + 1));
    if (!first || !last) {
      Problem(
          fmt::format("'{}' in the list is no range, allowed are two map indices from 0 to {} "
                      "as in 0-3, without blanks",
                      Shown(item), kMaxMapIndex));
      return;
    }
    if (*first > *last) {
      Problem(fmt::format("range {} runs backwards, allowed is {}-{}", Shown(item), *last, *first));
      return;
    }
    for (int map = *first; map <= *last; ++map) {
      if (Append(map)) continue;
      Problem(
          fmt::format("range {} overlaps what is listed before it: input map {} is listed "
                      "twice",
                      Shown(item), map));
      return;
    }
  }

  // False if the map is there already.
  bool Append(int map) {
    if (seen_.test(map)) return false;
    seen_.set(map);
    maps_.push_back(map);
    return true;
  }

  void Problem(const std::string& text) {
    diagnostics_.Error(where_, text);
    ++problems_;
  }

  const SourceLocation& where_;
  Diagnostics& diagnostics_;
  std::vector<int> maps_;
  std::bitset<kMaxMapIndex + 1> seen_;
  int problems_ = 0;
};

}  // namespace

std::optional<int> ToInt(std::string_view text) {
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return std::nullopt;
  text = text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
  const std::optional<uint64_t> value = ParseNumber(text, std::numeric_limits<int>::max());
  return value ? std::optional<int>(*value) : std::nullopt;
}

std::vector<int> ReadMapList(const std::string& text, std::optional<int> count,
                             const SourceLocation& where, Diagnostics& diagnostics) {
  ListReader reader(where, diagnostics);
  reader.Read(SplitMapList(text, count));
  if (reader.ok() && count && *count != static_cast<int>(reader.maps().size())) {
    diagnostics.Error(
        where, fmt::format("cnt is {}, but the list has {} map(s)", *count, reader.maps().size()));
  }
  return reader.maps();
}

}  // namespace nve
