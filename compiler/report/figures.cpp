// Collects figures from a compiled network.
#include "compiler/report/figures.hpp"

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

}  // namespace

NetworkFigures FiguresOf(const CompileResult& result, const std::string& preset) {
  const Binary& binary = result.binary;
  const std::vector<CycleParts> parts = PartsOfCycles(binary, result.schedules);
  NetworkFigures figures = {binary.network, preset, binary.vectors == Vectors::kHorizontal, {}};
  for (size_t l = 0; l < result.layers.size(); ++l) {
    LayerFigures layer;
    layer.report = result.layers[l];
    layer.macs = binary.layers[l].Macs();
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

std::string CertificateName(const LayerFigures& layer) {
  return layer.report.optimal ? "optimal" : "gap";
}

}  // namespace nve
