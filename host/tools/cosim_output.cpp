// SPDX-License-Identifier: Apache-2.0
// Files and texts of nve-cosim: see cosim_output.hpp.
#include "host/tools/cosim_output.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "base/diagnostics/diagnostics.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "host/cosim/results_csv.hpp"
#include "host/lockstep/failure_report.hpp"
#include "host/waves/wave_files.hpp"
#include "model/compare/layer_results.hpp"

namespace nve {

std::vector<GivenPath> MapOutputs(const CosimOptions& o, const Binary& binary,
                                  const StepSelection& part, int picture_maps) {
  std::vector<GivenPath> outputs;
  const auto add = [&outputs](const char* option, const std::vector<std::string>& files) {
    for (const std::string& file : files) outputs.push_back({option, file});
  };
  if (!o.output.empty()) {
    add("--output", MapFiles(o.output, "input", picture_maps));
    add("--output", MapFiles(o.output, "output", static_cast<int>(binary.output_planes.size())));
  }
  if (!o.dump_layers.empty()) add("--dump-layers", DumpFiles(o.dump_layers, binary, part));
  return outputs;
}

void WriteResult(const CosimOptions& o, const RunResult& result) {
  if (!o.json.empty()) WriteJson(o.json, RunJson(result));
}

void KeepResult(const CosimOptions& o, const RunResult& result) {
  if (o.json != kStandardOutput) WriteResult(o, result);
}

void WriteTable(const CosimOptions& o, const RunResult& result) {
  if (!o.csv.empty()) WriteFileAtomically(o.csv, ResultsCsv(result));
}

void WriteTimeline(const CosimOptions& o, Timeline& timeline, uint64_t cycles) {
  if (cycles > 0 && TimelineCyclesOf(o).first >= cycles) {
    Warn(o, fmt::format("--timeline-cycles: found {}, but the run had the cycles 0 to {}: {} shows "
                        "nothing",
                        o.timeline_cycles, cycles - 1, o.timeline));
  }
  if (timeline.full()) {
    Warn(o, fmt::format("--timeline: {} events are the most, later ones are left out; choose a "
                        "part of the run with --timeline-cycles",
                        Timeline::kMostEvents));
  }
  WriteFileAtomically(o.timeline, timeline.Text());
}

void WritePictures(const CosimOptions& o, const FeatureMaps& picture, const FeatureMaps& output,
                   RunResult& result) {
  if (o.output.empty()) return;
  result.pictures.emplace();
  const auto write = [&](const char* name, const FeatureMaps& maps) {
    WriteMaps(o.output, name, maps);
    for (Picture& written : PicturesOf(name, MapFiles(o.output, name, maps.maps), o.json)) {
      result.pictures->push_back(std::move(written));
    }
  };
  write("input", picture);
  write("output", output);
}

void CountCompared(RunResult& result, int64_t pixels) {
  const uint64_t cycles = result.lockstep.value ? result.lockstep.value->cycles : 0;
  result.compared = {cycles, pixels};
  if (cycles != 0 || pixels != 0) return;
  Print(
      "compared: nothing, neither cycles (--no-lockstep) nor pixels (no --reference); this run "
      "measures and proves nothing\n");
}

int TellFailure(const CosimOptions& o, const RunResult& result) {
  WriteResult(o, result);
  std::fflush(stdout);
  Message("{}: check failed: {}{}\n", ToolName(o), FailureText(*result.failure),
          WaveLines(result.waves.value_or(nullptr)));
  return kExitMismatch;
}

}  // namespace nve
