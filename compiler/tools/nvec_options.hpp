// SPDX-License-Identifier: Apache-2.0
// The command line of nvec.
#pragma once

#include <cstdint>
#include <string>

#include "base/cli/tool_main.hpp"
#include "compiler/compile.hpp"
#include "compiler/tools/pass_options.hpp"
#include "compiler/tools/predict_options.hpp"

namespace nve {

struct NvecOptions {
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
  std::string save_network;
  uint64_t pictures = 1;
  std::string feed = ToString(CompileOptions{}.feed);
  std::string vectors = "vertical";
  PassOptions passes;
  PredictOptions predict;
};

/// Declares them.
void DeclareNvec(CLI::App& app, NvecOptions& options);

/// InputError if there is nothing to write or print, or if a file is named twice.
void CheckFileNames(const NvecOptions& options);

}  // namespace nve
