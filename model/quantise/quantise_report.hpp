// SPDX-License-Identifier: Apache-2.0
// What was quantised, as data and as a table.
#pragma once

#include <string>
#include <vector>

#include "model/quantise/quantise_measure.hpp"
#include "report/result/quantise_file.hpp"

namespace nve {

/// One layer: its name and weights, and what was measured.
LayerOfQuantise LayerOf(const std::string& name, const FloatLayer& floats,
                        const LayerWeights& weights, const std::string& limited_by,
                        const LayerMeasure& measure);

/// The layers, gain and largest logit of a file; the names of files are left to the caller.
QuantiseFile QuantiseResult(const Network& network, const FloatWeights& floats,
                            const QuantisedNetwork& quantised,
                            const std::vector<LayerMeasure>& measures);

/// A line per layer, and the gain below.
std::string QuantiseText(const QuantiseFile& file);

}  // namespace nve
