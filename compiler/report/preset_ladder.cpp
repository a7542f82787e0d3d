// SPDX-License-Identifier: Apache-2.0
// Compiles with all presets and writes what comes out.
#include "compiler/report/preset_ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/text/csv.hpp"
#include "compiler/report/compiled_layers.hpp"
#include "compiler/report/metrics.hpp"
#include "report/bar_chart.hpp"

namespace nve {
namespace {

std::string PublishedLine(const char* source, const std::string& layer,
                          const CodeFigures& figures) {
  return fmt::format("{},{},{},{},,,{},{},,{},,,\n", source, CsvCell(layer),
                     FigureText(figures.mac_per_instr, 4), FigureText(figures.data_words, 0),
                     FigureText(figures.code_words, 0), FigureText(figures.programs, 0),
                     FigureText(figures.ii, 0));
}

std::string PresetLine(const std::string& preset, const LayerFigures& layer) {
  const LayerReport& report = layer.report;
  return fmt::format("{},{},{:.4f},{},{},{},{},{},{},{},{},{},{}\n", preset, CsvCell(report.name),
                     report.mac_per_instr, layer.data_words_per_16_rows,
                     report.outputs_per_iteration, report.data_words_per_strip, report.code_words,
                     report.programs, report.loads, report.ii, report.bound, CertificateName(layer),
                     layer.cycle_parts.Total());
}

std::vector<std::string> LayerNames(const PresetLadder& ladder) {
  std::vector<std::string> names;
  for (const LayerFigures& layer : ladder.presets.front().layers) {
    names.push_back(layer.report.name);
  }
  return names;
}

/// The bars of the manual code, if a layer has a published figure, and of all presets.
std::vector<BarSeries> SeriesOf(const PresetLadder& ladder,
                                std::optional<double> CodeFigures::*figure) {
  const Source& manual = kPublishedSources[0];
  std::vector<BarSeries> all;
  const auto add = [&](const std::string& name, const Source& source,
                       const NetworkFigures& figures) {
    BarSeries series = {name, {}};
    for (const LayerFigures& layer : figures.layers) {
      series.values.push_back(FiguresFrom(source, layer).*figure);
    }
    all.push_back(std::move(series));
  };
  const NetworkFigures& first = ladder.presets.front();
  if (std::any_of(first.layers.begin(), first.layers.end(),
                  [](const LayerFigures& layer) { return layer.published != nullptr; })) {
    add(manual.title, manual, first);
  }
  for (const NetworkFigures& figures : ladder.presets) add(figures.preset, kOurs, figures);
  return all;
}

}  // namespace

PresetLadder CompileLadder(const Network& network, const Weights& weights, CompileOptions options,
                           const std::vector<CompilerPasses>& presets) {
  PresetLadder ladder;
  const CompilerPasses given = options.passes;
  for (const CompilerPasses& passes : presets) {
    options.passes = passes;
    options.passes.max_maps_per_program = given.max_maps_per_program;
    options.passes.explicit_prologue = given.explicit_prologue;
    // The published code sizes count no ramps, so no preset takes them by itself.
    options.passes.freedom.prologue = false;
    try {
      ladder.presets.push_back(FiguresOf(Compile(network, weights, options), passes.name));
    } catch (const InputError& error) {
      ladder.refused.emplace_back(passes.name, error.what());
      if (ladder.refused.size() == presets.size()) throw;
    }
  }
  return ladder;
}

PresetLadder JoinLadders(const std::vector<PresetLadder>& ladders) {
  PresetLadder joined;
  for (const NetworkFigures& first : ladders.front().presets) {
    NetworkFigures figures;
    figures.preset = first.preset;
    size_t networks = 0;
    for (const PresetLadder& ladder : ladders) {
      const NetworkFigures* part = FindPreset(ladder, first.preset);
      if (part == nullptr) break;
      figures.network += (networks++ == 0 ? "" : ", ") + part->network;
      for (LayerFigures layer : part->layers) {
        layer.report.name = part->network + " " + layer.report.name;
        figures.layers.push_back(std::move(layer));
      }
    }
    if (networks == ladders.size()) joined.presets.push_back(std::move(figures));
  }
  return joined;
}

const NetworkFigures* FindPreset(const PresetLadder& ladder, const std::string& preset) {
  const auto found =
      std::find_if(ladder.presets.begin(), ladder.presets.end(),
                   [&](const NetworkFigures& figures) { return figures.preset == preset; });
  return found == ladder.presets.end() ? nullptr : &*found;
}

std::string LadderCsv(const PresetLadder& ladder) {
  std::string csv =
      "source,layer,mac_per_instr,data_words_per_16_rows,rows_per_strip,data_words_per_strip,"
      "code_words,programs,loads,ii,bound,certificate,predicted_cycles\n";
  for (const LayerFigures& layer : ladder.presets.front().layers) {
    if (layer.published == nullptr) continue;
    const PublishedLayer& published = *layer.published;
    csv += PublishedLine("manual", published.name, published.manual);
    csv += PublishedLine("published SCOPES 2015", published.name, published.scopes2015);
    csv += PublishedLine("published thesis 2016", published.name, published.thesis2016);
  }
  for (const NetworkFigures& figures : ladder.presets) {
    for (const LayerFigures& layer : figures.layers) csv += PresetLine(figures.preset, layer);
  }
  return csv;
}

LadderFile LadderResult(const PresetLadder& ladder) {
  LadderFile file;
  file.network = ladder.presets.front().network;
  file.arch = ladder.presets.front().machine;
  for (const NetworkFigures& figures : ladder.presets) {
    file.presets.push_back({CompiledLayers(figures), figures.preset});
  }
  for (const auto& [preset, reason] : ladder.refused) file.refused.push_back({preset, reason});
  return file;
}

std::string UtilisationSvg(const PresetLadder& ladder) {
  return BarChartSvg({ladder.presets.front().network + ": hardware utilisation", "layer",
                      "MAC per instruction (16 lanes)", 2, false, LayerNames(ladder),
                      SeriesOf(ladder, &CodeFigures::mac_per_instr)});
}

std::string TransferSvg(const PresetLadder& ladder) {
  return BarChartSvg({ladder.presets.front().network + ": data transfer", "layer",
                      "64-bit words per strip of 16 rows", 0, true, LayerNames(ladder),
                      SeriesOf(ladder, &CodeFigures::data_words)});
}

}  // namespace nve
