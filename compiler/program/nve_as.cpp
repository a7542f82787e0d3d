// nve-as: assembly text to binary.
#include <fmt/format.h>

#include "compiler/program/assembly.hpp"
#include "compiler/support/files.hpp"
#include "compiler/support/tool_main.hpp"

int main(int argc, char** argv) {
  std::string input;
  std::string output;
  return nve::RunTool(
      argc, argv,
      [&](CLI::App& app) {
        app.description("Assembles an NVE program (docs/binary.md).");
        nve::AddPath(app, "input", input, "assembly text (.nvs)")->required();
        nve::AddPath(app, "-o,--output", output, "binary to write (.nve)")->required();
      },
      [&] {
        nve::CheckPaths({{"the input", input}}, {{"--output", output}});
        nve::WriteBinary(output, nve::ParseAssembly(nve::ReadFileText(input), input));
        return nve::kExitOk;
      });
}
