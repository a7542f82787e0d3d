// SPDX-License-Identifier: Apache-2.0
// What nve-plan --tso --json writes: convolutions sliced over the cores of an NPU
// (docs/planner.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "report/result/result_field.hpp"

namespace nve {

struct TensorsOfTso {
  int64_t in = 0, w = 0, out = 0;
  static constexpr auto kFields = std::make_tuple(Key("in", &TensorsOfTso::in, "of the input"),
                                                  Key("w", &TensorsOfTso::w, "of the weights"),
                                                  Key("out", &TensorsOfTso::out, "of the output"));
};

struct TileOfTso {
  int64_t m = 0, n = 0, r = 0, c = 0;
  static constexpr auto kFields = std::make_tuple(
      Key("m", &TileOfTso::m, "filters"), Key("n", &TileOfTso::n, "channels of input"),
      Key("r", &TileOfTso::r, "rows of output"), Key("c", &TileOfTso::c, "columns of output"));
};

struct LayerOfTso {
  std::string layer;
  int64_t count = 0;
  std::optional<std::string> problem, partition, flow;
  std::optional<TileOfTso> tile;
  std::optional<TensorsOfTso> alphas, bursts;
  std::optional<double> microseconds, estimate;
  static constexpr auto kFields = std::make_tuple(
      Key("layer", &LayerOfTso::layer, "name of the layer"),
      Key("count", &LayerOfTso::count, "how often the network has it"),
      Key("problem", &LayerOfTso::problem, "why it has no mapping; then nothing else is known"),
      Key("partition", &LayerOfTso::partition, "how the layer is sliced over the cores"),
      Key("flow", &LayerOfTso::flow, "order of the tiles"),
      Key("tile", &LayerOfTso::tile, "sizes of the tile of a core"),
      Key("alphas", &LayerOfTso::alphas, "how often a tile moves"),
      Key("bursts", &LayerOfTso::bursts, "bursts of a tile"),
      Key("microseconds", &LayerOfTso::microseconds, "time by equation 6 with bursts"),
      Key("estimate", &LayerOfTso::estimate,
          "time by equation 6 and the model of the search, microseconds"));
};

struct TsoFile : FileHead {
  static constexpr const char* kSchema = "nve-plan-tso";
  static constexpr const char* kMeaning = "layers of a network sliced over the cores of an NPU";
  TsoFile() : FileHead{kSchema, 1, "nve-plan", {}} {}

  std::string network;
  std::vector<LayerOfTso> layers;
  double microseconds = 0, estimate = 0;
  int64_t unmapped = 0;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields,
      std::make_tuple(
          Key("network", &TsoFile::network, "name of the network"),
          Key("layers", &TsoFile::layers, "by layer"),
          Key("microseconds", &TsoFile::microseconds, "sum of the layers' times"),
          Key("estimate", &TsoFile::estimate, "sum of the layers' estimates, microseconds"),
          Key("unmapped", &TsoFile::unmapped, "layers without a mapping")));
};

struct RowOfTso {
  std::string network, model, reading;
  double microseconds = 0, estimate = 0;
  std::vector<LayerOfTso> layers;
  static constexpr auto kFields = std::make_tuple(
      Key("network", &RowOfTso::network, "name of the network"),
      Key("model", &RowOfTso::model, "as nve-plan --model: burst or noburst"),
      Key("reading", &RowOfTso::reading, "as nve-plan --reading: printed or consistent"),
      Key("microseconds", &RowOfTso::microseconds, "sum of the layers' times"),
      Key("estimate", &RowOfTso::estimate, "sum of the layers' estimates, microseconds"),
      Key("layers", &RowOfTso::layers, "by layer"));
};

struct TsoTableFile : FileHead {
  static constexpr const char* kSchema = "nve-plan-tso-table";
  static constexpr const char* kMeaning = "five networks in both models and readings of TSO";
  TsoTableFile() : FileHead{kSchema, 1, "nve-plan", {}} {}

  std::vector<RowOfTso> rows;
  static constexpr auto kFields = std::tuple_cat(
      FileHead::kFields,
      std::make_tuple(Key("rows", &TsoTableFile::rows, "by network, reading and model")));
};

}  // namespace nve
