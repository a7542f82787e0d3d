// SPDX-License-Identifier: Apache-2.0
// Collects figures from a compiled network.
#include "compiler/report/figures.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace nve {
namespace {

const PublishedLayer* PublishedOf(const std::string& network, const LayerInfo& layer) {
  for (const PublishedNetwork& candidate : PublishedNetworks()) {
    if (candidate.name != network) continue;
    const auto found = std::find_if(
        candidate.layers.begin(), candidate.layers.end(), [&](const PublishedLayer& published) {
          return published.name == layer.name && published.out_width == layer.out_width &&
                 published.out_height == layer.out_height &&
                 published.kernel == layer.kernel_width &&
                 published.kernel == layer.kernel_height && published.stride == layer.stride &&
                 published.output_maps == layer.output_maps;
        });
    if (found != candidate.layers.end()) return &*found;
  }
  return nullptr;
}

ProgramFigures FiguresOf(const Program& program, const CertifiedSchedule& certified) {
  const Schedule& schedule = certified.schedule;
  return {program.name,          schedule.shape.Outputs(),
          schedule.shape.inputs, schedule.shape.window.rows,
          schedule.length,       schedule.InitialInstructions(),
          schedule.extra,        certified.certificate,
          certified.IsOptimal()};
}

ResourceBound& operator+=(ResourceBound& sum, const ResourceBound& bound) {
  sum.vmac += bound.vmac;
  sum.wreg += bound.wreg;
  sum.ireg += bound.ireg;
  sum.mema += bound.mema;
  sum.memb += bound.memb;
  return sum;
}

/// "205 641"
std::string Grouped(int64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (size_t at = 0; at < digits.size(); ++at) {
    if (at > 0 && (digits.size() - at) % 3 == 0) text += ' ';
    text += digits[at];
  }
  return text;
}

std::string VectorsText(bool half_vectors) { return half_vectors ? "half" : "whole"; }

/// Cycles of the best alternative for which `is_other` holds; nothing if there is none.
template <typename IsOther>
std::optional<int64_t> BestOf(const std::vector<LayerAlternative>& alternatives, IsOther is_other) {
  std::optional<int64_t> best;
  for (const LayerAlternative& alternative : alternatives) {
    if (is_other(alternative))
      best = std::min(best.value_or(alternative.cycles), alternative.cycles);
  }
  return best;
}

}  // namespace

NetworkFigures FiguresOf(const CompileResult& result, const std::string& preset) {
  const Binary& binary = result.binary;
  const std::vector<CycleParts> parts = PartsOfCycles(binary, result.schedules);
  NetworkFigures figures = {
      binary.network, binary.machine.name, preset, binary.vectors == Vectors::kHorizontal, 1, {}};
  for (size_t l = 0; l < result.layers.size(); ++l) {
    LayerFigures layer;
    layer.report = result.layers[l];
    figures.cores = layer.report.partition.Cores();
    layer.macs = binary.layers[l].Macs() * binary.Pictures();
    layer.data_words_per_16_rows =
        layer.report.data_words_per_strip * arch::kLanes / layer.report.outputs_per_iteration;
    layer.cycle_parts = parts[l];
    layer.published = PublishedOf(binary.network, binary.layers[l]);
    figures.layers.push_back(std::move(layer));
  }
  for (size_t p = 0; p < binary.programs.size(); ++p) {
    LayerFigures& layer = figures.layers[static_cast<size_t>(binary.programs[p].layer)];
    layer.programs.push_back(FiguresOf(binary.programs[p], result.schedules[p]));
    layer.bounds += result.schedules[p].certificate.bound;
    layer.register_bound += result.schedules[p].certificate.register_bound;
  }
  return figures;
}

std::string ChoiceText(const LayerFigures& layer) {
  const LayerAlternative& chosen = layer.report.chosen;
  const std::vector<LayerAlternative>& all = layer.report.alternatives;
  std::string text =
      fmt::format("{} for {} vectors", layer.report.optimal ? "optimal" : "best found",
                  VectorsText(chosen.half_vectors));
  const std::optional<int64_t> other_size = BestOf(all, [&](const LayerAlternative& other) {
    return other.half_vectors != chosen.half_vectors;
  });
  if (other_size) {
    text += fmt::format("; {} vectors take {} cycles", VectorsText(!chosen.half_vectors),
                        Grouped(*other_size));
  }
  if (chosen.packing == Packing::kAcross) return text;
  const std::optional<int64_t> across = BestOf(all, [&](const LayerAlternative& other) {
    return other.half_vectors == chosen.half_vectors && other.packing == Packing::kAcross;
  });
  if (across) text += fmt::format("; packing across takes {} cycles", Grouped(*across));
  return text;
}

std::string CertificateName(const LayerFigures& layer) {
  return layer.report.optimal ? "optimal" : "gap";
}

}  // namespace nve
