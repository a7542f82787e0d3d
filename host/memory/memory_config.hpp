// SPDX-License-Identifier: Apache-2.0
// Parameters of the memory models: defaults, a JSON file that changes some of them, and the
// effective values for results.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "host/memory/dram_timing.hpp"
#include "program/board.hpp"

namespace nve {

/// What every parameter means, in which models and with which source: docs/memory.md.
struct MemoryConfig {
  std::string model = "fixed";

  // fixed: clock cycles
  int read_latency = 20;   ///< AR handshake to first R beat
  int write_latency = 15;  ///< last W handshake to B

  // tso and bank: fabric and controller, both ways together
  double read_path_ns = 155;
  double write_path_ns = 150;

  // tso
  double cas_ns = 14;
  double bandwidth_mb_s = 4267;
  int burst_bytes = 128;

  // bank
  DramTiming dram = DramTimingOf("DDR3-1066F", 32, 2);
  int read_queue = 32;  ///< bursts the controller chooses among
  int write_queue = 32;
  int batch_bursts = 16;           ///< of one direction while the other waits
  double write_gap_clocks = 1.75;  ///< controller overhead after every write burst, DRAM clocks
  int turnaround_gap_clocks = 14;  ///< controller overhead when the direction changes
  int max_wait_clocks = 1024;      ///< after which the oldest burst goes first
  int ports_per_pair = 2;          ///< AXI ports that share a port of the controller
  double pair_mb_s = 2840;         ///< what such a port carries, each direction

  Board board;  ///< around the memory; rows and banks are those of `dram` with model bank
};

/// Names a configuration may have in `model`.
std::vector<std::string> MemoryModelNames();

/// The parameters of a JSON file; those it does not name have their defaults. InputError with all
/// that is wrong: unknown keys, values of a wrong type or outside their range, parameters of
/// another model.
MemoryConfig ReadMemoryConfig(const std::string& path);

/// The file that `name_or_path` names; empty if it is the name of a model.
std::string MemoryFileOf(const std::string& name_or_path);

/// `name_or_path`: the defaults of a model, or a file.
MemoryConfig LoadMemoryConfig(const std::string& name_or_path);

/// Parameters by name, as "batch_bursts", "dram.cl" and "board.ports", and their values.
using MemorySettings = std::vector<std::pair<std::string, std::string>>;

/// The same with some parameters changed, `model` among them. InputError as ReadMemoryConfig, with
/// `where` as the place of the settings.
MemoryConfig LoadMemoryConfig(const std::string& name_or_path, const MemorySettings& settings,
                              const std::string& where);

/// How long the memory is silent at least in every read or write, whatever else happens.
struct MemoryLatency {
  const char* parameter = nullptr;
  uint64_t cycles = 0;
};

/// Of a read and of a write.
std::array<MemoryLatency, 2> LatenciesOf(const MemoryConfig& config, double clock_mhz);

/// The values in effect, those of the model only.
nlohmann::ordered_json MemoryConfigJson(const MemoryConfig& config);

}  // namespace nve
