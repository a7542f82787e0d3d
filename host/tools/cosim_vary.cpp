// SPDX-License-Identifier: Apache-2.0
// Varied parameters: see cosim_vary.hpp.
#include "host/tools/cosim_vary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "arch/machine_result.hpp"
#include "base/cli/number_options.hpp"
#include "base/cli/progress.hpp"
#include "base/cli/word_options.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "base/processes/child_process.hpp"
#include "host/cosim/vary.hpp"
#include "host/lockstep/failure_report.hpp"
#include "host/tools/cosim_run.hpp"
#include "program/host_memory.hpp"
#include "report/result/result_json.hpp"
#include "report/vary/vary_result.hpp"

namespace nve {
namespace {

constexpr const char* kProfile = "dma.profile";
constexpr const char* kMaxDescriptor = "dma.max_descriptor";

std::vector<std::string> OwnParameters() {
  std::vector<std::string> own = {kProfile, kMaxDescriptor};
  const std::vector<std::string> processor = ProcessorParameters();
  own.insert(own.end(), processor.begin(), processor.end());
  return own;
}

void SetDma(const VaryPoint& point, CosimOptions& o) {
  for (const auto& [name, value] : point) {
    if (name != kProfile && name != kMaxDescriptor) continue;
    std::string text = value;
    std::string problem = name == kProfile ? OneOf({"axi_dma", "mover"})(text)
                                           : Count(dma::kAlignment, dma::kMaxLength)(text);
    if (problem.empty() && name == kMaxDescriptor) problem = MultipleOf(dma::kAlignment)(text);
    if (!problem.empty()) {
      throw InputError({ToolName(o), 0, ""}, fmt::format("--vary: {}: {}", name, problem));
    }
    if (name == kProfile) {
      o.dma = text;
    } else {
      o.platform.max_descriptor = ParseNumber(text).value();
    }
  }
}

// The options of one run.
CosimOptions At(const CosimOptions& options, const VaryPoint& point) {
  CosimOptions o = options;
  o.vary.clear();
  for (const auto& [name, value] : point) o.vary.push_back(fmt::format("{}={}", name, value));
  o.platform.changes = point;
  SetProcessor(point, ToolName(o), o.platform.processor);
  SetDma(point, o);
  return o;
}

VariedLayer LayerOf(const LayerOfRun& layer) {
  return {layer.name, layer.cycles, layer.elapsed_cycles.value_or(0)};
}

VariedRun RunPoint(const CosimOptions& options, const Binary& binary, const FeatureMaps& picture,
                   const VaryPoint& point) {
  const CosimOptions o = At(options, point);
  const CosimTask task = {.options = o, .binary = binary, .picture = picture};
  const CosimRun run = RunPlatform(task);
  if (run.result.failure) throw CheckFailed(FailureText(*run.result.failure));
  VariedRun row{.values = point, .layers = {}};
  for (const LayerOfRun& layer : run.result.layers) {
    if (layer.cycles > 0) row.layers.push_back(LayerOf(layer));
  }
  if (run.result.total) row.layers.push_back(LayerOf(*run.result.total));
  return row;
}

// A simulation cannot begin twice in a process, so each is in one of its own, which tells its row.
VariedRun RunInProcess(const CosimOptions& o, const Binary& binary, const FeatureMaps& picture,
                       const VaryPoint& point) {
  constexpr ChildLimits kNoLimits = {.memory_bytes = uint64_t{1} << 40,
                                     .processor_seconds = uint64_t{1} << 30,
                                     .file_bytes = uint64_t{1} << 40,
                                     .descriptors = 0};
  constexpr const char* kProblem = "problem";
  const ChildEnd end = RunInChild(kNoLimits, [&]() -> std::string {
    try {
      return JsonText(ResultJson(RunPoint(o, binary, picture, point)));
    } catch (const std::exception& error) {
      return JsonText({{kProblem, error.what()}});
    }
  });
  const std::string what = ToText(point);
  if (!end.failure.empty()) throw CheckFailed(fmt::format("{}: {}", what, end.failure));
  const nlohmann::ordered_json answer = ParseJson(end.answer, what);
  if (answer.contains(kProblem)) {
    throw CheckFailed(fmt::format("{}: {}", what, answer[kProblem].get<std::string>()));
  }
  VariedRun row;
  Diagnostics problems;
  ResultReader(what, VaryResult::kVersion, problems).Read(answer, "", row);
  problems.ThrowIfErrors();
  return row;
}

VaryResult ResultWithout(const CosimOptions& o, const Binary& binary,
                         const std::vector<VariedParameter>& parameters) {
  VaryResult result;
  result.tool = ToolName(o);
  result.command = ReproduceCommand(o);
  result.machine = arch::ResultOf(binary.machine);
  result.network = binary.network;
  result.binary = o.binary;
  result.input = o.Input();
  if (!o.feed.empty()) result.feed = o.feed;
  for (const VariedParameter& parameter : parameters) result.parameters.push_back(parameter.name);
  return result;
}

}  // namespace

int RunVary(const CosimOptions& o, const Binary& binary, const FeatureMaps& picture) {
  const std::vector<VariedParameter> parameters = ParseVary(o.vary, OwnParameters(), ToolName(o));
  const std::vector<VaryPoint> points = PointsOf(parameters);
  CosimOptions tried = o;
  CheckPoints(points, {[&](const VaryPoint& point) {
                         SetProcessor(point, ToolName(o), tried.platform.processor);
                       },
                       [&](const VaryPoint& point) { SetDma(point, tried); },
                       [&](const VaryPoint& point) { MemoryAt(o.platform.memory, point, ""); }});
  CheckPoints(points, {[&](const VaryPoint& point) {
                const CosimOptions at = At(o, point);
                CheckTask({.options = at, .binary = binary, .picture = picture});
              }});
  if (o.list) {
    for (const VaryPoint& point : points) Print("{}\n", ToText(point));
    return kExitOk;
  }
  VaryResult result = ResultWithout(o, binary, parameters);
  Progress progress(ToolName(o), static_cast<int64_t>(points.size()), "runs");
  std::string failed;
  for (const VaryPoint& point : points) {
    try {
      result.rows.push_back(points.size() == 1 ? RunPoint(o, binary, picture, point)
                                               : RunInProcess(o, binary, picture, point));
    } catch (const CheckFailed& error) {
      failed += fmt::format("{}{}", failed.empty() ? "" : "\n", error.what());
    }
    progress.Update(static_cast<int64_t>(result.rows.size()));
  }
  progress.Finish();
  if (!failed.empty()) throw CheckFailed(failed);
  Print("{}", VaryTable(result));
  if (!o.json.empty()) WriteJson(o.json, VaryJson(result));
  if (!o.csv.empty()) WriteFileAtomically(o.csv, VaryCsv(result));
  if (!o.chart.empty()) WriteFileAtomically(o.chart, VaryChart(result));
  return kExitOk;
}

}  // namespace nve
