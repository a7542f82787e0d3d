// SPDX-License-Identifier: Apache-2.0
// Campaigns and their totals: see random_campaign.hpp.
#include "tb/stimulus/random_campaign.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "arch/build_machine.hpp"
#include "base/text/text_lines.hpp"
#include "host/lockstep/mismatch_data.hpp"
#include "host/lockstep/mismatch_report.hpp"
#include "host/waves/wave_files.hpp"
#include "tb/stimulus/cycle_delta.hpp"

namespace nve {
namespace {

// Of the text of a failure and of the program in it: the rest of a longer one is in the JSON only.
constexpr size_t kMostLines = kMostFailureLines - 1;  // and an empty one
constexpr size_t kMostProgramLines = 13;

std::string ShortProgram(const std::string& program) {
  const size_t lines = LineCount(program);
  if (lines <= kMostProgramLines) return program;
  return FirstLines(program, kMostProgramLines) +
         fmt::format("      and {} more, all in the file of --json\n", lines - kMostProgramLines);
}

const char* NameOf(StallProfile profile) {
  return kStallProfileNames[static_cast<size_t>(profile)];
}

// The run without stalls comes first: the others are compared with its output.
std::vector<StallProfile> ProfilesOf(const CampaignOptions& options) {
  std::vector<StallProfile> profiles = {StallProfile::kAlways};
  if (options.profile) {
    if (*options.profile != StallProfile::kAlways) profiles.push_back(*options.profile);
    return profiles;
  }
  for (size_t p = 1; p < kStallProfileNames.size(); ++p) {
    profiles.push_back(static_cast<StallProfile>(p));
  }
  return profiles;
}

class Campaign {
 public:
  Campaign(const MakeCore& make_core, const CampaignOptions& options)
      : make_core_(make_core), options_(options), profiles_(ProfilesOf(options)) {}

  CampaignResult Run(const std::function<void(int64_t)>& done) {
    for (uint64_t seed = options_.first_seed; seed <= options_.last_seed; ++seed) {
      RunSeed(seed);
      done(static_cast<int64_t>(result_.totals.conducted));
      if (result_.failures.size() >= kMostFailures) break;
    }
    return std::move(result_);
  }

 private:
  void RunSeed(uint64_t seed) {
    const RandomCase random = MakeRandomCase(seed);
    Totals& totals = result_.totals;
    ++totals.conducted;
    ++(random.legal ? totals.legal : totals.illegal);
    if (random.legal && random.OutputWords() != 0) ++totals.sending;
    const std::vector<std::string> refusal = Refusal(random);
    if (refusal.empty() != random.legal) {
      CaseResult result;
      result.problem = random.legal ? "refused by nve-as: " + refusal.front()
                                    : "accepted by nve-as: " + random.broken.text;
      Fail({random, {}, result});
      return;
    }
    const Congestor congestor = CongestorOf(seed);
    if (congestor != Congestor::kNone) ++totals.congested;
    const std::unique_ptr<CoreModel> core = make_core_();
    CaseRunner runner(*core);
    CaseResult plain;
    std::vector<RunSetup> setups;
    uint64_t cycles = 0;
    for (const StallProfile profile : profiles_) {
      const bool undisturbed = profile == StallProfile::kAlways;
      const RunSetup setup = {profile,
                              undisturbed && profiles_.size() > 1 ? Congestor::kNone : congestor};
      setups.push_back(setup);
      CaseResult result = runner.Run(random, setup);
      cycles += result.cycles;
      if (result.mismatch) result.cycle_delta = CycleDeltaAlone(make_core_, random, setup);
      Count(result);
      if (result.problem.empty() && random.legal && !undisturbed) {
        Compare(plain, profile, &result);
      }
      if (!result.problem.empty()) {
        Fail({random, setups, result, cycles});
        return;
      }
      if (undisturbed) plain = std::move(result);
    }
  }

  // A run under a profile with the one without stalls.
  void Compare(const CaseResult& plain, StallProfile profile, CaseResult* result) {
    Totals& totals = result_.totals;
    totals.words += plain.output.size();
    ++totals.profiled[static_cast<size_t>(profile)];
    const bool slowed = result->counts.Busy() != plain.counts.Busy();
    totals.slowed[static_cast<size_t>(profile)] += slowed ? 1 : 0;
    result->problem = OutputProblem(plain.output, result->output);
  }

  void Count(const CaseResult& result) {
    Totals& totals = result_.totals;
    ++totals.runs;
    totals.cycles += result.cycles;
    totals.counts += result.counts;
    totals.refused += static_cast<uint64_t>(result.refused);
    totals.resets += result.reset ? 1 : 0;
    totals.cycle_delta += static_cast<uint64_t>(std::abs(result.cycle_delta));
  }

  std::string CommandOf(uint64_t seed) const {
    return fmt::format("{} --seeds {} --profile {}", options_.command, seed,
                       options_.profile ? NameOf(*options_.profile) : "all");
  }

  // The report of lockstep in the lines that are left beside those of `text`, which says how to see
  // it again.
  static std::string Report(const CaseResult& result, const std::string& text) {
    if (!result.mismatch) return "";
    return FormatMismatch(
        ResultOf(*result.mismatch,
                 {.core = "random program", .layer = "", .program = "", .reproduce = ""}),
        kMostLines - LineCount(text));
  }

  // The end of a failure's text: the report of its last run, then where its waves are.
  void AddReport(const FailedRuns& failed, CaseFailure* failure) {
    if (options_.write_waves && !waves_asked_ && !failed.setups.empty()) {
      waves_asked_ = true;
      failure->waves = options_.write_waves(failed);
    }
    const std::string waves = WaveLines(failure->waves);
    failure->text += Report(failed.result, failure->text + waves) + waves;
  }

  void Fail(const FailedRuns& failed) {
    const RandomCase& random = failed.random;
    const CaseResult& result = failed.result;
    const RunSetup setup = failed.setups.empty() ? RunSetup{} : failed.setups.back();
    ++result_.totals.failed;
    result_.totals.mismatches += result.mismatch ? 1 : 0;
    CaseFailure failure;
    failure.seed = random.seed;
    failure.instructions = random.program.code.size();
    failure.text = fmt::format(
        "seed {}, {} program of {} instructions, profile {}, congestor {}: {}; cycle delta {}\n"
        "reproduce: {} --shrink\n",
        random.seed, random.legal ? "legal" : "illegal", failure.instructions,
        NameOf(setup.profile), kCongestorNames[static_cast<size_t>(setup.congestor)],
        result.problem, result.cycle_delta, CommandOf(random.seed));
    if (options_.shrink) ShrinkFailure(random, setup, result, &failure);
    if (!failure.shrunk) AddReport(failed, &failure);
    result_.failures.push_back(std::move(failure));
  }

  // Of the program as it was only the first line of the report is left.
  void ShrinkFailure(const RandomCase& random, const RunSetup& setup, const CaseResult& result,
                     CaseFailure* failure) {
    const ShrunkCase small = Shrink(make_core_, random, setup);
    if (small.result.problem.empty()) {
      failure->text += "not shrunk: does not fail alone on a new core\n";
      return;
    }
    failure->shrunk = small.random.program.code.size();
    failure->program = CaseText(small.random);
    failure->text += FirstLines(Report(result, failure->text), 1);
    failure->text +=
        fmt::format("shrunk to {} instructions in {} trials, profile {}, congestor {}: {}\n{}",
                    *failure->shrunk, small.trials, NameOf(small.setup.profile),
                    kCongestorNames[static_cast<size_t>(small.setup.congestor)],
                    small.result.problem, ShortProgram(failure->program));
    AddReport({small.random, {small.setup}, small.result, small.result.cycles}, failure);
  }

  const MakeCore& make_core_;
  const CampaignOptions& options_;
  std::vector<StallProfile> profiles_;
  bool waves_asked_ = false;
  CampaignResult result_;
};

FailureOfRandom FailureOf(const CaseFailure& failure) {
  FailureOfRandom result;
  result.seed = failure.seed;
  result.instructions = failure.instructions;
  result.text = failure.text;
  if (failure.shrunk) {
    result.shrunk.value = *failure.shrunk;
    result.program.value = failure.program;
  }
  if (!failure.waves.is_null()) result.waves.value = failure.waves;
  return result;
}

}  // namespace

CampaignResult RunCampaign(const MakeCore& make_core, const CampaignOptions& options,
                           const std::function<void(int64_t)>& done) {
  return Campaign(make_core, options).Run(done);
}

RandomFile RandomResult(const CampaignOptions& options, const CampaignResult& result) {
  const Totals& totals = result.totals;
  RandomFile file;
  file.arch = arch::BuildMachine().name;
  file.seeds = {options.first_seed, options.last_seed};
  file.profile = options.profile ? NameOf(*options.profile) : "all";
  file.expected = options.last_seed - options.first_seed + 1;
  file.conducted = totals.conducted;
  file.failed = totals.failed;
  file.legal = totals.legal;
  file.illegal = totals.illegal;
  file.congested = totals.congested;
  file.sending = totals.sending;
  file.runs = totals.runs;
  file.compared_cycles = totals.cycles;
  file.compared_words = totals.words;
  file.mismatches = totals.mismatches;
  file.cycle_delta = totals.cycle_delta;
  file.refused_starts = totals.refused;
  file.watchdog_resets = totals.resets;
  file.input_stalls = totals.counts.Stall(arch::Stall::kInput);
  file.output_stalls = totals.counts.Stall(arch::Stall::kOutput);
  for (size_t profile = 1; profile < kStallProfileNames.size(); ++profile) {
    if (totals.profiled[profile] == 0) continue;
    file.slowed_programs.emplace_back(kStallProfileNames[profile], totals.slowed[profile]);
  }
  for (int state = 0; state < kStates; ++state) {
    file.cycles_by_state.emplace_back(arch::kStateNames[static_cast<size_t>(state)],
                                      totals.counts.State(static_cast<arch::State>(state)));
  }
  for (const CaseFailure& failure : result.failures) file.failures.push_back(FailureOf(failure));
  return file;
}

std::string TotalsText(const CampaignOptions& options, const CampaignResult& result) {
  const Totals& totals = result.totals;
  std::string slowed;
  for (size_t profile = 1; profile < kStallProfileNames.size(); ++profile) {
    if (totals.profiled[profile] == 0) continue;
    slowed += fmt::format("{} {} {}", slowed.empty() ? "legal programs slowed:" : ",",
                          kStallProfileNames[profile], totals.slowed[profile]);
  }
  if (!slowed.empty()) slowed += "\n";
  return fmt::format(
      "programs: {} expected, {} conducted, {} failed; {} legal, {} of them with output words; {} "
      "illegal; {} with a congestor\n"
      "runs: {}; illegal programs: {} STARTs refused, {} ended by the watchdog\n{}"
      "lockstep: {} cycles compared, {} mismatches, cycle delta {}; {} output words equal to those "
      "without stalls\n",
      options.last_seed - options.first_seed + 1, totals.conducted, totals.failed, totals.legal,
      totals.sending, totals.illegal, totals.congested, totals.runs, totals.refused, totals.resets,
      slowed, totals.cycles, totals.mismatches, totals.cycle_delta, totals.words);
}

}  // namespace nve
