// SPDX-License-Identifier: Apache-2.0
// A failing case once more: see case_waves.hpp.
#include "tb/stimulus/case_waves.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <exception>
#include <optional>

#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/leftovers.hpp"
#include "base/processes/child_process.hpp"
#include "host/waves/wave_files.hpp"

namespace nve {
namespace {

// Far more than the waves of a case need.
constexpr ChildLimits kLimits = {
    .memory_bytes = uint64_t{4} << 30, .processor_seconds = 3600, .file_bytes = uint64_t{1} << 30};

// In a process of its own. What ran otherwise than before, or nothing.
std::string Repeat(const MakeTracedCore& make_core, const WaveOptions& waves,
                   const FailedRuns& failed) {
  try {
    const std::unique_ptr<CoreModel> core = make_core(waves);
    CaseRunner runner(*core, Lockstep::kOn, kWaveCyclesAfter);
    std::optional<Mismatch> mismatch;
    for (const RunSetup& setup : failed.setups) {
      mismatch = runner.Run(failed.random, setup).mismatch;
      if (mismatch) break;
    }
    const bool same = mismatch.has_value() == failed.result.mismatch.has_value() &&
                      runner.checker().cycles() == failed.cycles;
    return same ? "" : "the program ended otherwise than before";
  } catch (const std::exception& problem) {
    return problem.what();
  }
}

std::string RepeatInChild(const MakeTracedCore& make_core, const WaveOptions& waves,
                          const FailedRuns& failed) {
  try {
    const pid_t parent = getpid();
    const ChildEnd end = RunInChild(kLimits, [&] {
      // The parent does so for most signals, yet SIGKILL says nothing, and it may be too early.
      BeginWaves(waves);
      EndWithParent(parent);
      return Repeat(make_core, waves, failed);
    });
    if (end.failure.empty()) return end.answer;
    return fmt::format("their writer {}; it needs room on the disk", end.failure);
  } catch (const std::exception& problem) {
    return problem.what();
  }
}

nlohmann::ordered_json ProgramJson(const RandomCase& random) {
  nlohmann::ordered_json program = nlohmann::ordered_json::array();
  for (const uint64_t word : random.program.code) {
    program.push_back({{"word", fmt::format("{:016x}", word)}, {"text", WordText(word)}});
  }
  return {{"program", program}};
}

// The core has no view of its own of the register bus: that of the core shows it.
std::string ViewOfCore(const CaseResult& result) {
  const std::string view = result.mismatch ? ViewOf(*result.mismatch) : "core";
  return view == "axi" ? "core" : view;
}

// Completes `waves` and describes them in `json`; what is wrong with them, or nothing.
std::string Describe(WaveOptions waves, uint64_t cycle, const FailedRuns& failed,
                     nlohmann::ordered_json& json) {
  const std::optional<bool> shown = FinishWaves(waves);
  if (!shown) return kIncompleteWaves;
  if (!*shown) return "no clock cycle before the failure could be shown";
  try {
    const nlohmann::ordered_json told = WavesJson(waves, cycle, ViewOfCore(failed.result));
    KeepWaves(waves, told, ProgramJson(failed.random));
    json = told;
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

nlohmann::ordered_json WriteCaseWaves(const MakeTracedCore& make_core, const std::string& path,
                                      const std::string& tool, const FailedRuns& failed) {
  const bool mismatch = failed.result.mismatch.has_value();
  // The cycles compared are those before a mismatch.
  const uint64_t cycle = failed.cycles - (mismatch ? 0 : 1);
  const WaveOptions waves = WavesAround(WavesInto(path), cycle, mismatch ? kWaveCyclesAfter : 0);
  BeginWaves(waves);
  nlohmann::ordered_json json;
  std::string problem = RepeatInChild(make_core, waves, failed);
  if (problem.empty()) problem = Describe(waves, cycle, failed, json);
  if (problem.empty()) return json;
  DiscardWaves(waves);
  Message("{}: warning: --wave-on-mismatch: no waves: {}{}\n", tool, problem, EarlierWaves(path));
  return nullptr;
}

}  // namespace nve
