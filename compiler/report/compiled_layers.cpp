// SPDX-License-Identifier: Apache-2.0
// The report as JSON.
#include "compiler/report/report_json.hpp"

#include <cmath>

#include "compiler/report/metrics.hpp"

namespace nve {
namespace {

using Json = nlohmann::ordered_json;

Json BoundsJson(const ResourceBound& bound, int register_bound) {
  return {{"vmac", bound.vmac}, {"wreg", bound.wreg}, {"ireg", bound.ireg},
          {"mema", bound.mema}, {"memb", bound.memb}, {"register_path", register_bound}};
}

Json ProgramJson(const ProgramFigures& program) {
  const Certificate& certificate = program.certificate;
  return {{"name", program.name},
          {"maps", program.output_maps},
          {"loads", program.loads},
          {"ii", program.ii},
          {"bound", certificate.LowerBound()},
          {"bounds", BoundsJson(certificate.bound, certificate.register_bound)},
          {"optimal", program.optimal}};
}

Json AlternativeJson(const LayerAlternative& alternative) {
  return {{"half_vectors", alternative.half_vectors},
          {"packing", kPackingNames[static_cast<size_t>(alternative.packing)]},
          {"fusion", kFusionNames[static_cast<size_t>(alternative.fusion)]},
          {"cycles", alternative.cycles}};
}

/// The metrics that are known.
Json MetricsJson(const CodeFigures& figures) {
  Json json = Json::object();
  for (const Metric& metric : kMetrics) {
    const std::optional<double> figure = figures.*metric.figure;
    if (!figure) continue;
    const bool counted = metric.decimals == 0 && *figure == std::floor(*figure);
    json[metric.key] = counted ? Json(static_cast<int64_t>(*figure)) : Json(*figure);
  }
  return json;
}

/// What `figures_of` says of every published source with a figure.
template <typename FiguresOfSource>
Json PublishedJson(const FiguresOfSource& figures_of) {
  Json json = Json::object();
  for (const Source& source : kPublishedSources) {
    const Json metrics = MetricsJson(figures_of(source));
    if (!metrics.empty()) json[source.key] = metrics;
  }
  return json;
}

Json LayerJson(const LayerFigures& layer) {
  const LayerReport& report = layer.report;
  Json json = {{"name", report.name},
               {"ii", report.ii},
               {"outputs_per_iteration", report.outputs_per_iteration},
               {"bound", report.bound},
               {"optimal", report.optimal},
               {"certificate", CertificateName(layer)},
               {"mac_per_instr", report.mac_per_instr},
               {"data_words_per_strip", report.data_words_per_strip},
               {"grouping", kGroupingProofNames[static_cast<int>(report.grouping_proof)]},
               {"data_words_bound",
                report.data_words_bound == 0 ? Json(nullptr) : Json(report.data_words_bound)},
               {"data_words_per_16_rows", layer.data_words_per_16_rows},
               {"code_words", report.code_words},
               {"programs", report.programs},
               {"kernel_only_programs", report.kernel_only},
               {"loads", report.loads},
               {"predicted_cycles", layer.cycle_parts.Total()}};
  json["half_vectors"] = report.chosen.half_vectors;
  json["choice"] = ChoiceText(layer);
  json["alternatives"] = Json::array();
  for (const LayerAlternative& alternative : report.alternatives) {
    json["alternatives"].push_back(AlternativeJson(alternative));
  }
  json["bounds"] = BoundsJson(layer.bounds, layer.register_bound);
  json["per_program"] = Json::array();
  for (const ProgramFigures& program : layer.programs) {
    json["per_program"].push_back(ProgramJson(program));
  }
  const CycleParts& parts = layer.cycle_parts;
  json["cycle_parts"] = {{"bound", parts.bound},
                         {"above_bound", parts.above_bound},
                         {"initial", parts.initial},
                         {"ramps", parts.ramps},
                         {"program_load", parts.program_load}};
  json["published"] =
      PublishedJson([&](const Source& source) { return FiguresFrom(source, layer); });
  return json;
}

using Summary = CodeFigures (*)(const Source&, const NetworkFigures&);

Json SummaryJson(const NetworkFigures& figures, Summary summary) {
  Json json = MetricsJson(summary(kOurs, figures));
  json["published"] = PublishedJson([&](const Source& source) { return summary(source, figures); });
  return json;
}

}  // namespace

Json ReportJson(const NetworkFigures& figures) {
  Json json = {{"network", figures.network}, {"arch", figures.machine}};
  json["layers"] = Json::array();
  for (const LayerFigures& layer : figures.layers) json["layers"].push_back(LayerJson(layer));
  json["mean"] = SummaryJson(figures, MeanFigures);
  json["total"] = SummaryJson(figures, TotalFigures);
  return json;
}

}  // namespace nve
