// SPDX-License-Identifier: Apache-2.0
// What all fields have in common: see result_json.hpp.
#include "report/result/result_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
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

void PutMember(nlohmann::ordered_json& object, const std::string& key,
               nlohmann::ordered_json&& value) {
  object[key] = std::move(value);
}

void PutElement(nlohmann::ordered_json& list, nlohmann::ordered_json&& value) {
  list.push_back(std::move(value));
}

void StructSchema::Add(const FieldWords& field, nlohmann::ordered_json&& schema) {
  if (field.count) schema["minimum"] = 0;
  schema["description"] = field.meaning;
  properties_[field.key] = std::move(schema);
  if (field.required) required_.push_back(field.key);
}

nlohmann::ordered_json StructSchema::Schema() && {
  return {{"type", "object"},
          {"properties", std::move(properties_)},
          {"required", std::move(required_)},
          {"additionalProperties", false}};
}

nlohmann::ordered_json TypeSchema(const char* type) { return {{"type", type}}; }

nlohmann::ordered_json CountSchema() { return {{"type", "integer"}, {"minimum", 0}}; }

nlohmann::ordered_json NullableSchema(nlohmann::ordered_json&& inner) {
  return {{"anyOf", nlohmann::ordered_json::array({std::move(inner), {{"type", "null"}}})}};
}

nlohmann::ordered_json ListSchema(nlohmann::ordered_json&& inner) {
  return {{"type", "array"}, {"items", std::move(inner)}};
}

nlohmann::ordered_json NamedSchema(nlohmann::ordered_json&& inner) {
  return {{"type", "object"}, {"additionalProperties", std::move(inner)}};
}

nlohmann::ordered_json WithFileHead(const char* schema_name, const char* meaning, int version,
                                    nlohmann::ordered_json&& schema) {
  nlohmann::ordered_json file = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                                 {"title", schema_name},
                                 {"description", meaning}};
  file.update(schema);
  file["properties"]["schema"]["const"] = schema_name;
  file["properties"]["schema_version"]["const"] = version;
  return file;
}

std::string ResultReader::Below(const std::string& place, const std::string& key) {
  return place + '/' + key;
}

std::string ResultReader::Below(const std::string& place, size_t index) {
  return place + '/' + std::to_string(index);
}

const nlohmann::ordered_json* ResultReader::Find(const nlohmann::ordered_json& json,
                                                 const std::string& place, const FieldWords& field,
                                                 Keys& known) const {
  known.emplace_back(field.key);
  const auto found = json.find(field.key);
  if (found == json.end()) {
    if (field.required) Error(place, fmt::format("found no {}", field.key));
    return nullptr;
  }
  const bool below = field.count && found->is_number_integer() && *found < 0;
  Is(!below, *found, Below(place, field.key), "a whole number, 0 or more");
  return below ? nullptr : &*found;
}

void ResultReader::RefuseOthers(const nlohmann::ordered_json& json, const std::string& place,
                                const Keys& known) const {
  for (const auto& [name, member] : json.items()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    Error(place, fmt::format("found {}, allowed: {}", name, fmt::join(known, ", ")));
  }
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
