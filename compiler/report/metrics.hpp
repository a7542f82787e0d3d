// SPDX-License-Identifier: Apache-2.0
// The figures by which code is compared, and whose: published ones and ours, of a layer and summed
// up for a network.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "compiler/report/figures.hpp"

namespace nve {

struct Metric {
  const char* key;
  const char* title;
  std::optional<double> CodeFigures::*figure;
  int decimals;       ///< of a layer
  int mean_decimals;  ///< of the mean of several
};
inline constexpr std::array<Metric, 5> kMetrics = {
    {{"mac_per_instr", "MAC/instr", &CodeFigures::mac_per_instr, 2, 2},
     {"data_words_per_16_rows", "data words per 16 rows", &CodeFigures::data_words, 0, 0},
     {"code_words", "code words", &CodeFigures::code_words, 0, 0},
     {"programs", "programs", &CodeFigures::programs, 0, 1},
     {"ii", "cycles per iteration", &CodeFigures::ii, 0, 0}}};

struct Source {
  const char* key;
  const char* title;
  CodeFigures PublishedLayer::*published;  ///< nullptr: this compiler
};
inline constexpr std::array<Source, 3> kPublishedSources = {
    {{"manual", "manual", &PublishedLayer::manual},
     {"scopes2015", "SCOPES", &PublishedLayer::scopes2015},
     {"thesis2016", "thesis", &PublishedLayer::thesis2016}}};
inline constexpr Source kOurs = {"ours", "ours", nullptr};

/// What the source says of a layer.
CodeFigures FiguresFrom(const Source& source, const LayerFigures& layer);

/// The layers' mean weighted by their MACs: how table 5 of the thesis sums up a network. A figure
/// is empty if one of the layers has none.
CodeFigures MeanFigures(const Source& source, const NetworkFigures& figures);

/// The sums; for MAC/instr all MACs over all instructions that execute them (the harmonic mean):
/// what the network runs at.
CodeFigures TotalFigures(const Source& source, const NetworkFigures& figures);

/// The figure as text, or "".
std::string FigureText(const std::optional<double>& figure, int decimals);

/// The figures of one metric: of every layer, then, if there are several, their mean and total.
std::vector<std::string> MetricCells(const Metric& metric, const Source& source,
                                     const NetworkFigures& figures);

}  // namespace nve
