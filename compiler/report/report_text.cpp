// Tables of the report.
#include "compiler/report/report_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace nve {
namespace {

/// A table whose columns are as wide as their widest cell; groups of columns have a heading.
class Table {
 public:
  explicit Table(std::vector<std::string> row_names) : row_names_(std::move(row_names)) {}

  /// A column of cells, one per row; left out if every cell is empty.
  void Add(const std::string& group, const std::string& title,
           const std::vector<std::string>& cells) {
    if (std::all_of(cells.begin(), cells.end(), [](const auto& cell) { return cell.empty(); })) {
      return;
    }
    Column column = {{title}, 0};
    column.cells.insert(column.cells.end(), cells.begin(), cells.end());
    for (const std::string& cell : column.cells) column.width = std::max(column.width, cell.size());
    groups_.push_back(group);
    columns_.push_back(std::move(column));
  }

  std::string Text() const {
    size_t names = 0;
    for (const std::string& name : row_names_) names = std::max(names, name.size());
    std::string groups(names, ' ');
    std::vector<std::string> lines = {groups};
    for (const std::string& name : row_names_) lines.push_back(fmt::format("{:{}}", name, names));
    for (size_t first = 0; first < columns_.size();) {
      size_t end = first + 1;
      while (end < columns_.size() && groups_[end] == groups_[first]) ++end;
      groups.resize(lines[0].size(), ' ');
      groups += " | " + groups_[first];
      size_t room = groups_[first].size();
      for (size_t c = first; c < end; ++c) {
        // The last column of a group makes up for a heading wider than all of them.
        const size_t width = c + 1 < end ? columns_[c].width : std::max(columns_[c].width, room);
        room -= std::min(room, width + 2);
        for (size_t row = 0; row < lines.size(); ++row) {
          lines[row] += c == first ? " | " : "  ";
          lines[row] += fmt::format("{:>{}}", columns_[c].cells[row], width);
        }
      }
      first = end;
    }
    std::string text = groups + '\n';
    for (const std::string& line : lines) {
      text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return text;
  }

 private:
  struct Column {
    std::vector<std::string> cells;  ///< title first
    size_t width = 0;
  };

  std::vector<std::string> row_names_;
  std::vector<std::string> groups_;
  std::vector<Column> columns_;
};

struct Source {
  const char* title;
  PublishedFigures PublishedLayer::*figures;
};

constexpr Source kSources[] = {{"manual", &PublishedLayer::manual},
                               {"SCOPES", &PublishedLayer::scopes2015},
                               {"thesis", &PublishedLayer::thesis2016}};

std::string Cell(const std::optional<double>& value) {
  return value ? fmt::format("{:.2f}", *value) : "";
}
std::string Cell(const std::optional<int64_t>& value) {
  return value ? fmt::format("{}", *value) : "";
}

using LayerCell = std::function<std::string(const LayerFigures&)>;

/// Cells of all layers; two more rows, empty, for the whole network if it has several.
std::vector<std::string> Cells(const NetworkFigures& figures, const LayerCell& cell) {
  std::vector<std::string> cells;
  for (const LayerFigures& layer : figures.layers) cells.push_back(cell(layer));
  if (cells.size() > 1) cells.resize(cells.size() + 2);
  return cells;
}

/// A column of MAC/instr with both ways to sum it up, if every layer has a figure.
std::vector<std::string> RateCells(
    const NetworkFigures& figures,
    const std::function<std::optional<double>(const LayerFigures&)>& rate_of) {
  std::vector<std::string> cells =
      Cells(figures, [&](const LayerFigures& layer) { return Cell(rate_of(layer)); });
  if (figures.layers.size() == 1) return cells;
  std::vector<WeightedRate> rates;
  for (const LayerFigures& layer : figures.layers) {
    const std::optional<double> rate = rate_of(layer);
    if (!rate) return cells;
    rates.push_back({*rate, layer.macs});
  }
  cells[cells.size() - 2] = fmt::format("{:.2f}", WeightedMean(rates));
  cells[cells.size() - 1] = fmt::format("{:.2f}", TotalRate(rates));
  return cells;
}

template <typename Value>
std::optional<Value> PublishedOf(const LayerFigures& layer, const Source& source,
                                 std::optional<Value> PublishedFigures::*figure) {
  if (layer.published == nullptr) return std::nullopt;
  return layer.published->*source.figures.*figure;
}

/// A metric of the published sources, then ours.
void AddMetric(Table& table, const NetworkFigures& figures, const std::string& group,
               std::optional<int64_t> PublishedFigures::*figure, const LayerCell& ours) {
  for (const Source& source : kSources) {
    table.Add(group, source.title, Cells(figures, [&](const LayerFigures& layer) {
                return Cell(PublishedOf(layer, source, figure));
              }));
  }
  table.Add(group, "ours", Cells(figures, ours));
}

void AddRates(Table& table, const NetworkFigures& figures) {
  const std::string group = "MAC/instr";
  for (const Source& source : kSources) {
    table.Add(group, source.title, RateCells(figures, [&](const LayerFigures& layer) {
                return PublishedOf(layer, source, &PublishedFigures::mac_per_instr);
              }));
  }
  table.Add(group, "ours", RateCells(figures, [](const LayerFigures& layer) {
              return std::optional(layer.report.mac_per_instr);
            }));
}

/// Cycles of whole layers, and of the network.
std::vector<std::string> CycleCells(const NetworkFigures& figures,
                                    const std::function<int64_t(const LayerFigures&)>& cycles_of) {
  std::vector<std::string> cells =
      Cells(figures, [&](const LayerFigures& l) { return fmt::format("{}", cycles_of(l)); });
  int64_t total = 0;
  for (const LayerFigures& layer : figures.layers) total += cycles_of(layer);
  if (figures.layers.size() > 1) cells.back() = fmt::format("{}", total);
  return cells;
}

/// Predicted cycles and where they go.
void AddCycles(Table& table, const NetworkFigures& figures) {
  const auto add = [&](const char* title, int64_t CycleParts::*part) {
    table.Add("cycles per picture", title, CycleCells(figures, [&](const LayerFigures& layer) {
                return layer.cycle_parts.*part;
              }));
  };
  add("bound", &CycleParts::bound);
  add("above", &CycleParts::above_bound);
  add("initial", &CycleParts::initial);
  add("ramps", &CycleParts::ramps);
  add("load", &CycleParts::program_load);
  table.Add("cycles per picture", "predicted",
            CycleCells(figures, [](const LayerFigures& layer) { return layer.predicted_cycles; }));
}

std::string GapText(int ii, int bound) {
  return ii == bound ? "optimal" : fmt::format("+{}", ii - bound);
}

bool AnyHalfVectors(const NetworkFigures& figures) {
  return std::any_of(figures.layers.begin(), figures.layers.end(), [](const LayerFigures& layer) {
    return layer.report.outputs_per_iteration != arch::kLanes;
  });
}

std::string Explanations(const NetworkFigures& figures) {
  std::string text;
  if (figures.layers.size() > 1) {
    text +=
        "mean: MAC/instr weighted by MACs (thesis, table 5); total: all MACs / all instructions\n";
  }
  text +=
      "cycles per picture: bound of all iterations, intervals above it, initial parts, ramps "
      "(extra "
      "passes or prologue and epilogue code), program load\n";
  if (AnyHalfVectors(figures)) {
    text += "layers of half vectors run strips of 8 rows: words per strip are those of 8 rows\n";
  }
  for (const LayerFigures& layer : figures.layers) {
    if (layer.published == nullptr || layer.published->note.empty()) continue;
    text += fmt::format("{}: {}\n", layer.report.name, layer.published->note);
  }
  return text;
}

}  // namespace

std::string ReportText(const NetworkFigures& figures) {
  std::vector<std::string> names = {};
  for (const LayerFigures& layer : figures.layers) names.push_back(layer.report.name);
  if (names.size() > 1) names.insert(names.end(), {"mean", "total"});
  Table table(names);
  AddRates(table, figures);
  AddMetric(table, figures, "data words per 16 rows", &PublishedFigures::data_words,
            [](const LayerFigures& l) { return fmt::format("{}", l.data_words_per_16_rows); });
  table.Add("data words per 16 rows", "bound", Cells(figures, [](const LayerFigures& l) {
              const int64_t bound = l.report.data_words_bound;
              return bound == 0
                         ? std::string()
                         : fmt::format("{}", bound * arch::kLanes / l.report.outputs_per_iteration);
            }));
  if (AnyHalfVectors(figures)) {
    table.Add("strip as run", "rows", Cells(figures, [](const LayerFigures& l) {
                return fmt::format("{}", l.report.outputs_per_iteration);
              }));
    table.Add("strip as run", "words", Cells(figures, [](const LayerFigures& l) {
                return fmt::format("{}", l.report.data_words_per_strip);
              }));
  }
  AddMetric(table, figures, "code words", &PublishedFigures::code_words,
            [](const LayerFigures& l) { return fmt::format("{}", l.report.code_words); });
  AddMetric(table, figures, "programs", &PublishedFigures::programs,
            [](const LayerFigures& l) { return fmt::format("{}", l.report.programs); });
  const std::string iteration = "cycles per iteration";
  table.Add(iteration, "II",
            Cells(figures, [](const LayerFigures& l) { return fmt::format("{}", l.report.ii); }));
  table.Add(iteration, "bound", Cells(figures, [](const LayerFigures& l) {
              return fmt::format("{}", l.report.bound);
            }));
  table.Add(iteration, "proof", Cells(figures, [](const LayerFigures& l) {
              return GapText(l.report.ii, l.report.bound);
            }));
  AddCycles(table, figures);
  return fmt::format(
      "{} on {}, preset {}{}\n{}{}", figures.network, arch::kName, figures.preset,
      figures.horizontal ? ", horizontal vectors: rows are the picture's columns" : "",
      table.Text(), Explanations(figures));
}

std::string ProgramsText(const NetworkFigures& figures) {
  std::vector<const ProgramFigures*> programs;
  std::vector<std::string> names;
  for (const LayerFigures& layer : figures.layers) {
    for (const ProgramFigures& program : layer.programs) {
      programs.push_back(&program);
      names.push_back(program.name);
    }
  }
  Table table(names);
  const auto add = [&](const char* group, const char* title, const auto& cell) {
    std::vector<std::string> cells;
    cells.reserve(programs.size());
    for (const ProgramFigures* program : programs)
      cells.push_back(fmt::format("{}", cell(*program)));
    table.Add(group, title, cells);
  };
  using P = const ProgramFigures&;
  add("program", "maps", [](P p) { return p.output_maps; });
  add("program", "loads", [](P p) { return p.loads; });
  add("program", "rows", [](P p) { return p.rows; });
  add("program", "initial", [](P p) { return p.initial; });
  add("program", "extra", [](P p) { return p.extra; });
  add("least cycles by", "VMAC", [](P p) { return p.certificate.bound.vmac; });
  add("least cycles by", "WREG", [](P p) { return p.certificate.bound.wreg; });
  add("least cycles by", "IREG", [](P p) { return p.certificate.bound.ireg; });
  add("least cycles by", "MEMA", [](P p) { return p.certificate.bound.mema; });
  add("least cycles by", "MEMB", [](P p) { return p.certificate.bound.memb; });
  add("least cycles by", "registers", [](P p) {
    return p.certificate.register_bound == 0 ? std::string()
                                             : std::to_string(p.certificate.register_bound);
  });
  add("result", "II", [](P p) { return p.ii; });
  add("result", "bound", [](P p) { return p.certificate.LowerBound(); });
  add("result", "proof", [](P p) { return GapText(p.ii, p.certificate.LowerBound()); });
  return table.Text();
}

}  // namespace nve
