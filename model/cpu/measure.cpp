// SPDX-License-Identifier: Apache-2.0
// Measurement of the CPU baseline: see measure.hpp. All times are the thread's processor time.
#include "model/cpu/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>

#include "base/cli/processor_time.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "model/cpu/cpu_layer.hpp"
#include "model/cpu/peak.hpp"
#include "model/reference/reference.hpp"

namespace nve {
namespace {

// The layers of a task in one implementation, with their outputs.
class Implementation {
 public:
  Implementation(std::string name, Samples LayerTimes::*seconds)
      : name_(std::move(name)), seconds_(seconds) {}

  void Add(std::unique_ptr<CpuLayer> layer, const FeatureMaps& expected) {
    layers_.push_back(std::move(layer));
    outputs_.emplace_back(expected.maps, expected.height, expected.width);
  }

  void Run(const FeatureMaps& input, std::vector<LayerTimes>& times) {
    const FeatureMaps* source = &input;
    for (size_t i = 0; i < layers_.size(); ++i) {
      const double start = ProcessorSeconds();
      layers_[i]->Run(*source, outputs_[i]);
      (times[i].*seconds_).push_back(ProcessorSeconds() - start);
      source = &outputs_[i];
    }
  }

  void Check(const std::vector<FeatureMaps>& expected, size_t first,
             const std::vector<LayerTimes>& times) const {
    for (size_t i = 0; i < outputs_.size(); ++i) {
      CheckExact(name_, times[i].name, expected[first + i], outputs_[i]);
    }
  }

 private:
  std::string name_;
  Samples LayerTimes::*seconds_;
  std::vector<std::unique_ptr<CpuLayer>> layers_;
  std::vector<FeatureMaps> outputs_;
};

int64_t BytesOf(const Layer& layer) {
  std::set<int> inputs;
  for (const OutputMap& output : layer.outputs) {
    inputs.insert(output.inputs.begin(), output.inputs.end());
  }
  const int64_t input_pixels = int64_t{layer.InputHeight()} * layer.InputWidth();
  const int64_t output_pixels = int64_t{layer.out_height} * layer.out_width;
  return static_cast<int64_t>(inputs.size()) * input_pixels +
         static_cast<int64_t>(layer.outputs.size()) * output_pixels;
}

}  // namespace

double Median(Samples samples) {
  NVE_CHECK(!samples.empty(), "the median of nothing");
  std::sort(samples.begin(), samples.end());
  const size_t half = samples.size() / 2;
  return samples.size() % 2 == 1 ? samples[half] : (samples[half - 1] + samples[half]) / 2;
}

void CheckExact(const std::string& implementation, const std::string& layer,
                const FeatureMaps& expected, const FeatureMaps& got) {
  const PixelDifferences differences = ComparePixels(expected, got);
  if (differences.count == 0) return;
  throw CheckFailed(fmt::format("{}, layer {}: {} of {} pixels differ from the reference, first {}",
                                implementation, layer, differences.count, got.pixels.size(),
                                differences.FirstText()));
}

CpuTimes MeasureCpu(const CpuTask& task, const std::function<void(int)>& progress) {
  const std::vector<FeatureMaps> expected = RunNetwork(task.network, task.weights, task.picture);
  const auto first = static_cast<size_t>(task.first);
  const FeatureMaps& input = task.first == 0 ? task.picture : expected[first - 1];
  CpuTimes times;
  Implementation plain("auto", &LayerTimes::auto_seconds);
  Implementation hand("hand", &LayerTimes::hand_seconds);
  for (size_t i = first; i <= static_cast<size_t>(task.last); ++i) {
    const Layer& layer = task.network.layers[i];
    const LayerWeights& weights = task.weights.layers[i];
    const FeatureMaps& source = i == first ? input : expected[i - 1];
    plain.Add(MakeAutoLayer(layer, weights), expected[i]);
    hand.Add(MakeHandLayer(layer, weights, {source.height, source.width}), expected[i]);
    times.layers.push_back({layer.name, layer.Macs(), BytesOf(layer), {}, {}});
    times.pixels += static_cast<int64_t>(expected[i].pixels.size());
  }
  std::vector<LayerTimes> uncounted = times.layers;
  Stream stream(task.stream_bytes);
  for (int repetition = -1; repetition < task.repetitions; ++repetition) {
    std::vector<LayerTimes>& layers = repetition < 0 ? uncounted : times.layers;
    plain.Run(input, layers);
    hand.Run(input, layers);
    const double vector_macs = MeasureVectorMacs();
    const double scalar_macs = MeasureScalarMacs();
    const double stream_bytes = stream.Measure();
    if (repetition < 0 || repetition + 1 == task.repetitions) {
      plain.Check(expected, first, layers);
      hand.Check(expected, first, layers);
    }
    progress(repetition + 1);
    if (repetition < 0) continue;
    times.vector_macs.push_back(vector_macs);
    times.scalar_macs.push_back(scalar_macs);
    times.stream_bytes.push_back(stream_bytes);
  }
  return times;
}

}  // namespace nve
