// SPDX-License-Identifier: Apache-2.0
// One pass over the text, a function for each level: rows, cells, quoted and plain parts of a cell.
#include "base/text/csv_rows.hpp"

#include <optional>

namespace nve {
namespace {

// Excel and others put it before the first line of UTF-8.
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

class CsvReader {
 public:
  CsvReader(std::string_view text, const std::string& file, Diagnostics& diagnostics)
      : text_(text), file_(file), diagnostics_(diagnostics) {
    Take(kByteOrderMark);
  }

  std::vector<CsvRow> Rows() {
    std::vector<CsvRow> rows;
    while (!AtEnd()) {
      if (TakeLineEnd()) continue;
      if (text_[at_] == '#') {
        SkipLine();
      } else if (std::optional<CsvRow> row = Row()) {
        rows.push_back(std::move(*row));
      }
    }
    return rows;
  }

 private:
  std::optional<CsvRow> Row() {
    CsvRow row{line_, {}};
    do {
      std::optional<std::string> cell = Cell();
      if (!cell) return std::nullopt;
      row.cells.push_back(std::move(*cell));
    } while (Take(","));
    TakeLineEnd();
    return row;
  }

  std::optional<std::string> Cell() {
    if (!Take("\"")) return Plain();
    std::optional<std::string> cell = Quoted();
    if (cell && !AtCellEnd()) {
      Error(line_, "found text behind the closing quote of a cell, allowed: a comma or the end");
      *cell += Rest();
    }
    return cell;
  }

  std::string Plain() {
    std::string cell = Rest();
    if (cell.find('"') != std::string::npos) {
      Error(line_, "found a double quote within a cell, allowed: the whole cell in quotes");
    }
    return cell;
  }

  // Behind the opening quote; nothing if there is no closing one.
  std::optional<std::string> Quoted() {
    const int first = line_;
    std::string cell;
    while (!AtEnd()) {
      const char c = text_[at_++];
      if (c == '"' && !Take("\"")) return cell;
      if (c == '\n') ++line_;
      cell += c;
    }
    Error(first, "found a double quote that is never closed, allowed: one at the cell's end");
    return std::nullopt;
  }

  // Up to the end of the cell.
  std::string Rest() {
    const size_t first = at_;
    while (!AtCellEnd()) ++at_;
    return std::string(text_.substr(first, at_ - first));
  }

  bool AtEnd() const { return at_ == text_.size(); }
  bool At(std::string_view part) const { return text_.substr(at_, part.size()) == part; }
  bool AtCellEnd() const { return AtEnd() || At(",") || At("\n") || At("\r\n"); }

  bool Take(std::string_view part) {
    if (!At(part)) return false;
    at_ += part.size();
    return true;
  }

  bool TakeLineEnd() {
    if (!Take("\n") && !Take("\r\n")) return false;
    ++line_;
    return true;
  }

  void SkipLine() {
    while (!AtEnd() && !TakeLineEnd()) ++at_;
  }

  void Error(int line, const std::string& text) { diagnostics_.Error({file_, line, ""}, text); }

  std::string_view text_;
  const std::string& file_;
  Diagnostics& diagnostics_;
  size_t at_ = 0;
  int line_ = 1;
};

}  // namespace

std::vector<CsvRow> ParseCsv(std::string_view text, const std::string& file,
                             Diagnostics& diagnostics) {
  return CsvReader(text, file, diagnostics).Rows();
}

}  // namespace nve
