// SPDX-License-Identifier: Apache-2.0
// Leaves of JSON.
#include "report/html/json_leaves.hpp"

#include <fmt/format.h>

namespace nve {
namespace {

HtmlValue LeafValue(const nlohmann::ordered_json& json, const std::string& pointer) {
  HtmlValue value;
  value.source = pointer;
  if (json.is_string()) {
    value.text = json.get<std::string>();
  } else if (json.is_boolean()) {
    value.text = json.get<bool>() ? "yes" : "no";
  } else {
    value.text = json.is_null() ? "none" : json.dump();
    value.number = json.is_number();
  }
  return value;
}

void Collect(const nlohmann::ordered_json& json, const std::string& pointer,
             const std::string& name, std::vector<JsonLeaf>& leaves) {
  if (!json.is_structured()) {
    leaves.push_back({name, LeafValue(json, pointer)});
    return;
  }
  // Of a list the keys are its indices.
  for (const auto& [key, value] : json.items()) {
    Collect(value, fmt::format("{}/{}", pointer, PointerPart(key)),
            name.empty() ? key : fmt::format("{}.{}", name, key), leaves);
  }
}

}  // namespace

std::vector<JsonLeaf> LeavesOf(const ResultPlace<nlohmann::ordered_json>& place,
                               const std::string& name) {
  std::vector<JsonLeaf> leaves;
  Collect(*place, place.Pointer(), name, leaves);
  return leaves;
}

}  // namespace nve
