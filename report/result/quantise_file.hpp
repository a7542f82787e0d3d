// SPDX-License-Identifier: Apache-2.0
// What nve-quantise --json writes: how float weights became integers, and what that changed.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "report/result/result_field.hpp"

namespace nve {

struct LayerOfQuantise {
  std::string name;
  int64_t weights = 0;
  int act_shift = 0, bias_shift = 0;
  std::string limited_by;
  double largest_float_weight = 0;
  int64_t largest_weight = 0, zero_weights = 0;
  int64_t index_least = 0, index_most = 0;
  int64_t pixels = 0;
  double below_table = 0, above_table = 0, pixels_0 = 0, pixels_255 = 0;
  double largest_difference = 0, mean_difference = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("name", &LayerOfQuantise::name, "name of the layer"),
      Key("weights", &LayerOfQuantise::weights, "number of weights without biases"),
      Key("act_shift", &LayerOfQuantise::act_shift, "bits the accumulator is shifted right"),
      Key("bias_shift", &LayerOfQuantise::bias_shift, "bits a bias is shifted left"),
      Key("limited_by", &LayerOfQuantise::limited_by,
          "what a larger act_shift would break: weights, bias, accumulator or machine"),
      Key("largest_float_weight", &LayerOfQuantise::largest_float_weight,
          "largest magnitude of a float weight"),
      Key("largest_weight", &LayerOfQuantise::largest_weight,
          "largest magnitude of an integer weight"),
      Key("zero_weights", &LayerOfQuantise::zero_weights,
          "weights that are 0 as integers, but not as floats"),
      Key("index_least", &LayerOfQuantise::index_least,
          "smallest table index before it is clamped to -512 to 511"),
      Key("index_most", &LayerOfQuantise::index_most, "largest one"),
      Key("pixels", &LayerOfQuantise::pixels, "output pixels of all calibration pictures"),
      Key("below_table", &LayerOfQuantise::below_table, "share of pixels with an index below -512"),
      Key("above_table", &LayerOfQuantise::above_table, "share of pixels with an index above 511"),
      Key("pixels_0", &LayerOfQuantise::pixels_0, "share of pixels that are 0"),
      Key("pixels_255", &LayerOfQuantise::pixels_255, "share of pixels that are 255"),
      Key("largest_difference", &LayerOfQuantise::largest_difference,
          "largest difference to the float network, pixels"),
      Key("mean_difference", &LayerOfQuantise::mean_difference,
          "mean magnitude of the difference to the float network, pixels"));
};

struct QuantiseFile : FileHead {
  static constexpr const char* kSchema = "nve-quantise";
  static constexpr const char* kMeaning = "float weights quantised for a machine";
  QuantiseFile() : FileHead{kSchema, 1, "nve-quantise", {}} {}

  std::string network, float_weights, weights, calibration, machine;
  int64_t pictures = 0;
  int weight_bits = 0;
  double gain = 0;
  bool gain_given = false;
  double largest_logit = 0;
  std::vector<LayerOfQuantise> layers;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields,
      std::make_tuple(
          Key("network", &QuantiseFile::network, "file of the network"),
          Key("float_weights", &QuantiseFile::float_weights, "file of the float weights"),
          Key("weights", &QuantiseFile::weights, "file of the integer weights, written"),
          Key("calibration", &QuantiseFile::calibration, "file or folder of calibration pictures"),
          Key("machine", &QuantiseFile::machine, "name of the machine whose limits hold"),
          Key("pictures", &QuantiseFile::pictures, "calibration pictures"),
          Key("weight_bits", &QuantiseFile::weight_bits, "bits of a weight"),
          Key("gain", &QuantiseFile::gain, "table index of the last layer per logit"),
          Key("gain_given", &QuantiseFile::gain_given,
              "the gain was given, not taken from the calibration pictures"),
          Key("largest_logit", &QuantiseFile::largest_logit,
              "largest magnitude of a logit over the calibration pictures"),
          Key("layers", &QuantiseFile::layers, "by layer")));
};

}  // namespace nve
