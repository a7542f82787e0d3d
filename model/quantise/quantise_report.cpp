// SPDX-License-Identifier: Apache-2.0
// Measures to shares, data and text: see quantise_report.hpp.
#include "model/quantise/quantise_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "report/row_table.hpp"

namespace nve {
namespace {

constexpr double kPercent = 100;

const RowTable& Table() {
  static const RowTable table({{"layer", -6},
                               {"weights", 8},
                               {"shift", 5},
                               {"bias shift", 10},
                               {"limited by", -11},
                               {"index from", 10},
                               {"to", 7},
                               {"below %", 8},
                               {"above %", 8},
                               {"0 %", 6},
                               {"255 %", 6},
                               {"largest diff", 12},
                               {"mean diff", 9, 3}});
  return table;
}

double ShareOf(int64_t part, int64_t all) {
  return static_cast<double>(part) / static_cast<double>(all);
}

void SetWeights(const FloatLayer& floats, const LayerWeights& weights, LayerOfQuantise& to) {
  for (size_t map = 0; map < weights.w.size(); ++map) {
    for (size_t kernel = 0; kernel < weights.w[map].size(); ++kernel) {
      const std::vector<double>& from = floats.w[map][kernel];
      const std::vector<int16_t>& got = weights.w[map][kernel];
      for (size_t tap = 0; tap < got.size(); ++tap) {
        ++to.weights;
        to.largest_float_weight = std::max(to.largest_float_weight, std::abs(from[tap]));
        to.largest_weight = std::max<int64_t>(to.largest_weight, std::abs(int{got[tap]}));
        to.zero_weights += static_cast<int>(got[tap] == 0 && from[tap] != 0);
      }
    }
  }
}

}  // namespace

LayerOfQuantise LayerOf(const std::string& name, const FloatLayer& floats,
                        const LayerWeights& weights, const std::string& limited_by,
                        const LayerMeasure& measure) {
  LayerOfQuantise layer;
  layer.name = name;
  layer.act_shift = weights.act_shift;
  layer.bias_shift = weights.bias_shift;
  layer.limited_by = limited_by;
  SetWeights(floats, weights, layer);
  layer.index_least = measure.index_least;
  layer.index_most = measure.index_most;
  layer.pixels = measure.pixels;
  layer.below_table = ShareOf(measure.below_table, measure.pixels);
  layer.above_table = ShareOf(measure.above_table, measure.pixels);
  layer.pixels_0 = ShareOf(measure.pixels_0, measure.pixels);
  layer.pixels_255 = ShareOf(measure.pixels_255, measure.pixels);
  layer.largest_difference = measure.largest_difference;
  layer.mean_difference = measure.sum_of_differences / static_cast<double>(measure.pixels);
  return layer;
}

QuantiseFile QuantiseResult(const Network& network, const FloatWeights& floats,
                            const QuantisedNetwork& quantised,
                            const std::vector<LayerMeasure>& measures) {
  QuantiseFile file;
  file.gain = quantised.gain;
  file.largest_logit = quantised.largest_logit;
  for (size_t i = 0; i < network.layers.size(); ++i) {
    file.layers.push_back(LayerOf(network.layers[i].name, floats.layers[i],
                                  quantised.weights.layers[i], quantised.limited_by[i],
                                  measures[i]));
  }
  return file;
}

std::string QuantiseText(const QuantiseFile& file) {
  std::string text = Table().Head();
  for (const LayerOfQuantise& layer : file.layers) {
    text +=
        Table().Row(layer.name, layer.weights, layer.act_shift, layer.bias_shift, layer.limited_by,
                    layer.index_least, layer.index_most, kPercent * layer.below_table,
                    kPercent * layer.above_table, kPercent * layer.pixels_0,
                    kPercent * layer.pixels_255, layer.largest_difference, layer.mean_difference);
  }
  text += fmt::format("{}-bit weights for {}, {} calibration picture{}\n", file.weight_bits,
                      file.machine, file.pictures, file.pictures == 1 ? "" : "s");
  return text + fmt::format("gain {:.6g} ({}), largest logit {:.6g}\n", file.gain,
                            file.gain_given ? "given" : "511 / largest logit", file.largest_logit);
}

}  // namespace nve
