// Running tools: see tool_run.hpp.
#include "tests/cosim/tool_run.hpp"

#include <sys/wait.h>

#include <array>
#include <cstdio>

namespace nve {

ToolRun RunBuiltTool(const std::string& tool, const std::string& arguments) {
  const std::string command =
      std::string(NVE_BINARY_DIR) + "/bin/" + tool + " " + arguments + " 2>&1";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  ToolRun run;
  std::array<char, 4096> buffer;
  size_t bytes = 0;
  while ((bytes = fread(buffer.data(), 1, buffer.size(), pipe)) > 0)
    run.text.append(buffer.data(), bytes);
  const int status = pclose(pipe);
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return run;
}

}  // namespace nve
