// SPDX-License-Identifier: Apache-2.0
// The fields of a machine file: what all kinds of machines check alike.
//
// A machine file is a JSON object, which may have comments. All its problems are collected; a field
// that is missing or wrong has a harmless value until they are thrown.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"

namespace nve::planner {

class MachineFields {
 public:
  /// Reports members that are none of `fields`. InputError if `json` is no object.
  MachineFields(const std::string& file, const nlohmann::ordered_json& json,
                const std::vector<std::string>& fields);

  void Error(const std::string& key, const std::string& text);
  /// "found VALUE, allowed: ALLOWED".
  void Refuse(const std::string& key, const nlohmann::ordered_json& found,
              const std::string& allowed);

  /// The field, or nothing and a message.
  const nlohmann::ordered_json* Find(const std::string& key, const std::string& allowed);

  /// A number from a millionth to a million.
  double Rate(const std::string& key, const std::string& unit);

  /// A whole number from 1.
  int64_t Number(const std::string& key, const std::string& meaning, int64_t most);

  /// A list of N of them.
  template <size_t N>
  std::array<int64_t, N> Numbers(const std::string& key, const std::string& meaning, int64_t most) {
    std::array<int64_t, N> numbers = {};
    ReadNumbers(key, meaning, most, numbers);
    return numbers;
  }

  void ThrowIfErrors() const { problems_.ThrowIfErrors(); }

 private:
  void ReadNumbers(const std::string& key, const std::string& meaning, int64_t most,
                   std::span<int64_t> numbers);

  std::string file_;
  const nlohmann::ordered_json& json_;
  Diagnostics problems_;
};

/// A machine that is there by name, and its file's text.
using NamedMachine = std::pair<std::string_view, std::string_view>;

struct MachineText {
  std::string name;  ///< the file's, without folder and ending
  std::string file;  ///< for messages
  std::string text;
};

std::vector<std::string> MachineNames(std::span<const NamedMachine> machines);

/// One of them, or a file.
MachineText ReadMachineText(const std::string& name_or_path,
                            std::span<const NamedMachine> machines);

}  // namespace nve::planner
