// SPDX-License-Identifier: Apache-2.0
// The maps of every layer that ran: compared with the reference, written on request.
#pragma once

#include <string>
#include <vector>

#include "base/images/maps.hpp"
#include "program/binary.hpp"
#include "program/step_selection.hpp"
#include "report/result/run_result.hpp"

namespace nve {

/// "L3", or "layer 3" in a binary without layer names.
std::string LayerName(const Binary& binary, int layer);

/// The layers of a part, in order.
std::vector<int> LayersOf(const StepSelection& part);

/// InputError if the reference network's layers of `part` have other maps than the binary's.
void CheckReference(const std::string& reference_name, const std::vector<FeatureMaps>& expected,
                    const std::string& binary_name, const Binary& binary,
                    const StepSelection& part);

/// The files that DumpLayers writes.
std::vector<std::string> DumpFiles(const std::string& folder, const Binary& binary,
                                   const StepSelection& part);

/// Writes DIR/L1.npy, DIR/L1_0.png … for the layers of `part`; `maps` are theirs.
void DumpLayers(const std::string& folder, const Binary& binary, const StepSelection& part,
                const std::vector<FeatureMaps>& maps);

/// The texts of all layers, if there are several, and that of the output: a line each.
std::string ComparisonText(const ReferenceOfRun& reference);

/// Compares the computed part of every layer with `expected` (all layers of the network). The last
/// layer is called "output" in the text.
ReferenceOfRun CompareLayers(const Binary& binary, const StepSelection& part,
                             const std::vector<FeatureMaps>& expected,
                             const std::vector<FeatureMaps>& maps);

}  // namespace nve
