// Runs a tool of the build and keeps what it prints.
#pragma once

#include <string>

namespace nve {

struct ToolRun {
  int exit_code = -1;
  std::string text;  ///< standard output and standard error
};

/// `arguments` as one would type them after the tool's name.
ToolRun RunBuiltTool(const std::string& tool, const std::string& arguments);

}  // namespace nve
