// SPDX-License-Identifier: Apache-2.0
// Figures by source, and their sums.
#include "compiler/report/metrics.hpp"

#include <fmt/format.h>

#include <functional>

namespace nve {
namespace {

/// Sums `term` of every layer and its figure; empty if one of them has no figure.
std::optional<double> Sum(const Source& source, const NetworkFigures& figures,
                          std::optional<double> CodeFigures::*figure,
                          const std::function<double(double figure, double macs)>& term) {
  double sum = 0;
  for (const LayerFigures& layer : figures.layers) {
    const std::optional<double> value = FiguresFrom(source, layer).*figure;
    if (!value) return std::nullopt;
    sum += term(*value, static_cast<double>(layer.macs));
  }
  return sum;
}

double MacsOf(const NetworkFigures& figures) {
  double macs = 0;
  for (const LayerFigures& layer : figures.layers) macs += static_cast<double>(layer.macs);
  return macs;
}

}  // namespace

CodeFigures FiguresFrom(const Source& source, const LayerFigures& layer) {
  if (source.published == nullptr) {
    const LayerReport& report = layer.report;
    return {report.mac_per_instr, layer.data_words_per_16_rows, report.code_words, report.programs,
            report.ii};
  }
  return layer.published == nullptr ? CodeFigures() : layer.published->*source.published;
}

CodeFigures MeanFigures(const Source& source, const NetworkFigures& figures) {
  CodeFigures mean;
  for (const Metric& metric : kMetrics) {
    const std::optional<double> sum = Sum(source, figures, metric.figure,
                                          [](double figure, double macs) { return figure * macs; });
    if (sum) mean.*metric.figure = *sum / MacsOf(figures);
  }
  return mean;
}

CodeFigures TotalFigures(const Source& source, const NetworkFigures& figures) {
  CodeFigures total;
  for (const Metric& metric : kMetrics) {
    total.*metric.figure =
        Sum(source, figures, metric.figure, [](double figure, double) { return figure; });
  }
  const std::optional<double> instructions =
      Sum(source, figures, &CodeFigures::mac_per_instr,
          [](double mac_per_instr, double macs) { return macs / mac_per_instr; });
  if (instructions) total.mac_per_instr = MacsOf(figures) / *instructions;
  return total;
}

std::string FigureText(const std::optional<double>& figure, int decimals) {
  return figure ? fmt::format("{:.{}f}", *figure, decimals) : "";
}

std::vector<std::string> MetricCells(const Metric& metric, const Source& source,
                                     const NetworkFigures& figures) {
  std::vector<std::string> cells;
  for (const LayerFigures& layer : figures.layers) {
    cells.push_back(FigureText(FiguresFrom(source, layer).*metric.figure, metric.decimals));
  }
  if (figures.layers.size() == 1) return cells;
  cells.push_back(FigureText(MeanFigures(source, figures).*metric.figure, metric.mean_decimals));
  cells.push_back(FigureText(TotalFigures(source, figures).*metric.figure, metric.decimals));
  return cells;
}

}  // namespace nve
