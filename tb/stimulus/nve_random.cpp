// SPDX-License-Identifier: Apache-2.0
// nve-random: random programs on the RTL core in lockstep with the golden model.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "base/cli/file_options.hpp"
#include "base/cli/number_options.hpp"
#include "base/cli/progress.hpp"
#include "base/cli/tool_main.hpp"
#include "base/cli/word_options.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "base/text/shell_word.hpp"
#include "host/waves/wave_files.hpp"
#include "host/waves/wave_room.hpp"
#include "host/waves/writable_waves.hpp"
#include "report/result/result_json.hpp"
#include "tb/stimulus/random_campaign.hpp"

namespace nve {
namespace {

// More than months of programs.
constexpr uint64_t kMostSeeds = 1'000'000'000;

struct Options {
  std::string command;  // how the tool was called
  std::string call;     // the whole command line
  std::string tool;     // its name
  std::string seeds = "1-100";
  std::string profile = "all";
  uint64_t cycles = 0;  // not given
  std::string json;
  std::string waves;
  bool shrink = false;
  bool print = false;
};

std::vector<std::string> ProfileNames() {
  std::vector<std::string> names(kStallProfileNames.begin(), kStallProfileNames.end());
  names.emplace_back("all");
  return names;
}

void AddOptions(CLI::App& app, Options& o) {
  app.description(
      "Runs random programs, one in eight of them illegal, on the RTL core in lockstep with the "
      "golden model (docs/stimulus.md).");
  app.add_option("--seeds", o.seeds, "seeds of the programs, FIRST-LAST or one")
      ->check(ClosedRangeText("seed", kMostSeeds))
      ->capture_default_str();
  CLI::Option* profile =
      app.add_option("--profile", o.profile,
                     fmt::format("stall profile of both streams: {}; all but always also run "
                                 "without stalls, for comparing the output",
                                 fmt::join(ProfileNames(), ", ")))
          ->check(OneOf(ProfileNames()))
          ->capture_default_str();
  CLI::Option* cycles =
      app.add_option("--cycles", o.cycles,
                     "fewer compared cycles than this are a failure, and so is no output word "
                     "compared with one without stalls")
          ->transform(Count(1));
  CLI::Option* shrink =
      app.add_flag("--shrink", o.shrink, "shrink failing programs to a few instructions");
  CLI::Option* json = AddResult(app, "--json", o.json, "file for totals and failures");
  json->check(ResultFile());
  CLI::Option* waves = AddPath(
      app, "--wave-on-mismatch", o.waves,
      "run the first failing program, shrunk with --shrink, once more and write an FST file "
      "of the cycles around the failure");
  waves->check(WritableWaves());
  app.add_flag("--print", o.print, "print the programs instead of running them")
      ->excludes(profile, cycles, shrink, json, waves);
}

CampaignOptions CampaignOf(const Options& o) {
  CampaignOptions campaign;
  const NumberRange seeds = *ParseRange(o.seeds);
  campaign.first_seed = seeds.first;
  campaign.last_seed = seeds.last;
  if (o.profile != "all") {
    const auto* found = std::find(kStallProfileNames.begin(), kStallProfileNames.end(), o.profile);
    campaign.profile = static_cast<StallProfile>(found - kStallProfileNames.begin());
  }
  campaign.shrink = o.shrink;
  campaign.command = o.command;
  if (o.waves.empty()) return campaign;
  campaign.write_waves = [&o](const FailedRuns& failed) {
    return WriteCaseWaves(MakeTracedRtlCore, o.waves, o.tool, failed);
  };
  return campaign;
}

int PrintPrograms(const CampaignOptions& campaign) {
  for (uint64_t seed = campaign.first_seed; seed <= campaign.last_seed; ++seed) {
    const RandomCase random = MakeRandomCase(seed);
    const std::string text =
        fmt::format("seed {}{}{}: {}", seed, random.legal ? "" : ", illegal: ", random.broken.text,
                    CaseText(random));
    if (!PrintText(text)) break;  // told at the end, as of everything that is printed
  }
  return kExitOk;
}

// Nothing compared proves nothing.
void CheckCompared(const Options& o, const CampaignOptions& campaign, const Totals& totals) {
  if (totals.cycles < std::max<uint64_t>(o.cycles, 1)) {
    throw CheckFailed(fmt::format("{} cycles compared, --cycles asks for {}", totals.cycles,
                                  std::max<uint64_t>(o.cycles, 1)));
  }
  const bool has_stalls = campaign.profile != StallProfile::kAlways;
  if (o.cycles != 0 && has_stalls && totals.words == 0) {
    throw CheckFailed(
        "found no output word to compare with the run without stalls, allowed with --cycles: 1 or "
        "more; name more seeds");
  }
}

// Variants of the tool whose hardware is another one may have no build of it with waves.
void CheckTraced(const Options& o) {
  if (o.waves.empty() || MakeTracedRtlCore({}) != nullptr) return;
  throw InputError({o.tool, 0, ""},
                   "--wave-on-mismatch: found in a build of the tool that has no core with waves; "
                   "leave it out");
}

// Before hours of programs; most campaigns write none.
void WarnOfRoom(const Options& o) {
  const std::string missing = o.waves.empty() ? "" : MissingForWaves(o.waves);
  if (missing.empty()) return;
  Message("{}: warning: --wave-on-mismatch: writing waves needs {}\n", o.tool, missing);
}

int Run(const Options& o) {
  std::vector<GivenPath> outputs = WaveOutputs("--wave-on-mismatch", o.waves);
  outputs.push_back({"--json", o.json});
  CheckPaths({}, outputs);
  CheckTraced(o);
  WarnOfRoom(o);
  const CampaignOptions campaign = CampaignOf(o);
  if (o.print) return PrintPrograms(campaign);
  const auto programs = static_cast<int64_t>(campaign.last_seed - campaign.first_seed + 1);
  Progress progress("nve-random", programs, "programs");
  const CampaignResult result =
      RunCampaign(MakeRtlCore, campaign, [&](int64_t done) { progress.Update(done); });
  if (result.failures.empty()) progress.Finish();
  for (const CaseFailure& failure : result.failures) Print("{}\n", failure.text);
  PrintText(TotalsText(campaign, result));
  if (!o.json.empty())
    WriteJson(o.json, ResultJson(WithCommand(RandomResult(campaign, result), o.call)));
  CheckCompared(o, campaign, result.totals);
  return result.failures.empty() ? kExitOk : kExitMismatch;
}

}  // namespace
}  // namespace nve

int main(int argc, char** argv) {
  nve::Options options;
  options.command = nve::ShellWord(argv[0]);
  options.call = nve::ShellLine(argc, argv);
  options.tool = std::filesystem::path(argv[0]).filename().string();
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { nve::AddOptions(app, options); },
      [&] { return nve::Run(options); });
}
