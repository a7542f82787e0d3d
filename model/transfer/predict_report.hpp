// SPDX-License-Identifier: Apache-2.0
// Predictions as data and as a table.
#pragma once

#include <string>
#include <vector>

#include "model/transfer/predict.hpp"
#include "report/result/prediction_result.hpp"

namespace nve::transfer {

/// As result files have them, of steps on so many cores; what keys mean stands in
/// docs/transfer-model.md, too.
PredictionResult PredictionOf(const std::vector<LayerPrediction>& layers, size_t cores,
                              const TransferOptions& options);

/// Cycles by layer and feed, and what was assumed; behind them the latency: cycles until the first
/// strip of the output is in memory.
std::string PredictionTable(const std::vector<LayerPrediction>& layers,
                            const TransferOptions& options);

}  // namespace nve::transfer
