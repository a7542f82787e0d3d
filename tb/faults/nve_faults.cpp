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
#include "nve_isa.hpp"
#include "tb/faults/fault_campaign.hpp"

namespace nve {
namespace {

// All results are held until the end.
constexpr uint64_t kMostSeeds = 1'000'000;

struct Options {
  std::string command;  // how the tool was called
  std::string family;
  std::string seeds = "1-100";
  int jobs = 2;
  int timeout = PoolOptions{}.timeout_seconds;
  uint64_t least_of_a_kind = 0;
  uint64_t least_of_a_stall = 0;
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
  app.add_option("--jobs", o.jobs, "seeds at a time")
      ->transform(Count(1, 64))
      ->capture_default_str();
  app.add_option("--timeout", o.timeout, "seconds of processor time a seed may take")
      ->transform(Count(1, 3600))
      ->capture_default_str();
  app.add_option("--of-a-kind", o.least_of_a_kind, "fewer runs of a kind than this are a failure")
      ->transform(Count(0))
      ->capture_default_str();
  app.add_option("--of-a-stall", o.least_of_a_stall,
                 "fewer resets or flips of the core alone than this in one of its stalls (none, "
                 "input, output) are a failure")
      ->transform(Count(0))
      ->capture_default_str();
  AddResult(app, "--json", o.json, "file for totals and failures")->check(ResultFile());
}

// Nothing run proves nothing.
void CheckLeast(const std::string& name, uint64_t found, const char* option, uint64_t least) {
  if (found >= least) return;
  throw CheckFailed(fmt::format("{}: {} runs, {} asks for {}", name, found, option, least));
}

int Run(const Options& o) {
  CheckPaths({}, {{"--json", o.json}});
  const NumberRange seeds = *ParseRange(o.seeds);
  const PoolOptions pool = {seeds.first, seeds.last, o.jobs, o.timeout};
  Progress progress("nve-faults", static_cast<int64_t>(seeds.last - seeds.first + 1), "faults");
  const FaultCampaign campaign =
      RunFaultCampaign(o.family, pool, [&](int64_t done) { progress.Update(done); });
  progress.Finish();
  Print("{}", FaultText(campaign, o.command));
  if (!o.json.empty()) WriteJson(o.json, FaultJson(campaign));
  for (const std::string& kind : FaultKinds(o.family)) {
    const auto found = campaign.kinds.find(kind);
    CheckLeast(kind, found == campaign.kinds.end() ? 0 : found->second.conducted, "--of-a-kind",
               o.least_of_a_kind);
  }
  for (const char* stall : arch::kStallNames) {
    const auto found = campaign.totals.stalls.find(stall);
    CheckLeast(fmt::format("stall {}", stall),
               found == campaign.totals.stalls.end() ? 0 : found->second, "--of-a-stall",
               o.least_of_a_stall);
  }
  return campaign.failures.empty() ? kExitOk : kExitMismatch;
}

}  // namespace
}  // namespace nve

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 0);
  nve::Options options;
  options.command = nve::ShellWord(argv[0]);
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { nve::AddOptions(app, options); },
      [&] { return nve::Run(options); });
}
