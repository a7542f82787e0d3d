// SPDX-License-Identifier: Apache-2.0
// Problems of result files: see result_json.hpp.
#include "report/result/result_json.hpp"

#include <cmath>

namespace nve {

InputError WrongFile(const std::string& path, const std::string& found,
                     const std::string& allowed) {
  return {{path, 0, ""}, fmt::format("found {}, allowed: {}", found, allowed)};
}

nlohmann::ordered_json FigureJson(const Figure& figure) {
  // Beyond this not every whole number is a double.
  constexpr double kMostWhole = 9007199254740992;
  const bool whole =
      figure.value == std::floor(figure.value) && std::abs(figure.value) <= kMostWhole;
  if (whole) return static_cast<int64_t>(figure.value);
  return figure.value;
}

bool ResultReader::IsWhole(const nlohmann::ordered_json& json, int64_t least, uint64_t most) {
  if (json.is_number_unsigned()) return json.get<uint64_t>() <= most;
  return json.is_number_integer() && json.get<int64_t>() >= least;
}

bool ResultReader::Is(bool fits, const nlohmann::ordered_json& json, const std::string& place,
                      const char* allowed) const {
  if (fits) return true;
  constexpr size_t kShown = 60;
  std::string found = json.dump(-1, ' ', true);
  if (found.size() > kShown) found = found.substr(0, kShown) + "...";
  Error(place, fmt::format("found {}, allowed: {}", found, allowed));
  return false;
}

void ResultReader::Error(const std::string& place, const std::string& text) const {
  problems_.Error({file_, 0, place.empty() ? "the file" : place}, text);
}

}  // namespace nve
