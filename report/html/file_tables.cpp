// SPDX-License-Identifier: Apache-2.0
// Goes through a file and its schema at once.
#include "report/html/file_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <deque>
#include <string_view>
#include <vector>

#include "report/html/html_table.hpp"
#include "report/html/json_leaves.hpp"
#include "report/html/section.hpp"
#include "report/markup.hpp"
#include "report/result/schema_check.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kMostRows = 500;  // that are not folded

// Shown at the beginning of the page
constexpr std::array<std::string_view, 4> kHead = {"schema", "schema_version", "tool", "command"};

std::string Below(const std::string& pointer, const std::string& key) {
  return pointer + '/' + PointerPart(key);
}

std::string Dotted(const std::string& name, const std::string& key) {
  return name.empty() ? key : name + '.' + key;
}

// The name of a row within that of another; either may be empty.
std::string Within(const std::string& outer, const std::string& inner) {
  return outer.empty() || inner.empty() ? outer + inner : fmt::format("{} / {}", outer, inner);
}

std::string NumberText(const Json& json) {
  // Beyond this not every whole number is a double.
  constexpr double kMostWhole = 9007199254740992;
  const double value = json.get<double>(), size = std::abs(value);
  if (size > kMostWhole) return json.dump();
  if (value == std::floor(value)) return GroupedNumber(value, 0);
  constexpr int kDigits = 4, kMostDecimals = 12;
  const int decimals = kDigits - 1 - static_cast<int>(std::floor(std::log10(size)));
  return decimals > kMostDecimals ? json.dump() : GroupedNumber(value, std::max(decimals, 1));
}

std::string PlainText(const Json& json) {
  return json.is_string() ? json.get<std::string>() : json.dump();
}

// The schema of what a list or an object with free names has in it; nullptr if it is neither.
const Json* PartOf(const Json& schema) {
  if (schema.contains("items")) return &WithoutNull(schema["items"]);
  const Json* named = NamedPart(schema);
  return named == nullptr ? nullptr : &WithoutNull(*named);
}

// Whether a value has rows: objects with keys of a table, or lists, of which each is one.
bool HasRows(const Json& schema) {
  const Json* part = PartOf(schema);
  if (part == nullptr) return false;
  const bool grid = schema.contains("items") && part->contains("items");
  return part->contains("properties") || grid || HasRows(*part);
}

// A value of a row or of the file that is neither list nor object.
struct Leaf {
  std::string name, meaning;
  HtmlValue value;
  bool text = false;
};

// A value with rows.
struct Rows {
  std::string name, meaning;
  std::string of;  // the row that has it
  const Json* schema;
  const Json* json;
  std::string pointer;
  const Json* heads;  // of columns, if it is a list of lists: beside it
};

struct Parts {
  std::vector<Leaf> leaves;
  std::vector<Rows> rows;
};

struct Place {
  const Json& schema;
  const Json& json;
  std::string pointer, name, meaning;
};

void Collect(const Place& place, const Json* heads, Parts& parts) {
  const Json& schema = WithoutNull(place.schema);
  const Json& json = place.json;
  if (schema.contains("properties") && json.is_object()) {
    const Json& fields = schema["properties"];
    const Json* columns = json.contains("columns") ? &json["columns"] : nullptr;
    for (const auto& [key, field] : fields.items()) {
      if (!json.contains(key)) continue;
      const std::string own = field.value("description", "");
      Collect({field, json[key], Below(place.pointer, key), Dotted(place.name, key),
               place.meaning.empty() ? own : place.meaning + ": " + own},
              columns, parts);
    }
  } else if (json.is_structured() && HasRows(schema)) {
    parts.rows.push_back({place.name, place.meaning, "", &schema, &json, place.pointer, heads});
  } else if (json.is_object()) {
    for (JsonLeaf& leaf : LeavesOf(ResultPlace<Json>(json, place.pointer), place.name)) {
      leaf.value.number = false;
      parts.leaves.push_back({leaf.name, place.meaning, std::move(leaf.value), true});
    }
  } else {
    parts.leaves.push_back(
        {place.name, place.meaning, JsonCell(json, place.pointer), json.is_string()});
  }
}

// The parameters that rows have values of their own of.
std::vector<std::string> VariedOf(const Json& file) {
  std::vector<std::string> names;
  for (const auto& [list, rows] : file.items()) {
    if (!rows.is_array()) continue;
    for (const Json& row : rows) {
      if (!row.is_object() || !row.contains("values") || !row["values"].is_object()) continue;
      for (const auto& [name, value] : row["values"].items()) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
      }
    }
  }
  return names;
}

// Whether a parameter of the file is one of those, which are called from the memory's file on.
bool IsVaried(const std::string& name, const std::vector<std::string>& varied) {
  constexpr std::string_view kMemory = "memory.";
  return std::ranges::any_of(varied, [&](const std::string& each) {
    if (each == "board.acceptance" && name == "outstanding") return true;
    const std::string_view own =
        each.starts_with(kMemory) ? std::string_view(each).substr(kMemory.size()) : each;
    return name.starts_with("memories.") && name.ends_with(fmt::format(".{}", own));
  });
}

// What a row is called in tables of what it has: its first texts, or its number from 1.
std::string NameOf(const Parts& row, size_t number) {
  constexpr size_t kTexts = 2;
  std::string name;
  for (size_t k = 0; k < std::min(kTexts, row.leaves.size()) && row.leaves[k].text; ++k) {
    name += (name.empty() ? "" : ", ") + row.leaves[k].value.text;
  }
  return name.empty() ? std::to_string(number + 1) : name;
}

class Tables {
 public:
  explicit Tables(const SchemaFile& file) : file_(file) {}

  Html All() {
    Parts root;
    Collect({file_.schema, file_.json, fmt::format("{}#", file_.number), "", ""}, nullptr, root);
    Html html = Parameters(root.leaves);
    std::deque<Rows> left(root.rows.begin(), root.rows.end());
    while (!left.empty()) {
      // All of one name, whichever row has them, are one table.
      std::vector<Rows> same;
      const std::string name = left.front().name;
      for (const Rows& rows : left) {
        if (rows.name == name) same.push_back(rows);
      }
      std::erase_if(left, [&](const Rows& rows) { return rows.name == name; });
      std::vector<Rows> below;
      html.Add(SectionOf(same, below));
      left.insert(left.begin(), below.begin(), below.end());
    }
    return html;
  }

 private:
  std::string NextId() { return fmt::format("file{}-table{}", file_.number, tables_++); }

  Html Section(const std::string& title, const Html& body) const {
    Html html;
    html.Open("section").Element(fmt::format("h{}", file_.level), title).Add(body).Close();
    return html;
  }

  static HtmlValue Meaning(const std::string& text) {
    HtmlValue value(text);
    value.css = "name";
    return value;
  }

  Html Parameters(const std::vector<Leaf>& leaves) {
    HtmlTable table(NextId(), "What holds for all of the file",
                    {"parameter", "value", "what it means"});
    const std::vector<std::string> varied = VariedOf(file_.json);
    for (const Leaf& leaf : leaves) {
      if (std::ranges::find(kHead, leaf.name) != kHead.end()) continue;
      HtmlValue value = leaf.value;
      if (IsVaried(leaf.name, varied)) value = "varied: each row has its own";
      value.number = false;
      table.Row({leaf.name, value, Meaning(leaf.meaning)});
    }
    return table.Empty() ? Html() : Section("Parameters", table.Part());
  }

  static Html Folded(const HtmlTable& table, size_t rows) {
    return rows > kMostRows ? Details(fmt::format("{} rows", rows), table.Part()) : table.Part();
  }

  Html SectionOf(const std::vector<Rows>& same, std::vector<Rows>& below) {
    const Rows& first = same.front();
    const Json& part = *PartOf(*first.schema);
    Html body = first.meaning.empty() ? Html() : Words(Capital(first.meaning) + '.');
    if (first.json->is_array() && part.contains("items")) {
      for (const Rows& rows : same) body.Add(Grid(rows));
    } else {
      body.Add(ObjectRows(same, below));
    }
    return Section(first.name, body);
  }

  // A list of lists.
  Html Grid(const Rows& rows) {
    size_t width = 0;
    for (const Json& row : *rows.json) width = std::max(width, row.size());
    if (width == 0) return Words("There is none.");
    std::vector<std::string> columns;
    for (size_t k = 0; k < width; ++k) {
      const bool named = rows.heads != nullptr && k < rows.heads->size();
      columns.push_back(named ? PlainText((*rows.heads)[k]) : std::to_string(k + 1));
    }
    HtmlTable table(NextId(), rows.of.empty() ? rows.name : rows.of, columns);
    for (size_t k = 0; k < rows.json->size(); ++k) {
      std::vector<HtmlValue> cells(width);
      const Json& row = (*rows.json)[k];
      for (size_t cell = 0; cell < row.size(); ++cell) {
        cells[cell] = JsonCell(row[cell], fmt::format("{}/{}/{}", rows.pointer, k, cell));
      }
      table.Row(std::move(cells));
    }
    return Folded(table, rows.json->size());
  }

  struct Line {
    std::string of;
    Parts parts;
  };

  // The elements of a value with rows; below names that a run decides there may be more such.
  static void AddLines(const Rows& rows, std::vector<Line>& lines) {
    const Json& part = *PartOf(*rows.schema);
    size_t number = 0;
    for (const auto& [key, json] : rows.json->items()) {
      const std::string pointer = Below(rows.pointer, key);
      const std::string named = rows.json->is_object() ? key : "";
      const std::string of = Within(rows.of, named);
      if (!part.contains("properties") && HasRows(part)) {
        AddLines({rows.name, rows.meaning, of, &part, &json, pointer, nullptr}, lines);
        continue;
      }
      Line line = {of, {}};
      const bool keys = part.contains("properties");
      Collect({part, json, pointer, keys ? "" : "value", keys ? "" : rows.meaning}, nullptr,
              line.parts);
      const std::string own = named.empty() ? NameOf(line.parts, number) : "";
      ++number;
      for (Rows& inner : line.parts.rows) {
        inner.of = Within(of, own);
        inner.name = Dotted(rows.name, inner.name);
      }
      lines.push_back(std::move(line));
    }
  }

  Html ObjectRows(const std::vector<Rows>& same, std::vector<Rows>& below) {
    std::vector<Line> lines;
    for (const Rows& rows : same) AddLines(rows, lines);
    std::vector<Leaf> columns;  // in the order in which they occur
    bool named = false;
    for (const Line& line : lines) {
      named = named || !line.of.empty();
      for (const Leaf& leaf : line.parts.leaves) {
        if (std::ranges::find(columns, leaf.name, &Leaf::name) == columns.end()) {
          columns.push_back(leaf);
        }
      }
      below.insert(below.end(), line.parts.rows.begin(), line.parts.rows.end());
    }
    if (lines.empty()) return Words("There is none.");
    std::vector<std::string> heads;
    if (named || columns.empty()) heads.emplace_back("of");
    const size_t in_front = heads.size();
    for (const Leaf& column : columns) heads.push_back(column.name);
    HtmlTable table(NextId(), same.front().name, heads);
    for (const Line& line : lines) {
      std::vector<HtmlValue> cells(heads.size(), HtmlValue(std::nullopt, 0));
      if (in_front > 0) cells[0] = HtmlValue(line.of);
      for (const Leaf& leaf : line.parts.leaves) {
        const auto column = std::ranges::find(columns, leaf.name, &Leaf::name);
        cells[in_front + static_cast<size_t>(column - columns.begin())] = leaf.value;
      }
      table.Row(std::move(cells));
    }
    return Folded(table, lines.size()).Add(Legend(columns));
  }

  Html Legend(const std::vector<Leaf>& columns) {
    HtmlTable table(NextId(), "Columns and what they mean", {"column", "what it means"});
    for (const Leaf& column : columns) table.Row({column.name, Meaning(column.meaning)});
    return table.Empty() ? Html() : Details("What the columns mean", table.Part());
  }

  const SchemaFile& file_;
  size_t tables_ = 0;
};

}  // namespace

HtmlValue JsonCell(const Json& json, const std::string& pointer) {
  HtmlValue value;
  value.source = pointer;
  if (json.is_number()) {
    value.text = NumberText(json);
    value.number = true;
  } else if (json.is_boolean()) {
    value.text = json.get<bool>() ? "yes" : "no";
  } else if (json.is_array()) {
    for (const Json& part : json) value.text += (value.text.empty() ? "" : ", ") + PlainText(part);
  } else {
    value.text = json.is_null() ? "none" : PlainText(json);
  }
  return value;
}

std::string Capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

Html FileTables(const SchemaFile& file) { return Tables(file).All(); }

}  // namespace nve
