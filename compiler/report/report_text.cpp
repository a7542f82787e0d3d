// SPDX-License-Identifier: Apache-2.0
// Tables of the report.
#include "compiler/report/report_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "compiler/report/metrics.hpp"
#include "report/text_table.hpp"

namespace nve {
namespace {

using LayerCell = std::function<std::string(const LayerFigures&)>;

/// Cells of all layers; two more rows, empty, for the whole network if it has several.
std::vector<std::string> Cells(const NetworkFigures& figures, const LayerCell& cell) {
  std::vector<std::string> cells;
  for (const LayerFigures& layer : figures.layers) cells.push_back(cell(layer));
  if (cells.size() > 1) cells.resize(cells.size() + 2);
  return cells;
}

std::string GapText(int ii, int bound) {
  return ii == bound ? "optimal" : fmt::format("+{}", ii - bound);
}

bool AnyHalfVectors(const NetworkFigures& figures) {
  return std::any_of(figures.layers.begin(), figures.layers.end(), [](const LayerFigures& layer) {
    return layer.report.outputs_per_iteration != arch::kLanes;
  });
}

/// A metric of the published sources, then ours.
void AddMetric(TextTable& table, const NetworkFigures& figures, const Metric& metric) {
  for (const Source& source : kPublishedSources) {
    table.Add(metric.title, source.title, MetricCells(metric, source, figures));
  }
  table.Add(metric.title, kOurs.title, MetricCells(metric, kOurs, figures));
}

/// What no grouping of the maps gets below, and the words of strips that have not 16 rows.
void AddWordBounds(TextTable& table, const NetworkFigures& figures, const std::string& group) {
  table.Add(group, "bound", Cells(figures, [](const LayerFigures& l) {
              const int64_t bound = l.report.data_words_bound;
              return bound == 0
                         ? std::string()
                         : fmt::format("{}", bound * arch::kLanes / l.report.outputs_per_iteration);
            }));
  if (!AnyHalfVectors(figures)) return;
  table.Add("strip as run", "rows", Cells(figures, [](const LayerFigures& l) {
              return fmt::format("{}", l.report.outputs_per_iteration);
            }));
  table.Add("strip as run", "words", Cells(figures, [](const LayerFigures& l) {
              return fmt::format("{}", l.report.data_words_per_strip);
            }));
}

void AddIntervalBounds(TextTable& table, const NetworkFigures& figures, const std::string& group) {
  table.Add(group, "bound", Cells(figures, [](const LayerFigures& l) {
              return fmt::format("{}", l.report.bound);
            }));
  table.Add(group, "proof", Cells(figures, [](const LayerFigures& l) {
              return GapText(l.report.ii, l.report.bound);
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
void AddCycles(TextTable& table, const NetworkFigures& figures) {
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
  table.Add("cycles per picture", "predicted", CycleCells(figures, [](const LayerFigures& layer) {
              return layer.cycle_parts.Total();
            }));
}

/// What several cores share, and the least cycles of that.
void AddCores(TextTable& table, const NetworkFigures& figures) {
  if (figures.cores == 1) return;
  const std::string group = fmt::format("{} cores", figures.cores);
  table.Add(group, "partition", Cells(figures, [](const LayerFigures& layer) {
              return ToText(layer.report.partition);
            }));
  table.Add(group, "bound", CycleCells(figures, [](const LayerFigures& layer) {
              return layer.report.bound_on_cores.cycles;
            }));
}

/// Where maps lie, if that is not what it always was.
void AddLayouts(TextTable& table, const NetworkFigures& figures) {
  const auto is_plain = [](const LayerFigures& layer) {
    return layer.report.layout == Layout::kPlanes;
  };
  if (std::ranges::all_of(figures.layers, is_plain)) return;
  table.Add("memory", "output maps", Cells(figures, [](const LayerFigures& layer) {
              return std::string(ToString(layer.report.layout));
            }));
}

std::string Explanations(const NetworkFigures& figures) {
  std::string text;
  if (figures.layers.size() > 1) {
    text +=
        "mean: weighted by MACs (thesis, table 5); total: the sum, for MAC/instr all MACs / all "
        "instructions\n";
  }
  text +=
      "cycles per picture: bound of all iterations, intervals above it, initial parts, ramps "
      "(extra passes or prologue and epilogue code), program load\n";
  if (figures.cores > 1) {
    text += fmt::format(
        "cycles per picture are those of the busiest of {0} cores; {0} cores, bound: passes x "
        "cycles per iteration x strips of the busiest core, with the partition of the fewest\n",
        figures.cores);
  }
  if (AnyHalfVectors(figures)) {
    text +=
        "layers of half vectors run strips of 8 rows: words per strip and cycles per iteration are "
        "those of 8 rows\n";
  }
  for (const LayerFigures& layer : figures.layers) {
    if (layer.report.alternatives.empty()) continue;
    text += fmt::format("{}: {}\n", layer.report.name, ChoiceText(layer));
  }
  for (const LayerFigures& layer : figures.layers) {
    if (layer.published == nullptr || layer.published->note.empty()) continue;
    text += fmt::format("{}: {}\n", layer.report.name, layer.published->note);
  }
  return text;
}

}  // namespace

std::string ReportText(const NetworkFigures& figures) {
  std::vector<std::string> names;
  for (const LayerFigures& layer : figures.layers) names.push_back(layer.report.name);
  if (names.size() > 1) names.insert(names.end(), {"mean", "total"});
  TextTable table(names);
  for (const Metric& metric : kMetrics) {
    AddMetric(table, figures, metric);
    if (metric.figure == &CodeFigures::data_words) AddWordBounds(table, figures, metric.title);
    if (metric.figure == &CodeFigures::ii) AddIntervalBounds(table, figures, metric.title);
  }
  AddCycles(table, figures);
  AddCores(table, figures);
  AddLayouts(table, figures);
  return fmt::format(
      "{} on {}, preset {}{}\n{}{}", figures.network, figures.machine, figures.preset,
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
  TextTable table(names);
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
