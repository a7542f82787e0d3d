// SPDX-License-Identifier: Apache-2.0
// Results as JSON, by their tables of fields: written, read, and described by a JSON Schema (draft
// 2020-12).
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"
#include "report/result/result_field.hpp"

namespace nve {

/// A struct with a table of fields.
template <typename T>
concept HasFields = requires {
  T::kFields;
};

template <typename T>
struct ResultKind {
  static constexpr bool kOptional = false, kOrNull = false, kNamed = false, kList = false;
};
template <typename T>
struct ResultKind<std::optional<T>> : ResultKind<void> {
  static constexpr bool kOptional = true;
  using Inner = T;
};
template <typename T>
struct ResultKind<OrNull<T>> : ResultKind<void> {
  static constexpr bool kOrNull = true;
  using Inner = T;
};
template <typename T>
struct ResultKind<std::vector<T>> : ResultKind<void> {
  static constexpr bool kList = true;
  using Inner = T;
};
template <typename T>
struct ResultKind<Named<T>> : ResultKind<void> {
  static constexpr bool kNamed = true;
  using Inner = T;
};

/// Calls `visit` with each field of a struct's table, in its order.
template <HasFields T, typename Visit>
void ForEachField(const Visit& visit) {
  std::apply([&](const auto&... fields) { (visit(fields), ...); }, T::kFields);
}

/// A file that is not what it must be.
InputError WrongFile(const std::string& path, const std::string& found, const std::string& allowed);

nlohmann::ordered_json FigureJson(const Figure& figure);

template <typename T>
nlohmann::ordered_json ResultJson(const T& value) {
  using Kind = ResultKind<T>;
  if constexpr (HasFields<T>) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    ForEachField<T>([&](const auto& field) {
      const auto& member = value.*(field.member);
      if constexpr (ResultKind<std::decay_t<decltype(member)>>::kOptional) {
        if (member) json[field.key] = ResultJson(*member);
      } else {
        json[field.key] = ResultJson(member);
      }
    });
    return json;
  } else if constexpr (Kind::kOrNull) {
    return value.value ? ResultJson(*value.value) : nlohmann::ordered_json(nullptr);
  } else if constexpr (Kind::kNamed) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const auto& [name, member] : value) json[name] = ResultJson(member);
    return json;
  } else if constexpr (Kind::kList) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const auto& member : value) json.push_back(ResultJson(member));
    return json;
  } else if constexpr (std::is_same_v<T, Figure>) {
    return FigureJson(value);
  } else {
    return value;
  }
}

template <typename T>
nlohmann::ordered_json ResultSchema() {
  using Kind = ResultKind<T>;
  if constexpr (HasFields<T>) {
    nlohmann::ordered_json properties = nlohmann::ordered_json::object();
    nlohmann::ordered_json required = nlohmann::ordered_json::array();
    ForEachField<T>([&](const auto& field) {
      using Member = std::decay_t<decltype(std::declval<T>().*(field.member))>;
      nlohmann::ordered_json own = ResultSchema<Member>();
      if (field.count) own["minimum"] = 0;
      own["description"] = field.meaning;
      properties[field.key] = std::move(own);
      if (!ResultKind<Member>::kOptional) required.push_back(field.key);
    });
    return {{"type", "object"},
            {"properties", std::move(properties)},
            {"required", std::move(required)},
            {"additionalProperties", false}};
  } else if constexpr (Kind::kOptional) {
    return ResultSchema<typename Kind::Inner>();
  } else if constexpr (Kind::kOrNull) {
    return {{"anyOf", nlohmann::ordered_json::array(
                          {ResultSchema<typename Kind::Inner>(), {{"type", "null"}}})}};
  } else if constexpr (Kind::kNamed) {
    return {{"type", "object"}, {"additionalProperties", ResultSchema<typename Kind::Inner>()}};
  } else if constexpr (Kind::kList) {
    return {{"type", "array"}, {"items", ResultSchema<typename Kind::Inner>()}};
  } else if constexpr (std::is_same_v<T, nlohmann::ordered_json>) {
    return {{"type", "object"}};
  } else if constexpr (std::is_same_v<T, bool>) {
    return {{"type", "boolean"}};
  } else if constexpr (std::unsigned_integral<T>) {
    return {{"type", "integer"}, {"minimum", 0}};
  } else if constexpr (std::integral<T>) {
    return {{"type", "integer"}};
  } else if constexpr (std::floating_point<T> || std::is_same_v<T, Figure>) {
    return {{"type", "number"}};
  } else {
    static_assert(std::is_same_v<T, std::string>);
    return {{"type", "string"}};
  }
}

/// The schema of a whole file: of a struct with kSchema and kMeaning. `version` is the file's.
template <HasFields T>
nlohmann::ordered_json FileSchema(int version) {
  nlohmann::ordered_json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                                   {"title", T::kSchema},
                                   {"description", T::kMeaning}};
  schema.update(ResultSchema<T>());
  schema["properties"]["schema"]["const"] = T::kSchema;
  schema["properties"]["schema_version"]["const"] = version;
  return schema;
}

/// Reads what a file has. All problems are told, with the JSON pointer of their place.
class ResultReader {
 public:
  /// `version` is that of the file: fields that have come later may be missing.
  ResultReader(std::string file, int version, Diagnostics& problems)
      : file_(std::move(file)), version_(version), problems_(problems) {}

  template <typename T>
  void Read(const nlohmann::ordered_json& json, const std::string& place, T& value) const {
    using Kind = ResultKind<T>;
    if constexpr (HasFields<T>) {
      if (Is(json.is_object(), json, place, "an object")) ReadFields(json, place, value);
    } else if constexpr (Kind::kOptional) {
      value.emplace();
      Read(json, place, *value);
    } else if constexpr (Kind::kOrNull) {
      if (json.is_null()) return;
      value.value.emplace();
      Read(json, place, *value.value);
    } else if constexpr (Kind::kNamed) {
      if (!Is(json.is_object(), json, place, "an object")) return;
      for (const auto& [name, member] : json.items()) {
        value.emplace_back(name, typename Kind::Inner{});
        Read(member, fmt::format("{}/{}", place, name), value.back().second);
      }
    } else if constexpr (Kind::kList) {
      if (!Is(json.is_array(), json, place, "a list")) return;
      for (const auto& member : json) {
        const std::string own = fmt::format("{}/{}", place, value.size());
        Read(member, own, value.emplace_back());
      }
    } else if constexpr (std::is_same_v<T, nlohmann::ordered_json>) {
      if (Is(json.is_object(), json, place, "an object")) value = json;
    } else if constexpr (std::is_same_v<T, bool>) {
      if (Is(json.is_boolean(), json, place, "true or false")) value = json.get<bool>();
    } else if constexpr (std::integral<T>) {
      if (Is(IsWhole(json, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()), json,
             place, std::unsigned_integral<T> ? "a whole number, 0 or more" : "a whole number")) {
        value = json.get<T>();
      }
    } else if constexpr (std::is_same_v<T, Figure>) {
      Read(json, place, value.value);
    } else if constexpr (std::floating_point<T>) {
      if (Is(json.is_number(), json, place, "a number")) value = json.get<T>();
    } else {
      static_assert(std::is_same_v<T, std::string>);
      if (Is(json.is_string(), json, place, "a text")) value = json.get<std::string>();
    }
  }

 private:
  template <HasFields T>
  void ReadFields(const nlohmann::ordered_json& json, const std::string& place, T& value) const {
    std::vector<std::string> known;
    ForEachField<T>([&](const auto& field) {
      using Member = std::decay_t<decltype(value.*(field.member))>;
      known.emplace_back(field.key);
      const auto found = json.find(field.key);
      if (found != json.end() && field.count && found->is_number_integer() && *found < 0) {
        Is(false, *found, place + '/' + field.key, "a whole number, 0 or more");
      } else if (found != json.end()) {
        Read(*found, place + '/' + field.key, value.*(field.member));
      } else if (!ResultKind<Member>::kOptional && field.since <= version_) {
        Error(place, fmt::format("found no {}", field.key));
      }
    });
    for (const auto& [name, member] : json.items()) {
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      Error(place, fmt::format("found {}, allowed: {}", name, fmt::join(known, ", ")));
    }
  }

  static bool IsWhole(const nlohmann::ordered_json& json, int64_t least, uint64_t most);
  bool Is(bool fits, const nlohmann::ordered_json& json, const std::string& place,
          const char* allowed) const;
  void Error(const std::string& place, const std::string& text) const;

  std::string file_;
  int version_;
  Diagnostics& problems_;
};

}  // namespace nve
