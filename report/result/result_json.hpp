// SPDX-License-Identifier: Apache-2.0
// Results as JSON, by their tables of fields: written, read, and described by a JSON Schema (draft
// 2020-12).
//
// The templates only walk through the tables. Whatever does not depend on the type is a function of
// result_json.cpp, since there are some thousand fields, and the compiler makes all of this for
// each of them.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

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

/// Adds a member to an object, or an element to a list.
void PutMember(nlohmann::ordered_json& object, const std::string& key,
               nlohmann::ordered_json&& value);
void PutElement(nlohmann::ordered_json& list, nlohmann::ordered_json&& value);

template <typename T>
nlohmann::ordered_json ResultJson(const T& value) {
  using Kind = ResultKind<T>;
  if constexpr (HasFields<T>) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    ForEachField<T>([&](const auto& field) {
      const auto& member = value.*(field.member);
      if constexpr (ResultKind<std::decay_t<decltype(member)>>::kOptional) {
        if (member) PutMember(json, field.key, ResultJson(*member));
      } else {
        PutMember(json, field.key, ResultJson(member));
      }
    });
    return json;
  } else if constexpr (Kind::kOrNull) {
    return value.value ? ResultJson(*value.value) : nlohmann::ordered_json(nullptr);
  } else if constexpr (Kind::kNamed) {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const auto& [name, member] : value) PutMember(json, name, ResultJson(member));
    return json;
  } else if constexpr (Kind::kList) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const auto& member : value) PutElement(json, ResultJson(member));
    return json;
  } else if constexpr (std::is_same_v<T, Figure>) {
    return FigureJson(value);
  } else {
    return value;
  }
}

/// What a schema says of a field besides its type.
struct FieldWords {
  const char* key;
  const char* meaning;
  bool count, required;
};

/// Schemas: of a struct, field by field, and of types made of others.
class StructSchema {
 public:
  void Add(const FieldWords& field, nlohmann::ordered_json&& schema);
  nlohmann::ordered_json Schema() &&;

 private:
  nlohmann::ordered_json properties_ = nlohmann::ordered_json::object();
  nlohmann::ordered_json required_ = nlohmann::ordered_json::array();
};

nlohmann::ordered_json TypeSchema(const char* type);
nlohmann::ordered_json CountSchema();
nlohmann::ordered_json NullableSchema(nlohmann::ordered_json&& inner);
nlohmann::ordered_json ListSchema(nlohmann::ordered_json&& inner);
nlohmann::ordered_json NamedSchema(nlohmann::ordered_json&& inner);

template <typename T>
nlohmann::ordered_json ResultSchema() {
  using Kind = ResultKind<T>;
  if constexpr (HasFields<T>) {
    StructSchema schema;
    ForEachField<T>([&](const auto& field) {
      using Member = std::decay_t<decltype(std::declval<T>().*(field.member))>;
      schema.Add({field.key, field.meaning, field.count, !ResultKind<Member>::kOptional},
                 ResultSchema<Member>());
    });
    return std::move(schema).Schema();
  } else if constexpr (Kind::kOptional) {
    return ResultSchema<typename Kind::Inner>();
  } else if constexpr (Kind::kOrNull) {
    return NullableSchema(ResultSchema<typename Kind::Inner>());
  } else if constexpr (Kind::kNamed) {
    return NamedSchema(ResultSchema<typename Kind::Inner>());
  } else if constexpr (Kind::kList) {
    return ListSchema(ResultSchema<typename Kind::Inner>());
  } else if constexpr (std::is_same_v<T, nlohmann::ordered_json>) {
    return TypeSchema("object");
  } else if constexpr (std::is_same_v<T, bool>) {
    return TypeSchema("boolean");
  } else if constexpr (std::unsigned_integral<T>) {
    return CountSchema();
  } else if constexpr (std::integral<T>) {
    return TypeSchema("integer");
  } else if constexpr (std::floating_point<T> || std::is_same_v<T, Figure>) {
    return TypeSchema("number");
  } else {
    static_assert(std::is_same_v<T, std::string>);
    return TypeSchema("string");
  }
}

/// What a file of a kind says of itself, before the schema of its contents.
nlohmann::ordered_json WithFileHead(const char* schema_name, const char* meaning, int version,
                                    nlohmann::ordered_json&& schema);

/// The schema of a whole file: of a struct with kSchema and kMeaning. `version` is the file's.
template <HasFields T>
nlohmann::ordered_json FileSchema(int version) {
  return WithFileHead(T::kSchema, T::kMeaning, version, ResultSchema<T>());
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
        Read(member, Below(place, name), value.back().second);
      }
    } else if constexpr (Kind::kList) {
      if (!Is(json.is_array(), json, place, "a list")) return;
      for (const auto& member : json) {
        const std::string own = Below(place, value.size());
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
  using Keys = std::vector<std::string>;

  template <HasFields T>
  void ReadFields(const nlohmann::ordered_json& json, const std::string& place, T& value) const {
    Keys known;
    ForEachField<T>([&](const auto& field) {
      using Member = std::decay_t<decltype(value.*(field.member))>;
      const FieldWords words = {field.key, field.meaning, field.count,
                                !ResultKind<Member>::kOptional && field.since <= version_};
      if (const auto* found = Find(json, place, words, known)) {
        Read(*found, Below(place, field.key), value.*(field.member));
      }
    });
    RefuseOthers(json, place, known);
  }

  static std::string Below(const std::string& place, const std::string& key);
  static std::string Below(const std::string& place, size_t index);
  /// The member of a field if there is one to read; `known` gets its key.
  const nlohmann::ordered_json* Find(const nlohmann::ordered_json& json, const std::string& place,
                                     const FieldWords& field, Keys& known) const;
  void RefuseOthers(const nlohmann::ordered_json& json, const std::string& place,
                    const Keys& known) const;
  static bool IsWhole(const nlohmann::ordered_json& json, int64_t least, uint64_t most);
  bool Is(bool fits, const nlohmann::ordered_json& json, const std::string& place,
          const char* allowed) const;
  void Error(const std::string& place, const std::string& text) const;

  std::string file_;
  int version_;
  Diagnostics& problems_;
};

}  // namespace nve
