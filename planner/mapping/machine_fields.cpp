// SPDX-License-Identifier: Apache-2.0
// Fields of machine files: see machine_fields.hpp.
#include "planner/mapping/machine_fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "base/files/files.hpp"
#include "base/json/json_member.hpp"

namespace nve::planner {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kLeastRate = 1e-6;
constexpr double kMostRate = 1e6;

bool IsWhole(const Json& value, int64_t most) {
  return value.is_number_integer() && value >= 1 && value <= most;
}

}  // namespace

MachineFields::MachineFields(const std::string& file, const Json& json,
                             const std::vector<std::string>& fields)
    : file_(file), json_(json) {
  if (!json_.is_object()) throw InputError({file_, 0, ""}, "found no object { }");
  for (const auto& [key, value] : json_.items()) {
    if (std::ranges::find(fields, key) == fields.end()) {
      Error(key, fmt::format("unknown, allowed: {}", fmt::join(fields, ", ")));
    }
  }
}

void MachineFields::Error(const std::string& key, const std::string& text) {
  problems_.Error({file_, 0, JsonMember(key)}, text);
}

void MachineFields::Refuse(const std::string& key, const Json& found, const std::string& allowed) {
  Error(key, fmt::format("found {}, allowed: {}", found.dump(), allowed));
}

const Json* MachineFields::Find(const std::string& key, const std::string& allowed) {
  if (json_.contains(key)) return &json_[key];
  Error(key, "missing, allowed: " + allowed);
  return nullptr;
}

double MachineFields::Rate(const std::string& key, const std::string& unit) {
  const std::string allowed =
      fmt::format("a number of {} from {} to {}", unit, kLeastRate, kMostRate);
  const Json* value = Find(key, allowed);
  if (value == nullptr) return 1;
  const bool good =
      value->is_number() && value->get<double>() >= kLeastRate && value->get<double>() <= kMostRate;
  if (!good) Refuse(key, *value, allowed);
  return good ? value->get<double>() : 1;
}

int64_t MachineFields::Number(const std::string& key, const std::string& meaning, int64_t most) {
  const std::string allowed = fmt::format("a whole number from 1 to {}: {}", most, meaning);
  const Json* value = Find(key, allowed);
  if (value == nullptr) return 1;
  const bool good = IsWhole(*value, most);
  if (!good) Refuse(key, *value, allowed);
  return good ? value->get<int64_t>() : 1;
}

void MachineFields::ReadNumbers(const std::string& key, const std::string& meaning, int64_t most,
                                std::span<int64_t> numbers) {
  const std::string allowed =
      fmt::format("{} whole numbers from 1 to {}: {}", numbers.size(), most, meaning);
  const Json* value = Find(key, allowed);
  if (value == nullptr) return;
  bool good = value->is_array() && value->size() == numbers.size();
  for (size_t i = 0; good && i < numbers.size(); ++i) {
    good = IsWhole((*value)[i], most);
    if (good) numbers[i] = (*value)[i].get<int64_t>();
  }
  if (!good) Refuse(key, *value, allowed);
}

std::vector<std::string> MachineNames(std::span<const NamedMachine> machines) {
  std::vector<std::string> names;
  names.reserve(machines.size());
  for (const auto& [name, text] : machines) names.emplace_back(name);
  return names;
}

MachineText ReadMachineText(const std::string& name_or_path,
                            std::span<const NamedMachine> machines) {
  for (const auto& [name, text] : machines) {
    if (name == name_or_path) return {name_or_path, name_or_path, std::string(text)};
  }
  return {std::filesystem::path(name_or_path).stem().string(), name_or_path,
          ReadFileText(name_or_path)};
}

}  // namespace nve::planner
