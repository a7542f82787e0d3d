// SPDX-License-Identifier: Apache-2.0
// Campaigns and their totals: see fault_campaign.hpp.
#include "tb/faults/fault_campaign.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arch/build_machine.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "nve_isa.hpp"
#include "report/row_table.hpp"
#include "tb/faults/bit_flip.hpp"
#include "tb/faults/core_fault.hpp"
#include "tb/faults/tile_fault.hpp"
#include "tb/stimulus/draw.hpp"

namespace nve {
namespace {

// Kinds of a family that are run in the same way.
struct Runner {
  std::vector<std::string> kinds;
  std::function<FaultRun(size_t kind, uint64_t seed)> run;
};

Runner Tile(TileFaults family) {
  return {TileFaultKinds(family),
          [family](size_t kind, uint64_t seed) { return RunTileFault(family, kind, seed); }};
}

Runner Core(CoreFaults family) {
  return {CoreFaultKinds(family),
          [family](size_t kind, uint64_t seed) { return RunCoreFault(family, kind, seed); }};
}

struct Family {
  const char* name;
  std::vector<Runner> runners;
};

const std::vector<Family>& Families() {
  static const std::vector<Family> kFamilies = {
      {"bus-errors", {Tile(TileFaults::kBusErrors)}},
      {"descriptors", {Tile(TileFaults::kDescriptors)}},
      {"streams", {Tile(TileFaults::kStreams), Core(CoreFaults::kStreams)}},
      {"resets", {Tile(TileFaults::kResets), Core(CoreFaults::kResets)}},
      {"bit-flips", {{BitFlipKinds(), RunBitFlip}}}};
  return kFamilies;
}

const Family& FamilyOf(const std::string& name) {
  return *std::find_if(Families().begin(), Families().end(),
                       [&](const Family& family) { return name == family.name; });
}

std::string ToText(const FaultRun& run) {
  return nlohmann::json{{"kind", run.kind},      {"detail", run.detail},   {"status", run.status},
                        {"stall", run.stall},    {"problem", run.problem}, {"cycles", run.cycles},
                        {"outcome", run.outcome}}
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

FaultRun FromText(const std::string& text) {
  const nlohmann::json json = nlohmann::json::parse(text);
  FaultRun run;
  run.kind = json["kind"];
  run.detail = json["detail"];
  run.status = json["status"];
  run.stall = json["stall"];
  run.problem = json["problem"];
  run.cycles = json["cycles"];
  run.outcome = json["outcome"];
  return run;
}

void Count(const FaultRun& run, FaultTotals& totals) {
  ++totals.conducted;
  totals.cycles += run.cycles;
  if (!run.problem.empty()) {
    ++totals.failed;
    return;
  }
  ++totals.outcomes[static_cast<size_t>(run.outcome)];
  if (!run.status.empty()) ++totals.statuses[run.status];
  if (!run.stall.empty()) ++totals.stalls[run.stall];
}

Named<uint64_t> ByName(const std::map<std::string, uint64_t>& counts) {
  return {counts.begin(), counts.end()};
}

TotalsOfFaults TotalsOf(const FaultTotals& totals) {
  const auto of = [&](Outcome outcome) { return totals.outcomes[static_cast<size_t>(outcome)]; };
  TotalsOfFaults result;
  result.conducted = totals.conducted;
  result.failed = totals.failed;
  result.reported = of(Outcome::kReported);
  result.harmless = of(Outcome::kHarmless);
  result.recovered = of(Outcome::kRecovered);
  result.flagged = of(Outcome::kFlagged);
  result.masked = of(Outcome::kMasked);
  result.statuses = ByName(totals.statuses);
  if (!totals.stalls.empty()) result.stalls = ByName(totals.stalls);
  return result;
}

}  // namespace

std::vector<std::string> FaultFamilies() {
  std::vector<std::string> names;
  for (const Family& family : Families()) names.emplace_back(family.name);
  return names;
}

std::vector<std::string> FaultKinds(const std::string& family) {
  std::vector<std::string> kinds;
  for (const Runner& runner : FamilyOf(family).runners) {
    kinds.insert(kinds.end(), runner.kinds.begin(), runner.kinds.end());
  }
  return kinds;
}

FaultRun RunFault(const std::string& family, uint64_t seed) {
  size_t kind = seed % FaultKinds(family).size();
  for (const Runner& runner : FamilyOf(family).runners) {
    if (kind < runner.kinds.size()) return runner.run(kind, Mix(seed, kind));
    kind -= runner.kinds.size();
  }
  throw InternalError("a kind without a runner");
}

FaultCampaign RunFaultCampaign(const std::string& family, const FaultSeeds& seeds,
                               const std::function<void(int64_t)>& done) {
  FaultCampaign campaign;
  campaign.family = family;
  campaign.seeds = seeds;
  const std::vector<std::string> kinds = FaultKinds(family);
  for (const std::string& kind : kinds) campaign.kinds[kind] = {};
  const auto run_seed = [&](uint64_t seed) { return ToText(RunFault(family, seed)); };
  for (uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
    const SeedResult result = RunSeed(seed, seeds.timeout_seconds, run_seed);
    FaultRun run;
    if (result.problem.empty()) {
      run = FromText(result.text);
    } else {
      run.kind = kinds[seed % kinds.size()];
      run.problem = result.problem;
    }
    Count(run, campaign.totals);
    Count(run, campaign.kinds[run.kind]);
    if (!run.problem.empty()) {
      const std::string detail = run.detail.empty() ? "" : " (" + run.detail + ")";
      campaign.failures.push_back({seed, run.kind, run.problem + detail});
    }
    done(static_cast<int64_t>(seed - seeds.first + 1));
  }
  return campaign;
}

FaultsFile FaultResult(const FaultCampaign& campaign) {
  FaultsFile file;
  file.arch = arch::BuildMachine().name;
  file.family = campaign.family;
  file.seeds = {campaign.seeds.first, campaign.seeds.last};
  file.expected = campaign.seeds.last - campaign.seeds.first + 1;
  static_cast<TotalsOfFaults&>(file) = TotalsOf(campaign.totals);
  file.compared_cycles = campaign.totals.cycles;
  for (const auto& [kind, totals] : campaign.kinds) file.kinds.emplace_back(kind, TotalsOf(totals));
  for (const FaultFailure& failure : campaign.failures) {
    file.failures.push_back({failure.seed, failure.kind, failure.text});
  }
  return file;
}

std::string FaultText(const FaultCampaign& campaign, const std::string& tool) {
  std::vector<RowTable::Column> columns = {{campaign.family, -28}, {"conducted", 9}};
  for (const char* outcome : kOutcomeNames) columns.push_back({outcome, 9});
  columns.insert(columns.end(), {{"failed", 7}, {" statuses", 0}});
  const RowTable table(columns);
  std::string text = table.Head();
  const auto line = [&](const std::string& name, const FaultTotals& totals) {
    std::vector<std::string> cells = {name, fmt::format("{}", totals.conducted)};
    for (const uint64_t count : totals.outcomes) cells.push_back(fmt::format("{}", count));
    std::string statuses;
    for (const auto& [status, count] : totals.statuses) {
      statuses += fmt::format(" {} {},", count, status);
    }
    if (!statuses.empty()) statuses.pop_back();
    cells.insert(cells.end(), {fmt::format("{}", totals.failed), statuses});
    text += table.RowOf(cells);
  };
  for (const auto& [kind, totals] : campaign.kinds) {
    if (totals.conducted > 0) line(kind, totals);
  }
  const int seconds = campaign.seeds.timeout_seconds;
  const std::string timeout = seconds == kSeedSeconds ? "" : fmt::format(" --timeout {}", seconds);
  for (const FaultFailure& failure : campaign.failures) {
    text += fmt::format("seed {} on {}, {}: {}\n  reproduce: {} {} --seeds {}{}\n", failure.seed,
                        arch::BuildMachine().name, failure.kind, failure.text, tool,
                        campaign.family, failure.seed, timeout);
  }
  const FaultTotals& totals = campaign.totals;
  const uint64_t expected = campaign.seeds.last - campaign.seeds.first + 1;
  text += fmt::format("runs: {} expected, {} conducted, {} failed", expected, totals.conducted,
                      totals.failed);
  for (size_t i = 0; i < kOutcomeNames.size(); ++i) {
    text += fmt::format("{} {} {}", i == 0 ? ";" : ",", totals.outcomes[i], kOutcomeNames[i]);
  }
  text += '\n';
  if (!totals.stalls.empty()) {
    text += "stall of the core alone at the fault:";
    for (const auto& [stall, count] : totals.stalls) text += fmt::format(" {} {},", count, stall);
    text.back() = '\n';
  }
  text += fmt::format("lockstep: {} cycles compared\n", totals.cycles);
  return text;
}

}  // namespace nve
