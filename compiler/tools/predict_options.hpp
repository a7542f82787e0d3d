// The options of nvec that predict transfers; those of the platform are named as in nve-cosim.
#pragma once

#include <optional>
#include <string>

#include "compiler/support/tool_main.hpp"
#include "model/transfer/transfer_options.hpp"

namespace nve {

struct PredictOptions {
  bool predict = false;
  std::string memory = MemoryConfig{}.model;  ///< a model or a configuration file
  std::string memory_ports = "separate";
  std::optional<int> memory_latency;
  std::optional<int> write_latency;
  transfer::TransferOptions transfer;  ///< the rest
};

/// Declares them; the option --predict itself is returned.
CLI::Option* DeclarePredict(CLI::App& app, PredictOptions& options);

/// What to predict for. InputError if the memory's file is wrong or has no such latencies.
transfer::TransferOptions TransferOptionsOf(const PredictOptions& options);

}  // namespace nve
