// SPDX-License-Identifier: Apache-2.0
// Both networks over pictures: see quantise_measure.hpp.
#include "model/quantise/quantise_measure.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "model/reference/reference.hpp"

namespace nve {
namespace {

// What the float network's value is in pixels of a layer, not rounded.
class FloatPixel {
 public:
  FloatPixel(bool last, double gain) : last_(last), gain_(gain) {}

  double Of(double value) const {
    constexpr double kHighest = kHalfTable - 1;
    constexpr double kIndicesPerPixel = 4;
    if (!last_) return kPixelOfOne * value;
    return (std::clamp(gain_ * value, -double{kHalfTable}, kHighest) + kHalfTable) /
           kIndicesPerPixel;
  }

 private:
  bool last_;
  double gain_;
};

void Count(int64_t index, uint8_t pixel, double float_pixel, LayerMeasure& to) {
  to.index_least = std::min(to.index_least, index);
  to.index_most = std::max(to.index_most, index);
  ++to.pixels;
  to.below_table += static_cast<int>(index < -kHalfTable);
  to.above_table += static_cast<int>(index >= kHalfTable);
  to.pixels_0 += static_cast<int>(pixel == 0);
  to.pixels_255 += static_cast<int>(pixel == UINT8_MAX);
  const double difference = std::abs(pixel - float_pixel);
  to.largest_difference = std::max(to.largest_difference, difference);
  to.sum_of_differences += difference;
}

}  // namespace

void Measure(const Network& network, const FloatWeights& floats, const QuantisedNetwork& quantised,
             const FeatureMaps& picture, std::vector<LayerMeasure>& layers) {
  const Network fitted = NetworkFor(network, picture);
  const std::vector<FloatMaps> expected = RunFloatNetwork(fitted, floats, picture);
  FeatureMaps input = picture;
  layers.resize(fitted.layers.size());
  for (size_t i = 0; i < fitted.layers.size(); ++i) {
    const Layer& layer = fitted.layers[i];
    const LayerWeights& weights = quantised.weights.layers[i];
    const FloatPixel float_pixel(i + 1 == fitted.layers.size(), quantised.gain);
    FeatureMaps output(static_cast<int>(layer.outputs.size()), layer.out_height, layer.out_width);
    VisitAccumulators(layer, weights, input, [&](int m, int y, std::span<const int32_t> row) {
      const double* values = expected[i].Row(m, y);
      for (size_t x = 0; x < row.size(); ++x) {
        const uint8_t pixel = Activate(weights, row[x]);
        output.at(m, y, static_cast<int>(x)) = pixel;
        Count(TableIndex(weights, row[x]), pixel, float_pixel.Of(values[x]), layers[i]);
      }
    });
    input = std::move(output);
  }
}

std::vector<LayerMeasure> MeasureAll(const Network& network, const FloatWeights& floats,
                                     const QuantisedNetwork& quantised,
                                     const std::vector<NamedPicture>& pictures,
                                     const PicturesDone& done) {
  std::vector<LayerMeasure> layers;
  int64_t count = 0;
  for (const NamedPicture& picture : pictures) {
    Measure(network, floats, quantised, picture.maps, layers);
    done(++count);
  }
  return layers;
}

}  // namespace nve
