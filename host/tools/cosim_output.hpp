// SPDX-License-Identifier: Apache-2.0
// What nve-cosim writes and prints of a run.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/images/maps.hpp"
#include "host/cosim/timeline.hpp"
#include "host/tools/cosim_options.hpp"
#include "program/step_selection.hpp"
#include "report/result/run_result.hpp"

namespace nve {

/// The files in the folders of --output and --dump-layers.
std::vector<GivenPath> MapOutputs(const CosimOptions& options, const Binary& binary,
                                  const StepSelection& part, int picture_maps);

/// The file of --json.
void WriteResult(const CosimOptions& options, const RunResult& result);

/// The same of results that are not complete yet, so that nothing is lost if the rest fails; not to
/// standard output, which gets one document.
void KeepResult(const CosimOptions& options, const RunResult& result);

/// The file of --csv.
void WriteTable(const CosimOptions& options, const RunResult& result);

/// The file of --timeline; warns if it shows nothing of the `cycles` of the run, or not all.
void WriteTimeline(const CosimOptions& options, Timeline& timeline, uint64_t cycles);

/// The maps of --output; `result` gets their pictures.
void WritePictures(const CosimOptions& options, const FeatureMaps& picture,
                   const FeatureMaps& output, RunResult& result);

/// Sets what was compared so far; `pixels` come from the reference. Says so if it is nothing.
void CountCompared(RunResult& result, int64_t pixels);

/// Writes the results of a failed run and prints its report. The exit code.
int TellFailure(const CosimOptions& options, const RunResult& result);

}  // namespace nve
