// SPDX-License-Identifier: Apache-2.0
// A result file of any kind as tables, by the schema of its kind.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "report/html/html.hpp"

namespace nve {

/// A file that is as its schema says.
struct SchemaFile {
  const nlohmann::ordered_json& schema;
  const nlohmann::ordered_json& json;
  size_t number = 0;  ///< in sources, from 0
  int level = 2;      ///< of the headings
};

/// A value of a result: a number in groups of digits, and with as many decimals as four of its
/// digits need; a list with commas.
HtmlValue JsonCell(const nlohmann::ordered_json& json, const std::string& pointer);

/// The same with a capital at its beginning.
std::string Capital(std::string text);

/// A section for every list of objects, a row for each, and one of all values that are in none,
/// with what each means.
Html FileTables(const SchemaFile& file);

}  // namespace nve
