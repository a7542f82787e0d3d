// SPDX-License-Identifier: Apache-2.0
// Cycles with transfers before any simulation: nvec --predict (docs/transfer-model.md).
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "report/result/processor_result.hpp"
#include "report/result/result_field.hpp"

namespace nve {

struct MemoryEventsOfPrediction {
  int64_t bursts = 0, row_misses = 0, turnarounds = 0, refreshes = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("bursts", &MemoryEventsOfPrediction::bursts, "bursts"),
      Key("row_misses", &MemoryEventsOfPrediction::row_misses, "bursts that open a row"),
      Key("turnarounds", &MemoryEventsOfPrediction::turnarounds, "changes of direction"),
      Key("refreshes", &MemoryEventsOfPrediction::refreshes, "refreshes"));
};

struct FeedOfPrediction {
  int64_t cycles = 0, core = 0, load = 0, host = 0, copy = 0, ramp = 0, descriptors = 0;
  int64_t memory = 0, drain = 0;
  std::optional<int64_t> first_strip_cycles;
  std::optional<MemoryEventsOfPrediction> memory_events;
  static constexpr auto kFields = std::make_tuple(
      Key("cycles", &FeedOfPrediction::cycles,
          "clock cycles from begin to end; on one core the sum of those below, which are cycles of "
          "cores"),
      Key("core", &FeedOfPrediction::core, "cycles in which programs advance"),
      Key("load", &FeedOfPrediction::load,
          "activation tables and programs into the core, first fetch"),
      Key("host", &FeedOfPrediction::host,
          "register accesses before the core's start and after the last interrupt"),
      Key("copy", &FeedOfPrediction::copy, "the processor copies"),
      Key("ramp", &FeedOfPrediction::ramp, "from the core's start to the first word"),
      Key("descriptors", &FeedOfPrediction::descriptors,
          "the core waits for a word whose descriptor came late"),
      Key("memory", &FeedOfPrediction::memory, "the core waits for other words"),
      Key("drain", &FeedOfPrediction::drain, "from the core's end to the last interrupt"),
      Key("first_strip_cycles", &FeedOfPrediction::first_strip_cycles,
          "from begin until the first strip of the output is in memory, of what writes it"),
      Key("memory_events", &FeedOfPrediction::memory_events,
          "what a DRAM does (memory model bank)"));
};

struct LayerOfPrediction {
  std::string name;
  Named<FeedOfPrediction> feeds;
  static constexpr auto kFields = std::make_tuple(
      Key("name", &LayerOfPrediction::name, "name of the layer"),
      Key("feeds", &LayerOfPrediction::feeds, "by feed: contiguous, reordered, column, mover"));
};

struct PredictionResult {
  std::optional<int64_t> cores;
  nlohmann::ordered_json memory;
  std::string memory_ports;
  ProcessorOfRun processor;
  std::vector<LayerOfPrediction> layers;
  LayerOfPrediction total;
  static constexpr auto kFields = std::make_tuple(
      Key("cores", &PredictionResult::cores, "cores that run steps; files without it: 1"),
      Key("memory", &PredictionResult::memory, "parameters of memory and board (docs/memory.md)"),
      Key("memory_ports", &PredictionResult::memory_ports, "separate or shared"),
      Key("processor", &PredictionResult::processor, "the processor"),
      Key("layers", &PredictionResult::layers, "by layer"),
      Key("total", &PredictionResult::total, "all layers together"));
};

}  // namespace nve
