// SPDX-License-Identifier: Apache-2.0
// A tool that runs for long and writes a result file.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/tools/tool_run.hpp"

namespace nve::testing {

/// `command` is a run of a tool that is not to begin if its result has no place; `brief`, a shorter
/// one, can write it to standard output or a device.
inline void ExpectResultFileIsChecked(const std::string& command, const std::string& brief) {
  const ToolFolder folder;
  std::filesystem::create_directory(folder / "taken");
  const ToolResult refused = folder.Run(command + " --json " + folder / "taken");
  EXPECT_EQ(refused.code, 2) << refused.Text();
  EXPECT_EQ(refused.output, "");
  EXPECT_NE(refused.errors.find("--json: found '" + folder / "taken"), std::string::npos)
      << refused.errors;
  for (const char* place : {"-", "/dev/null"}) {
    EXPECT_EQ(folder.Run(brief + " --json " + place).code, 0) << place;
  }
}

}  // namespace nve::testing
