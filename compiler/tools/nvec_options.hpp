// SPDX-License-Identifier: Apache-2.0
// The command line of nvec.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/cli/tool_main.hpp"
#include "compiler/compile.hpp"
#include "compiler/tools/pass_options.hpp"
#include "compiler/tools/predict_options.hpp"
#include "report/readout/read_out_options.hpp"

namespace nve {

struct NvecOptions {
  std::string command;  ///< the whole call
  std::string network;
  std::string machine;
  std::string weights;
  uint64_t seed = 1;
  std::string output;
  std::string json;
  bool report = false;
  bool report_programs = false;
  std::string ladder;
  std::string schedule;
  std::string schedule_svg;
  std::string schedule_program;
  std::string graph;
  int graph_layer = 1;
  int graph_map = 0;
  std::string save_weights;
  std::string fit;
  ReadOutOptions read_out;
  std::string save_network;
  uint64_t pictures = 1;
  std::string
      feed;  ///< as planner::ParseFeeds takes it; empty: contiguous, or the mover with a plan
  std::string vectors = "vertical";
  uint64_t cores = 1;
  std::string layout = "planes";
  std::string plan;       ///< "best": partition, layout and programs of each layer are searched for
  std::string gap = "0";  ///< as planner::ParsePercent takes it
  bool explain = false;
  std::string objective = "cycles";  ///< of a plan, one of planner::kObjectiveNames
  std::string loss = "2";            ///< the same: how much longer a frame of less latency may take
  double fps = 0;                    ///< frames per second that a plan must reach; 0: any
  std::string pareto;                ///< chart of plans on several numbers of cores (SVG)
  std::string plan_cache;            ///< folder; empty: the user's; "off": none
  std::string pipeline = "off";      ///< as ParseBands takes it
  std::string partition = "auto";
  PassOptions passes;
  PredictOptions predict;
};

/// Those of --feed, or what holds without it.
std::vector<Feed> FeedsOf(const NvecOptions& options);

/// Declares them.
void DeclareNvec(CLI::App& app, NvecOptions& options);

/// Network and weights of a model in the place of those that were not given.
void TakeModel(const ModelFile& model, NvecOptions& options);

/// InputError if there is nothing to write or print, or if a file is named twice. `read_out` has
/// the pictures of --input.
void CheckFileNames(const NvecOptions& options, const std::optional<ReadOut>& read_out = {});

}  // namespace nve
