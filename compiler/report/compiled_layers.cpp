// SPDX-License-Identifier: Apache-2.0
// Figures as data: see compiled_layers.hpp.
#include "compiler/report/compiled_layers.hpp"

#include "compiler/report/metrics.hpp"

namespace nve {
namespace {

BoundsOfCompile BoundsOf(const ResourceBound& bound, int register_bound) {
  return {bound.vmac, bound.wreg, bound.ireg, bound.mema, bound.memb, register_bound};
}

ProgramOfCompile ProgramOf(const ProgramFigures& program) {
  const Certificate& certificate = program.certificate;
  return {program.name,
          program.output_maps,
          program.loads,
          program.ii,
          certificate.LowerBound(),
          BoundsOf(certificate.bound, certificate.register_bound),
          program.optimal};
}

AlternativeOfCompile AlternativeOf(const LayerAlternative& alternative) {
  return {alternative.half_vectors, kPackingNames[static_cast<size_t>(alternative.packing)],
          kFusionNames[static_cast<size_t>(alternative.fusion)], alternative.cycles};
}

bool AnyKnown(const CodeFigures& figures) {
  return figures.mac_per_instr || figures.data_words || figures.code_words || figures.programs ||
         figures.ii;
}

std::optional<Figure> FigureOf(const std::optional<double>& figure) {
  if (!figure) return std::nullopt;
  return Figure{*figure};
}

MetricsOfCompile MetricsOf(const CodeFigures& figures) {
  return {figures.mac_per_instr, FigureOf(figures.data_words), FigureOf(figures.code_words),
          FigureOf(figures.programs), FigureOf(figures.ii)};
}

/// What `figures_of` says of every published source with a figure.
template <typename FiguresOfSource>
Named<MetricsOfCompile> PublishedBy(const FiguresOfSource& figures_of) {
  Named<MetricsOfCompile> published;
  for (const Source& source : kPublishedSources) {
    const CodeFigures figures = figures_of(source);
    if (AnyKnown(figures)) published.emplace_back(source.key, MetricsOf(figures));
  }
  return published;
}

void SetPrograms(const LayerFigures& layer, LayerOfCompile& result) {
  result.bounds = BoundsOf(layer.bounds, layer.register_bound);
  for (const ProgramFigures& program : layer.programs) {
    result.per_program.push_back(ProgramOf(program));
  }
  const CycleParts& parts = layer.cycle_parts;
  result.partition = ToText(layer.report.partition);
  result.layout = ToString(layer.report.layout);
  result.predicted_cycles = parts.Total();
  result.bound_cycles = layer.report.bound_on_cores.cycles;
  result.cycle_parts = {parts.bound, parts.above_bound, parts.initial, parts.ramps,
                        parts.program_load};
}

void SetChoice(const LayerFigures& layer, LayerOfCompile& result) {
  result.half_vectors = layer.report.chosen.half_vectors;
  result.choice = ChoiceText(layer);
  for (const LayerAlternative& alternative : layer.report.alternatives) {
    result.alternatives.push_back(AlternativeOf(alternative));
  }
}

LayerOfCompile LayerOf(const LayerFigures& layer) {
  const LayerReport& report = layer.report;
  LayerOfCompile result;
  result.name = report.name;
  result.ii = report.ii;
  result.outputs_per_iteration = report.outputs_per_iteration;
  result.bound = report.bound;
  result.optimal = report.optimal;
  result.certificate = CertificateName(layer);
  result.mac_per_instr = report.mac_per_instr;
  result.data_words_per_strip = report.data_words_per_strip;
  result.grouping = kGroupingProofNames[static_cast<size_t>(report.grouping_proof)];
  if (report.data_words_bound != 0) result.data_words_bound.value = report.data_words_bound;
  result.data_words_per_16_rows = layer.data_words_per_16_rows;
  result.code_words = report.code_words;
  result.programs = report.programs;
  result.kernel_only_programs = report.kernel_only;
  result.loads = report.loads;
  SetChoice(layer, result);
  SetPrograms(layer, result);
  result.published = PublishedBy([&](const Source& source) { return FiguresFrom(source, layer); });
  return result;
}

using Summary = CodeFigures (*)(const Source&, const NetworkFigures&);

SumOfCompile SumOf(const NetworkFigures& figures, Summary summary) {
  return {MetricsOf(summary(kOurs, figures)),
          PublishedBy([&](const Source& source) { return summary(source, figures); }),
          {}};
}

}  // namespace

LayersOfCompile CompiledLayers(const NetworkFigures& figures) {
  LayersOfCompile result;
  for (const LayerFigures& layer : figures.layers) result.layers.push_back(LayerOf(layer));
  result.mean = SumOf(figures, MeanFigures);
  result.total = SumOf(figures, TotalFigures);
  return result;
}

}  // namespace nve
