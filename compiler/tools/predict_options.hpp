// SPDX-License-Identifier: Apache-2.0
// The options of nvec that predict transfers; those of the platform are nve-cosim's.
#pragma once

#include "base/cli/tool_main.hpp"
#include "host/cosim/platform_arguments.hpp"
#include "model/transfer/transfer_options.hpp"

namespace nve {

struct PredictOptions {
  bool predict = false;
  PlatformArguments platform;
};

/// Declares them; the option --predict itself is returned.
CLI::Option* DeclarePredict(CLI::App& app, PredictOptions& options);

/// What to predict for. InputError if the memory's file is wrong or has no such latencies, or if it
/// has several of the `cores` share a port, which no prediction covers.
transfer::TransferOptions TransferOptionsOf(const PredictOptions& options, uint64_t cores);

}  // namespace nve
