// SPDX-License-Identifier: Apache-2.0
// The options that say which platform nve-cosim simulates and nvec --predict computes.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/cosim/vary.hpp"
#include "host/driver/dma_descriptors.hpp"
#include "host/driver/processor_options.hpp"
#include "host/memory/memory_config.hpp"

namespace nve {

struct PlatformArguments {
  std::string memory = MemoryConfig{}.model;  ///< a model or a configuration file
  std::string memory_ports;                   ///< empty: those of the board
  std::optional<int> memory_latency;
  std::optional<int> write_latency;
  ProcessorOptions processor;
  uint64_t max_descriptor = dma::kMaxLength;  ///< bytes
  VaryPoint changes;                          ///< of --vary: what a run changes
};

/// Declares them, with the checks that need one value only. `needed` is the option that they
/// belong to, if there is one.
void DeclarePlatform(CLI::App& app, PlatformArguments& options, CLI::Option* needed = nullptr);

/// Their names.
std::vector<std::string> PlatformOptionNames();

/// The memory behind the ports. InputError if the file is wrong or has no such latencies.
MemoryConfig ReadMemory(const PlatformArguments& options);

/// Name and value of every option that is not what it is without being given.
std::vector<std::pair<std::string, std::string>> GivenOf(const PlatformArguments& options);

}  // namespace nve
