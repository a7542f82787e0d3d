// SPDX-License-Identifier: Apache-2.0
// nve-diff: where two recorded runs begin to differ, from their FST wave files.
#include <fmt/format.h>

#include <string>

#include "base/cli/number_options.hpp"
#include "base/cli/tool_main.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "base/text/shell_word.hpp"
#include "host/waves/diff_report.hpp"
#include "host/waves/wave_diff.hpp"
#include "host/waves/wave_file.hpp"
#include "host/waves/wave_options.hpp"
#include "report/result/result_json.hpp"

namespace nve {
namespace {

struct DiffOptions {
  std::string command;  // the whole command line
  std::string a;
  std::string b;
  std::string scope;
  std::string json;
  size_t most = 20;
};

int Run(const DiffOptions& options) {
  CheckPaths({{"the first run", options.a},
              {"the description of the first run", options.a + kDescriptionSuffix},
              {"the second run", options.b},
              {"the description of the second run", options.b + kDescriptionSuffix}},
             {{"--json", options.json}});
  const WaveFile a(options.a);
  const WaveFile b(options.b);
  const WaveDiff diff = CompareWaves(a, b, options.scope);
  if (!options.json.empty()) {
    DiffFile file = DiffResult(diff);
    file.a = options.a;
    file.b = options.b;
    WriteJson(options.json, ResultJson(WithCommand(file, options.command)));
  }
  Print("{}", TextOf(diff, options.most));
  return diff.differences.empty() ? kExitOk : kExitMismatch;
}

}  // namespace
}  // namespace nve

int main(int argc, char* argv[]) {
  nve::DiffOptions options;
  options.command = nve::ShellLine(argc, argv);
  return nve::RunTool(
      argc, argv,
      [&](CLI::App& app) {
        app.description(
            "Finds the first cycle in which two recorded runs differ. The records are FST files of "
            "nve-cosim --wave or --wave-on-mismatch.");
        nve::AddPath(app, "a", options.a, "the first run (.fst)")->required();
        nve::AddPath(app, "b", options.b, "the second run (.fst)")->required();
        app.add_option("--scope", options.scope,
                       "only signals whose full name begins so, as TOP.nve_top.u_core");
        app.add_option("--most", options.most, "signals to print")
            ->transform(nve::Count(0))
            ->capture_default_str();
        nve::AddResult(app, "--json", options.json, "file for the result");
      },
      [&] { return nve::Run(options); });
}
