// SPDX-License-Identifier: Apache-2.0
// Comparisons of speeds: see cosim_compare.hpp.
#include "host/tools/cosim_compare.hpp"

#include <utility>

#include "base/diagnostics/messages.hpp"
#include "host/cosim/session_result.hpp"
#include "host/tools/cosim_output.hpp"
#include "host/tools/wave_recorder.hpp"

namespace nve {
namespace {

// The batches of cycles of both alternate, so they see the same machine load.
int Compare(const CosimTask& task, const char* what, const Session::Options& with_it,
            const Session::Options& without_it) {
  const CosimOptions& o = task.options;
  Session with("with", task.binary, task.picture, with_it);
  Session without("without", task.binary, task.picture, without_it);
  with.platform().fabric().SetProgress([&](uint64_t /*cycle*/) {
    WaveRecorder::RefuseSignal(o, "a comparison of speeds writes no waves");
  });
  Session::RunAll();
  RunResult result = ResultOf(task, with);
  if (result.failure) return TellFailure(o, result);
  const RunResult other = ResultOf(task, without);
  if (other.failure) return TellFailure(o, other);
  const SpeedOfRun speed = {what, CyclesPerSecond(with), CyclesPerSecond(without),
                            CyclesPerSecond(with) / CyclesPerSecond(without)};
  Print("with {}: {:.0f} cycles/s\nwithout: {:.0f} cycles/s\nratio: {:.2f}\n", what, speed.with,
        speed.without, speed.ratio);
  result.command += ' ' + ComparisonOf(o);
  result.speed = speed;
  CountCompared(result, 0);
  WriteResult(o, result);
  return kExitOk;
}

}  // namespace

int CompareLockstep(const CosimTask& task) {
  return Compare(task, "lockstep", SessionOptions(task, true), SessionOptions(task, false));
}

int CompareProbes(const CosimTask& task) {
  const Session::Options with = SessionOptions(task, !task.options.no_lockstep);
  Session::Options without = with;
  without.platform.fabric.probes = false;
  return Compare(task, "probes", with, without);
}

int CompareUse(const CosimTask& task) {
  const Session::Options with = SessionOptions(task, !task.options.no_lockstep);
  Session::Options without = with;
  without.platform.fabric.use = false;
  return Compare(task, "use", with, without);
}

}  // namespace nve
