// SPDX-License-Identifier: Apache-2.0
// nve-faults: what the machine does when its neighbours fail.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

#include "base/cli/file_options.hpp"
#include "base/cli/number_options.hpp"
#include "base/cli/progress.hpp"
#include "base/cli/tool_main.hpp"
#include "base/cli/word_options.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "base/text/shell_word.hpp"
#include "report/result/result_json.hpp"
#include "tb/faults/fault_campaign.hpp"

namespace nve {
namespace {

// All failures are held until the end.
constexpr uint64_t kMostSeeds = 1'000'000;

struct Options {
  std::string command;  // how the tool was called
  std::string call;     // the whole command line
  std::string family;
  std::string seeds = "1-100";
  int timeout = kSeedSeconds;
  uint64_t least_of_a_kind = 0;
  std::string json;
};

void AddOptions(CLI::App& app, Options& o) {
  app.description(
      "Runs faults of a family on the Verilated RTL, in lockstep with the golden model, and "
      "demands "
      "a defined status or the right output, and a right frame after the reset (docs/faults.md).");
  app.add_option("family", o.family, fmt::format("{}", fmt::join(FaultFamilies(), ", ")))
      ->check(OneOf(FaultFamilies()))
      ->required();
  app.add_option("--seeds", o.seeds, "seeds of the faults, FIRST-LAST or one")
      ->check(ClosedRangeText("seed", kMostSeeds))
      ->capture_default_str();
  app.add_option("--timeout", o.timeout, "seconds of processor time a seed may take")
      ->transform(Count(1, 3600))
      ->capture_default_str();
  app.add_option("--of-a-kind", o.least_of_a_kind, "fewer runs of a kind than this are a failure")
      ->transform(Count(0))
      ->capture_default_str();
  AddResult(app, "--json", o.json, "file for totals and failures")->check(ResultFile());
}

int Run(const Options& o) {
  CheckPaths({}, {{"--json", o.json}});
  const NumberRange seeds = *ParseRange(o.seeds);
  Progress progress("nve-faults", static_cast<int64_t>(seeds.last - seeds.first + 1), "faults");
  const FaultCampaign campaign = RunFaultCampaign(o.family, {seeds.first, seeds.last, o.timeout},
                                                  [&](int64_t done) { progress.Update(done); });
  progress.Finish();
  Print("{}", FaultText(campaign, o.command));
  if (!o.json.empty()) WriteJson(o.json, ResultJson(WithCommand(FaultResult(campaign), o.call)));
  for (const auto& [kind, totals] : campaign.kinds) {
    if (totals.conducted >= o.least_of_a_kind) continue;
    // Nothing run proves nothing.
    throw CheckFailed(fmt::format("{}: {} runs, --of-a-kind asks for {}", kind, totals.conducted,
                                  o.least_of_a_kind));
  }
  return campaign.failures.empty() ? kExitOk : kExitMismatch;
}

}  // namespace
}  // namespace nve

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  nve::Options options;
  options.command = nve::ShellWord(argv[0]);
  options.call = nve::ShellLine(argc, argv);
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { nve::AddOptions(app, options); },
      [&] { return nve::Run(options); });
}
