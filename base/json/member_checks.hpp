// SPDX-License-Identifier: Apache-2.0
// Values of members of a JSON file: each is checked, and all that is wrong is collected.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "base/json/json_member.hpp"

namespace nve {

class MemberChecks {
 public:
  /// `problems` must outlive this.
  MemberChecks(const std::string& path, Diagnostics& problems) : path_(path), problems_(problems) {}

  /// `member` is a path such as "dram.cl".
  void Error(const std::string& member, const std::string& text) {
    problems_.Error({path_, 0, JsonMember(member)}, text);
  }

  /// The number, or nothing and a message.
  std::optional<double> Number(const std::string& member, const nlohmann::ordered_json& value,
                               bool integer, double least, double most) {
    const bool right_type = integer ? value.is_number_integer() : value.is_number();
    if (right_type && value.get<double>() >= least && value.get<double>() <= most) {
      return value.get<double>();
    }
    Error(member, fmt::format("found {}, allowed: {} {} to {}", value.dump(),
                              integer ? "whole numbers" : "numbers", least, most));
    return std::nullopt;
  }

  /// The value of `allowed` that it is, or nothing and a message.
  template <typename T>
  std::optional<T> Choice(const std::string& member, const nlohmann::ordered_json& value,
                          const std::vector<T>& allowed) {
    for (const T& one : allowed) {
      if (value == one) return one;
    }
    Error(member, fmt::format("found {}, allowed: {}", value.dump(), fmt::join(allowed, ", ")));
    return std::nullopt;
  }

 private:
  std::string path_;
  Diagnostics& problems_;
};

}  // namespace nve
