// nve-random: random programs on the RTL core in lockstep with the golden model.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/support/files.hpp"
#include "compiler/support/json_file.hpp"
#include "compiler/support/progress.hpp"
#include "compiler/support/shell_word.hpp"
#include "compiler/support/tool_main.hpp"
#include "host/tools/option_checks.hpp"
#include "tests/stimulus/random_campaign.hpp"

namespace nve {
namespace {

struct Options {
  std::string command;  // how the tool was called
  std::string seeds = "1-100";
  std::string profile = "all";
  uint64_t cycles = 1;
  std::string json;
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
      ->check(RangeText("seed"))
      ->capture_default_str();
  app.add_option("--profile", o.profile,
                 fmt::format("stall profile of both streams: {}; all but always also run without "
                             "stalls, for comparing the output",
                             fmt::join(ProfileNames(), ", ")))
      ->check(OneOf(ProfileNames()))
      ->capture_default_str();
  app.add_option("--cycles", o.cycles, "fewer compared cycles than this are a failure")
      ->transform(Count(1))
      ->capture_default_str();
  app.add_flag("--shrink", o.shrink, "shrink failing programs to a few instructions");
  app.add_flag("--print", o.print, "print the programs instead of running them");
  AddPath(app, "--json", o.json, "file for totals and failures");
}

CampaignOptions CampaignOf(const Options& o) {
  CampaignOptions campaign;
  const NumberRange seeds = *ParseRange(o.seeds);
  campaign.first_seed = seeds.first;
  campaign.last_seed = seeds.last;
  if (campaign.last_seed == UINT64_MAX) {
    throw InputError({"nve-random", 0, ""},
                     fmt::format("--seeds: found '{}', allowed: FIRST-LAST or one", o.seeds));
  }
  if (o.profile != "all") {
    const auto* found = std::find(kStallProfileNames.begin(), kStallProfileNames.end(), o.profile);
    campaign.profile = static_cast<StallProfile>(found - kStallProfileNames.begin());
  }
  campaign.shrink = o.shrink;
  campaign.command = o.command;
  return campaign;
}

int Print(const CampaignOptions& campaign) {
  for (uint64_t seed = campaign.first_seed; seed <= campaign.last_seed; ++seed) {
    const RandomCase random = MakeRandomCase(seed);
    fmt::print("seed {}{}{}: {}", seed, random.legal ? "" : ", illegal: ", random.broken.text,
               CaseText(random));
  }
  return kExitOk;
}

int Run(const Options& o) {
  CheckPaths({}, {{"--json", o.json}});
  const CampaignOptions campaign = CampaignOf(o);
  if (o.print) return Print(campaign);
  const auto programs = static_cast<int64_t>(campaign.last_seed - campaign.first_seed + 1);
  Progress progress("nve-random", programs, "programs");
  const CampaignResult result =
      RunCampaign(MakeRtlCore, campaign, [&](int64_t done) { progress.Update(done); });
  if (result.failures.empty()) progress.Finish();
  FILE* out = o.json == "-" ? stderr : stdout;
  for (const CaseFailure& failure : result.failures) fmt::print(out, "{}\n", failure.text);
  fmt::print(out, "{}", TotalsText(campaign, result));
  if (!o.json.empty()) WriteJson(o.json, CampaignJson(campaign, result));
  if (result.totals.cycles < o.cycles) {
    throw CheckFailed(
        fmt::format("{} cycles compared, --cycles asks for {}", result.totals.cycles, o.cycles));
  }
  return result.failures.empty() ? kExitOk : kExitMismatch;
}

}  // namespace
}  // namespace nve

int main(int argc, char** argv) {
  nve::Options options;
  options.command = nve::ShellWord(argv[0]);
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { nve::AddOptions(app, options); },
      [&] { return nve::Run(options); });
}
