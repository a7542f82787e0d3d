// SPDX-License-Identifier: Apache-2.0
// The platform of a prediction: see predict_options.hpp.
#include "compiler/tools/predict_options.hpp"

#include <fmt/format.h>

#include "base/diagnostics/diagnostics.hpp"

namespace nve {

CLI::Option* DeclarePredict(CLI::App& app, PredictOptions& o) {
  auto* predict = app.add_flag("--predict", o.predict,
                               "print the cycles of every layer in every feed, from steps "
                               "and memory parameters; with --json also their parts");
  DeclarePlatform(app, o.platform);
  return predict;
}

transfer::TransferOptions TransferOptionsOf(const PredictOptions& o, uint64_t cores) {
  transfer::TransferOptions options;
  static_cast<ProcessorOptions&>(options) = o.platform.processor;
  options.memory = ReadMemory(o.platform);
  if (cores > 1 && options.memory.board.cores_per_port > 1) {
    throw InputError(
        fmt::format("--predict, --plan: found {} cores and board.cores_per_port {}, allowed: 1, "
                    "ports of their own for "
                    "each core, or --cores 1; simulate it instead (docs/cores.md, section 8)",
                    cores, options.memory.board.cores_per_port));
  }
  options.max_descriptor_bytes = o.platform.max_descriptor;
  return options;
}

}  // namespace nve
