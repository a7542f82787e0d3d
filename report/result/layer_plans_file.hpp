// SPDX-License-Identifier: Apache-2.0
// What nve-layer-plans writes: plans of one layer, and what models of several depths say of them.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "report/result/result_field.hpp"

namespace nve {

struct PlanOfLayer {
  std::string file, partition, feed, input_layout, output_layout;
  bool half_vectors = false;
  int max_maps_per_program = 0;
  bool drawn = false;
  int64_t predicted_cycles = 0, volume_cycles = 0, bursts_cycles = 0, banks_cycles = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("file", &PlanOfLayer::file, "binary with the steps of this layer, in the file's folder"),
      Key("partition", &PlanOfLayer::partition,
          "AxB: programs in A groups of cores, strips in B ranges"),
      Key("feed", &PlanOfLayer::feed, "as nvec --feed"),
      Key("input_layout", &PlanOfLayer::input_layout, "how the maps lie that it reads"),
      Key("output_layout", &PlanOfLayer::output_layout, "how those lie that it writes"),
      Key("half_vectors", &PlanOfLayer::half_vectors, "it runs on half vectors"),
      Key("max_maps_per_program", &PlanOfLayer::max_maps_per_program,
          "output maps of a program at most, 0: as many as fit"),
      Key("drawn", &PlanOfLayer::drawn, "drawn at random; others are the best predicted"),
      Key("predicted_cycles", &PlanOfLayer::predicted_cycles, "by the transfer model"),
      Key("volume_cycles", &PlanOfLayer::volume_cycles,
          "roofline: the busiest core's cycles, or bytes at the DRAM's peak"),
      Key("bursts_cycles", &PlanOfLayer::bursts_cycles,
          "roofline with a CAS latency for every burst, as TSO counts"),
      Key("banks_cycles", &PlanOfLayer::banks_cycles,
          "predicted_cycles without the mean core's time for host, descriptors and drain"));
};

struct LayerPlansFile : FileHead {
  static constexpr const char* kSchema = "nve-layer-plans";
  static constexpr const char* kMeaning = "plans of one layer, of nve-layer-plans";
  LayerPlansFile() : FileHead{kSchema, 1, "nve-layer-plans", {}} {}

  std::string network, layer, memory;
  int cores = 1;
  int64_t space = 0;
  std::vector<PlanOfLayer> plans;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields,
      std::make_tuple(Key("network", &LayerPlansFile::network, "name of the network"),
                      Key("layer", &LayerPlansFile::layer, "name of the layer"),
                      Key("memory", &LayerPlansFile::memory, "model of the memory"),
                      Key("cores", &LayerPlansFile::cores, "cores"),
                      Key("space", &LayerPlansFile::space, "plans that there are"),
                      Key("plans", &LayerPlansFile::plans,
                          "the best predicted, the best first, then those drawn")));
};

}  // namespace nve
