// SPDX-License-Identifier: Apache-2.0
// One run of nve-cosim: a binary on the platform, and what it has brought.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/diagnostics/diagnostics.hpp"
#include "host/cosim/session.hpp"
#include "host/tools/cosim_options.hpp"
#include "program/memory_image.hpp"
#include "report/result/run_result.hpp"

namespace nve {

/// What is to be run. The references outlive the run.
struct CosimTask {
  const CosimOptions& options;
  const Binary& binary;
  const FeatureMaps& picture;
  std::vector<int> layers = {};  ///< whose maps are read at the end
  /// Called once the picture is in memory.
  std::function<void(MemoryImage&)> prepare = [](MemoryImage&) {};
};

struct CosimRun {
  RunResult result;                     ///< with `failure` if the run has failed
  std::string table = {};               ///< the same for people
  std::vector<FeatureMaps> maps = {};   ///< of the layers asked for
  FeatureMaps output = {};              ///< the output planes
  std::vector<std::string> notes = {};  ///< of the driver
  Diagnostics waves = {};               ///< see WaveRecorder::problems
};

/// Says in `result` what ran: tool, command, files, feed.
void SayWhatRan(const CosimTask& task, RunResult& result);

/// Options of the platform that runs the task.
Session::Options SessionOptions(const CosimTask& task, bool lockstep);

/// InputError if the task cannot be run, as far as that is known before.
void CheckTask(const CosimTask& task);

/// The result of a session that has ended, with its failure if there is one. What ended it
/// otherwise, InputError or InternalError, is thrown once the results file has it.
RunResult ResultOf(const CosimTask& task, const Session& session);

/// Runs the task on the platform. InputError, before the run, if it cannot be.
CosimRun RunPlatform(const CosimTask& task);

}  // namespace nve
