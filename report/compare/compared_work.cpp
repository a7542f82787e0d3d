// SPDX-License-Identifier: Apache-2.0
// Compares what results are of: see compared_work.hpp.
#include "report/compare/compared_work.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "report/compare/run_verdict.hpp"

namespace nve {
namespace {

const LayerOfRun* LayerNamed(const RunResult& result, const std::string& name) {
  const auto found = std::ranges::find(result.layers, name, &LayerOfRun::name);
  return found == result.layers.end() ? nullptr : &*found;
}

// Layers of `own` that `other` has not run; of a run that ended early this says nothing.
std::vector<std::string> NotRun(const RunResult& own, const RunResult& other) {
  std::vector<std::string> names;
  for (const LayerOfRun& layer : own.layers) {
    const LayerOfRun* found = LayerNamed(other, layer.name);
    if (found != nullptr && (EndedEarly(other) || HasEnded(other, *found))) continue;
    if (HasEnded(own, layer)) names.push_back(layer.name);
  }
  return names;
}

std::string MachineText(const MachineOfRun& machine) {
  return fmt::format("{} ({}, {} lanes at {} MHz)", machine.name, machine.arch_id, machine.lanes,
                     machine.clock_mhz);
}

}  // namespace

std::vector<std::string> OtherWork(const ReportedRun& first, const ReportedRun& later) {
  std::vector<std::string> others;
  if (first.result.network != later.result.network) {
    others.push_back(fmt::format("found network '{}', allowed: '{}', that of {}",
                                 later.result.network, first.result.network, first.path));
  }
  if (const auto less = NotRun(first.result, later.result); !less.empty()) {
    others.push_back(fmt::format("found no run of {}, allowed: all layers that ran in {}",
                                 fmt::join(less, ", "), first.path));
  }
  if (const auto more = NotRun(later.result, first.result); !more.empty()) {
    others.push_back(fmt::format("found a run of {}, allowed: the layers that ran in {} only",
                                 fmt::join(more, ", "), first.path));
  }
  for (const LayerOfRun& layer : later.result.layers) {
    const LayerOfRun* own = LayerNamed(first.result, layer.name);
    if (own == nullptr || own->macs.value_or(0) == 0 || layer.macs.value_or(0) == 0) continue;
    if (own->macs == layer.macs) continue;
    others.push_back(
        fmt::format("{}: found {} multiply-accumulates, allowed: {}, those of {}; is it a picture "
                    "of another size, or a part of the strips?",
                    layer.name, *layer.macs, *own->macs, first.path));
  }
  return others;
}

std::vector<std::string> OtherMachine(const ReportedRun& first, const ReportedRun& later) {
  if (first.result.schema_version < 1 || later.result.schema_version < 1) return {};
  const std::string own = MachineText(first.result.machine);
  const std::string other = MachineText(later.result.machine);
  if (own == other) return {};
  return {fmt::format("another machine: {}, in {} {}", other, first.path, own)};
}

std::vector<std::string> OtherThanFirst(const std::vector<ReportedRun>& runs) {
  std::vector<std::string> others;
  for (size_t k = 1; k < runs.size(); ++k) {
    for (const auto& texts : {OtherWork(runs[0], runs[k]), OtherMachine(runs[0], runs[k])}) {
      for (const std::string& text : texts) others.push_back(runs[k].label + ": " + text);
    }
  }
  return others;
}

}  // namespace nve
