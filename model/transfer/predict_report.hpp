// SPDX-License-Identifier: Apache-2.0
// Predictions as JSON and as a table.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "model/transfer/predict.hpp"

namespace nve::transfer {

/// {memory, memory_ports, processor, layers[] {name, feeds {MODE: terms}}, total}; the keys are
/// those of docs/transfer-model.md.
nlohmann::ordered_json PredictionJson(const std::vector<LayerPrediction>& layers,
                                      const TransferOptions& options);

/// Cycles by layer and feed, and what was assumed.
std::string PredictionTable(const std::vector<LayerPrediction>& layers,
                            const TransferOptions& options);

}  // namespace nve::transfer
