// SPDX-License-Identifier: Apache-2.0
// Tables of fields: what a struct of a result is called in files and what it means. One table per
// struct writes files, reads them and makes their JSON Schema (result_json.hpp).
//
// A struct has a table as `static constexpr auto kFields = std::make_tuple(Key(...), ...)` behind
// its members. Members are numbers, texts, truth values, other structs with tables, std::vector of
// them, std::optional (left out without a value), OrNull (null without one), Named and Figure.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace nve {

/// A key of an object in a file.
template <typename Struct, typename Member>
struct ResultField {
  const char* key;
  Member Struct::*member;
  const char* meaning;  ///< with the unit, for the schema
  int since;            ///< the first version of files that have it; older ones need not
  bool count = false;   ///< a whole number, 0 or more, although its type could be below
};

template <typename Struct, typename Member>
constexpr ResultField<Struct, Member> Key(const char* key, Member Struct::*member,
                                          const char* meaning, int since = 0) {
  return {key, member, meaning, since};
}

/// The same of a number that is never below 0.
template <typename Struct, typename Member>
constexpr ResultField<Struct, Member> Count(const char* key, Member Struct::*member,
                                            const char* meaning, int since = 0) {
  return {key, member, meaning, since, true};
}

/// Null in a file if there is no value.
template <typename T>
struct OrNull {
  std::optional<T> value;
};

/// A number that has no decimals in a file if it is whole.
struct Figure {
  double value = 0;
};

/// An object whose keys the run decides, in their order.
template <typename T>
using Named = std::vector<std::pair<std::string, T>>;

/// What files begin with. The struct of a whole file is one, and has kSchema, its name, and
/// kMeaning.
struct FileHead {
  std::string schema;
  int schema_version = 1;
  std::string tool;
  std::optional<std::string> command;
  static constexpr auto kFields =
      std::make_tuple(Key("schema", &FileHead::schema, "kind of the file"),
                      Key("schema_version", &FileHead::schema_version, "version of the schema"),
                      Key("tool", &FileHead::tool, "program that has written the file"),
                      Key("command", &FileHead::command, "command to run it again"));
};

/// The same file, which says by which command it was written.
template <typename File>
File WithCommand(File file, const std::string& command) {
  file.command = command;
  return file;
}

}  // namespace nve
