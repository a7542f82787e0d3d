// SPDX-License-Identifier: Apache-2.0
// Checks JSON against our own schemas.
#include "report/result/schema_check.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <vector>

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

bool HasType(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  NVE_CHECK(type == "number", "schemas have no other types");
  return value.is_number();
}

std::string WordsOf(const std::string& type) {
  static const std::map<std::string, std::string> words = {
      {"object", "an object"},      {"array", "a list"},           {"string", "a text"},
      {"boolean", "true or false"}, {"integer", "a whole number"}, {"number", "a number"}};
  return words.at(type);
}

std::vector<std::string> TypesOf(const Json& schema) {
  if (schema["type"].is_array()) return schema["type"].get<std::vector<std::string>>();
  return {schema["type"].get<std::string>()};
}

class Check {
 public:
  Check(const std::string& file, Diagnostics& problems) : file_(file), problems_(problems) {}

  void Value(const Json& schema, const Json& value, const std::string& place) const {
    if (schema.contains("anyOf")) {
      if (!value.is_null()) Value(WithoutNull(schema), value, place);
      return;
    }
    const std::vector<std::string> types = TypesOf(schema);
    if (std::ranges::none_of(types, [&](const auto& type) { return HasType(value, type); })) {
      std::vector<std::string> words(types.size());
      std::ranges::transform(types, words.begin(), WordsOf);
      Wrong(place, value, fmt::format("{}", fmt::join(words, " or ")));
    } else if (schema.contains("const") && value != schema["const"]) {
      Wrong(place, value, schema["const"].dump());
    } else if (schema.contains("minimum") && value < schema["minimum"]) {
      Wrong(place, value, schema["minimum"].dump() + " or more");
    } else if (value.is_object()) {
      Object(schema, value, place);
    } else if (value.is_array() && schema.contains("items")) {
      for (size_t k = 0; k < value.size(); ++k) {
        Value(schema["items"], value[k], fmt::format("{}/{}", place, k));
      }
    }
  }

 private:
  void Object(const Json& schema, const Json& value, const std::string& place) const {
    static const Json none = Json::object();
    const Json& fields = schema.contains("properties") ? schema["properties"] : none;
    for (const Json& key : schema.value("required", Json::array())) {
      if (!value.contains(key.get<std::string>())) {
        Error(place, "found no " + key.get<std::string>());
      }
    }
    std::vector<std::string> known;
    for (const auto& [key, field] : fields.items()) known.push_back(key);
    const Json* named = NamedPart(schema);
    for (const auto& [key, part] : value.items()) {
      const std::string own = fmt::format("{}/{}", place, key);
      if (fields.contains(key)) {
        Value(fields[key], part, own);
      } else if (named != nullptr) {
        Value(*named, part, own);
      } else if (schema.contains("additionalProperties")) {
        Error(place, fmt::format("found {}, allowed: {}", key, fmt::join(known, ", ")));
      }
    }
  }

  void Wrong(const std::string& place, const Json& value, const std::string& allowed) const {
    constexpr size_t kShown = 60;
    std::string found = value.dump(-1, ' ', true);
    if (found.size() > kShown) found = found.substr(0, kShown) + "...";
    Error(place, fmt::format("found {}, allowed: {}", found, allowed));
  }

  void Error(const std::string& place, const std::string& text) const {
    problems_.Error({file_, 0, place.empty() ? "the file" : place}, text);
  }

  const std::string& file_;
  Diagnostics& problems_;
};

}  // namespace

const Json& WithoutNull(const Json& schema) {
  return schema.contains("anyOf") ? schema["anyOf"][0] : schema;
}

const Json* NamedPart(const Json& schema) {
  const auto found = schema.find("additionalProperties");
  return found != schema.end() && found->is_object() ? &*found : nullptr;
}

void CheckBySchema(const Json& schema, const Json& value, const std::string& file,
                   Diagnostics& problems) {
  Check(file, problems).Value(schema, value, "");
}

}  // namespace nve
