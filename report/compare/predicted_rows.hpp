// SPDX-License-Identifier: Apache-2.0
// Predicted cycles beside those measured, layer by layer.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/compare/predicted_match.hpp"
#include "report/sourced.hpp"

namespace nve {

struct PredictedRow {
  std::string layer;
  std::string what;                            ///< the cycles are
  std::optional<Sourced> predicted, measured;  ///< none: the file does not say, or it did not end

  /// Predicted less measured.
  std::optional<Sourced> Difference() const;
  /// That in percent of the measured cycles; none of 0.
  std::optional<Sourced> Percent() const;
};

/// Why nothing of the run is predicted, in a line without an end: the file does not say its feed,
/// or the prediction does not know it. Empty if it is.
std::string NotPredicted(const PredictedRun& pair);

/// Elapsed cycles of each layer that is predicted and of all together, those first that differ by
/// most percent. The sum is that of whole runs only.
std::vector<PredictedRow> ElapsedRows(const PredictedRun& pair);

/// Where they went, by what the core did (core_time.hpp), in the order of the layers; nothing of a
/// run on several cores.
std::vector<PredictedRow> CoreTimeRows(const PredictedRun& pair);

}  // namespace nve
