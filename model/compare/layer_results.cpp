// SPDX-License-Identifier: Apache-2.0
// Layer by layer results: see layer_results.hpp.
#include "model/compare/layer_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/diagnostics/diagnostics.hpp"
#include "model/compare/reference_check.hpp"
#include "program/output_extents.hpp"

namespace nve {
namespace {

MapExtents ExtentsOfLayer(const Binary& binary, int layer) {
  MapExtents extents = ExtentsOf(binary, PlanesOfLayer(binary, layer));
  extents.maps *= binary.Pictures();
  return extents;
}

}  // namespace

std::string LayerName(const Binary& binary, int layer) {
  const auto at = static_cast<size_t>(layer);
  return at < binary.layers.size() ? binary.layers[at].name : fmt::format("layer {}", layer + 1);
}

std::vector<int> LayersOf(const StepSelection& part) {
  std::vector<int> layers;
  for (int layer = part.first; layer <= part.last; ++layer) layers.push_back(layer);
  return layers;
}

void CheckReference(const std::string& reference_name, const std::vector<FeatureMaps>& expected,
                    const std::string& binary_name, const Binary& binary,
                    const StepSelection& part) {
  if (static_cast<int>(expected.size()) <= part.last) {
    throw InputError({reference_name, 0, ""},
                     fmt::format("has {} layers, {} runs layer {}: is it another network?",
                                 expected.size(), binary_name, part.last + 1));
  }
  Diagnostics problems;
  for (const int layer : LayersOf(part)) {
    const FeatureMaps& maps = expected[static_cast<size_t>(layer)];
    const MapExtents want = {maps.maps, maps.height, maps.width};
    const MapExtents has = ExtentsOfLayer(binary, layer);
    if (want == has) continue;
    problems.Error({reference_name, 0, ""},
                   fmt::format("layer {} has {}, in {} it has {} (maps x height x width): is it "
                               "another network?",
                               layer + 1, want.Text(), binary_name, has.Text()));
  }
  problems.ThrowIfErrors();
}

std::vector<std::string> DumpFiles(const std::string& folder, const Binary& binary,
                                   const StepSelection& part) {
  std::vector<std::string> files;
  for (const int layer : LayersOf(part)) {
    const std::vector<std::string> of_layer =
        MapFiles(folder, LayerName(binary, layer), ExtentsOfLayer(binary, layer).maps);
    files.insert(files.end(), of_layer.begin(), of_layer.end());
  }
  return files;
}

void DumpLayers(const std::string& folder, const Binary& binary, const StepSelection& part,
                const std::vector<FeatureMaps>& maps) {
  for (const int layer : LayersOf(part)) {
    const auto at = static_cast<size_t>(layer - part.first);
    WriteMaps(folder, LayerName(binary, layer), ComputedPart(binary, layer, maps[at], part.strips));
  }
}

ReferenceOfRun CompareLayers(const Binary& binary, const StepSelection& part,
                             const std::vector<FeatureMaps>& expected,
                             const std::vector<FeatureMaps>& maps) {
  std::vector<ComparedLayer> layers;
  ComparedLayer output;
  for (const int layer : LayersOf(part)) {
    const auto cut = [&](const FeatureMaps& all) {
      return ComputedPart(binary, layer, all, part.strips);
    };
    const FeatureMaps want = cut(expected.at(static_cast<size_t>(layer)));
    const FeatureMaps got = cut(maps[static_cast<size_t>(layer - part.first)]);
    layers.push_back(CompareMaps(LayerName(binary, layer), want, got));
    if (layer == part.last) output = CompareMaps("output", want, got);
  }
  const auto wrong = std::find_if(layers.begin(), layers.end(),
                                  [](const ComparedLayer& layer) { return !layer.bit_exact; });
  // A wrong layer that the output does not show is wrong all the same.
  if (wrong != layers.end() && output.bit_exact) {
    output.bit_exact = false;
    output.text = wrong->text;
  }
  return {output.bit_exact, output.pixels, output.different,
          output.first,     output.text,   std::move(layers)};
}

std::string ComparisonText(const ReferenceOfRun& reference) {
  std::string text;
  for (const ComparedLayer& layer : reference.layers) {
    if (reference.layers.size() > 1) text += layer.text + '\n';
  }
  return text + reference.text + '\n';
}

}  // namespace nve
