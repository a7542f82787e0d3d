// SPDX-License-Identifier: Apache-2.0
// The options of nvec that choose the passes.
#pragma once

#include <string>

#include "base/cli/tool_main.hpp"
#include "compiler/passes.hpp"
#include "report/result/compile_file.hpp"

namespace nve {

/// What the command line says; empty: as the preset has it.
struct PassOptions {
  int level = -1;  ///< -O; -1: not given
  std::string preset = "default";
  std::string scheduler;
  std::string packing;
  std::string folding;
  std::string fusion;
  std::string half_vectors;
  int max_maps = 0;
  std::string prologue;
};

/// Declares them.
void DeclarePasses(CLI::App& app, PassOptions& options);

/// Names of the options that a run with every preset excludes.
std::vector<std::string> PresetOptionNames();

/// The preset with the passes given in place of its own. InputError if two exclude each other.
CompilerPasses ParsePasses(const PassOptions& options);

/// The passes as result files have them.
PassesOfCompile PassesResult(const CompilerPasses& passes);

}  // namespace nve
