// SPDX-License-Identifier: Apache-2.0
// Files of a figure-17 co-simulation in a folder of their own, and nve-cosim on them.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "convnet/network.hpp"
#include "program/steps.hpp"
#include "tests/tools/tool_run.hpp"

namespace nve {

using testing::ToolResult;

class CosimTest : public ::testing::Test {
 protected:
  static constexpr uint64_t kSeed = 7;

  /// Writes binary, picture and network description for an output of the given size.
  void Make(int out_height, int out_width, int cores = 1, Feed feed = Feed::kContiguous);

  /// The same for a network description, compiled by nvec with `options`, and an input with the
  /// maps of so many pictures. Fails the test if it cannot be.
  void Compile(const std::string& network, const std::string& options, int pictures = 1);

  /// nve-cosim, or another build of it, on them.
  ToolResult Run(const std::string& options, const std::string& tool = "nve-cosim");

  /// The same with --reference, so that the text ends with the comparison, and --json r.json.
  ToolResult RunChecked(const std::string& options, const std::string& tool = "nve-cosim");

  /// Any tool: its name and its arguments.
  ToolResult RunTool(const std::string& command) const { return folder_.Run(command); }

  /// A report of at most 40 lines that names a command, which gives the same report and exit code.
  void ExpectReproduces(const ToolResult& run) const;

  /// r.json of the last RunChecked. It must be what its schema says.
  nlohmann::json Json() const;

  std::string Path(const std::string& name) const { return folder_ / name; }

 private:
  void WritePicture(const Network& network, int pictures);

  testing::ToolFolder folder_;
};

}  // namespace nve
