// SPDX-License-Identifier: Apache-2.0
// Execution of the steps.
#include "model/sim/step_runner.hpp"

#include <algorithm>

namespace nve {

std::unique_ptr<SteppedCore> MakeGoldenCore() { return std::make_unique<GoldenSteppedCore>(); }

StepRunner::StepRunner(const Binary& binary, CoreFactory make_core)
    : binary_(binary),
      make_core_(std::move(make_core)),
      bytes_(LayoutMemory(binary).Bytes()),
      memory_(binary, LayoutMemory(binary), bytes_),
      layers_(std::max<size_t>(1, binary.layers.size())) {
  memory_.PutCoefficients();
}

CoreRunner& StepRunner::Core(int number) {
  std::unique_ptr<CoreRunner>& core = cores_[number];
  if (core == nullptr) core = std::make_unique<CoreRunner>(binary_, make_core_());
  return *core;
}

const SteppedCore& StepRunner::core() { return Core(0).core(); }

void StepRunner::AddSpan(int layer, int64_t cycles) {
  const auto number = static_cast<size_t>(layer);
  const std::string& name =
      number < binary_.layers.size() ? binary_.layers[number].name : binary_.network;
  const uint64_t begin = cycles_;
  cycles_ += static_cast<uint64_t>(cycles);
  const auto known = std::ranges::find(spans_, name, &LayerSpan::layer);
  if (known == spans_.end()) {
    spans_.push_back({kAllCores, name, begin, cycles_ - begin});
  } else {
    known->cycles = cycles_ - known->first_cycle;
  }
}

void StepRunner::Run(const CoreRunner::Observer& observer) {
  for (const AnyStep& step : binary_.steps) {
    if (const auto* clear = std::get_if<ClearStep>(&step)) {
      memory_.Clear(clear->plane);
      continue;
    }
    const auto& run = std::get<RunStep>(step);
    const std::vector<uint64_t> input = memory_.Gather(run.input);
    std::vector<uint64_t> output;
    const RunStatistics statistics =
        Core(run.core).Run(run.program, run.runs, input, &output, observer);
    memory_.Scatter(run.output, output);
    const int layer = binary_.programs[static_cast<size_t>(run.program)].layer;
    layers_[static_cast<size_t>(layer)] += statistics;
    work_[run.core].statistics += statistics;
    work_[run.core].layers.insert(layer);
    AddSpan(layer, statistics.cycles);
  }
}

}  // namespace nve
