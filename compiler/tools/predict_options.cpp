// SPDX-License-Identifier: Apache-2.0
// The platform of a prediction: see predict_options.hpp.
#include "compiler/tools/predict_options.hpp"

#include "planner/best/plan_options.hpp"

namespace nve {

CLI::Option* DeclarePredict(CLI::App& app, PredictOptions& o) {
  auto* predict = app.add_flag("--predict", o.predict,
                               "print the cycles of every layer in every feed, from steps "
                               "and memory parameters; with --json also their parts");
  DeclarePlatform(app, o.platform);
  return predict;
}

transfer::TransferOptions TransferOptionsOf(const PredictOptions& o, uint64_t cores) {
  return planner::TransferOptionsOf(o.platform, cores);
}

}  // namespace nve
