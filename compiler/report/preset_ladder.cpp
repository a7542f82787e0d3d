// Compiles with all presets and writes what comes out.
#include "compiler/report/preset_ladder.hpp"

#include <fmt/format.h>

#include <functional>

#include "compiler/report/bar_chart.hpp"
#include "compiler/report/report_json.hpp"

namespace nve {
namespace {

std::string Field(const std::optional<double>& value) {
  return value ? fmt::format("{:.4f}", *value) : "";
}
std::string Field(const std::optional<int64_t>& value) {
  return value ? fmt::format("{}", *value) : "";
}

std::string PublishedLine(const char* source, const std::string& layer,
                          const PublishedFigures& figures) {
  return fmt::format("{},{},{},{},,,{},{},,,,,\n", source, layer, Field(figures.mac_per_instr),
                     Field(figures.data_words), Field(figures.code_words), Field(figures.programs));
}

std::string PresetLine(const std::string& preset, const LayerFigures& layer) {
  const LayerReport& report = layer.report;
  return fmt::format("{},{},{:.4f},{},{},{},{},{},{},{},{},{},{}\n", preset, report.name,
                     report.mac_per_instr, layer.data_words_per_16_rows,
                     report.outputs_per_iteration, report.data_words_per_strip, report.code_words,
                     report.programs, report.loads, report.ii, report.bound, CertificateName(layer),
                     layer.predicted_cycles);
}

std::vector<std::string> LayerNames(const PresetLadder& ladder) {
  std::vector<std::string> names;
  for (const LayerFigures& layer : ladder.presets.front().layers) {
    names.push_back(layer.report.name);
  }
  return names;
}

/// The bars of the manual code, if a layer has a published figure, and of all presets.
std::vector<BarSeries> SeriesOf(
    const PresetLadder& ladder,
    const std::function<std::optional<double>(const PublishedFigures&)>& published,
    const std::function<double(const LayerFigures&)>& ours) {
  BarSeries manual = {"manual", {}};
  bool any = false;
  for (const LayerFigures& layer : ladder.presets.front().layers) {
    manual.values.push_back(layer.published == nullptr ? std::nullopt
                                                       : published(layer.published->manual));
    any = any || manual.values.back().has_value();
  }
  std::vector<BarSeries> all;
  if (any) all.push_back(std::move(manual));
  for (const NetworkFigures& figures : ladder.presets) {
    BarSeries series = {figures.preset, {}};
    for (const LayerFigures& layer : figures.layers) series.values.emplace_back(ours(layer));
    all.push_back(std::move(series));
  }
  return all;
}

}  // namespace

PresetLadder CompileLadder(const Network& network, const Weights& weights, CompileOptions options) {
  PresetLadder ladder;
  const CompilerPasses given = options.passes;
  for (const CompilerPasses& passes : Presets()) {
    options.passes = passes;
    options.passes.max_maps_per_program = given.max_maps_per_program;
    options.passes.explicit_prologue = given.explicit_prologue;
    try {
      ladder.presets.push_back(FiguresOf(Compile(network, weights, options), passes.name));
    } catch (const InputError& error) {
      ladder.refused.emplace_back(passes.name, error.what());
      if (ladder.refused.size() == Presets().size()) throw;
    }
  }
  return ladder;
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

nlohmann::ordered_json LadderJson(const PresetLadder& ladder) {
  nlohmann::ordered_json json;
  json["network"] = ladder.presets.front().network;
  json["arch"] = arch::kName;
  json["presets"] = nlohmann::ordered_json::array();
  for (const NetworkFigures& figures : ladder.presets) {
    nlohmann::ordered_json preset;
    preset["preset"] = figures.preset;
    preset["layers"] = ReportJson(figures)["layers"];
    json["presets"].push_back(std::move(preset));
  }
  json["refused"] = nlohmann::ordered_json::array();
  for (const auto& [preset, reason] : ladder.refused) {
    nlohmann::ordered_json refused;
    refused["preset"] = preset;
    refused["reason"] = reason;
    json["refused"].push_back(std::move(refused));
  }
  return json;
}

std::string UtilisationSvg(const PresetLadder& ladder) {
  const auto published = [](const PublishedFigures& figures) { return figures.mac_per_instr; };
  const auto ours = [](const LayerFigures& layer) { return layer.report.mac_per_instr; };
  return BarChartSvg({ladder.presets.front().network + ": hardware utilisation", "layer",
                      "MAC per instruction (16 lanes)", 2, LayerNames(ladder),
                      SeriesOf(ladder, published, ours)});
}

std::string TransferSvg(const PresetLadder& ladder) {
  const auto published = [](const PublishedFigures& figures) -> std::optional<double> {
    if (!figures.data_words) return std::nullopt;
    return static_cast<double>(*figures.data_words);
  };
  const auto ours = [](const LayerFigures& layer) {
    return static_cast<double>(layer.data_words_per_16_rows);
  };
  return BarChartSvg({ladder.presets.front().network + ": data transfer", "layer",
                      "64-bit words per strip of 16 rows", 0, LayerNames(ladder),
                      SeriesOf(ladder, published, ours)});
}

}  // namespace nve
