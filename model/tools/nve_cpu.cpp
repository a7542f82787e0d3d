// SPDX-License-Identifier: Apache-2.0
// nve-cpu: a network's layers on the host CPU, left to the vectoriser and optimised by hand, on the
// CPU's own roofline.
#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <string>

#include "base/cli/number_options.hpp"
#include "base/cli/progress.hpp"
#include "base/cli/tool_main.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "base/text/shell_word.hpp"
#include "convnet/network_checks.hpp"
#include "convnet/network_xml.hpp"
#include "convnet/weights.hpp"
#include "model/cpu/cpu_report.hpp"
#include "report/result/result_json.hpp"

namespace nve {
namespace {

struct Options {
  std::string command;
  std::string network;
  std::string weights;
  uint64_t seed = 1;
  std::string input;
  std::string layers;
  uint64_t repeat = 15;
  uint64_t stream_mib = 256;
  std::string json;
  std::string csv;
};

void Declare(CLI::App& app, Options& o) {
  app.description("Runs a network on the host CPU, auto-vectorised and optimised by hand.");
  AddPath(app, "network", o.network, "network descriptor (XML)")->required();
  auto* weights = AddPath(app, "--weights", o.weights, "weights, biases, shifts, tables (.npz)");
  app.add_option("--seed", o.seed, "make weights from this seed")
      ->transform(Count(0))
      ->excludes(weights)
      ->capture_default_str();
  AddPath(app, "--input", o.input, "picture (PNG, PGM, PPM) or uint8 .npy")->required();
  app.add_option("--layers", o.layers,
                 "measure these layers only, FIRST-LAST or one, counted from 1; the first gets its "
                 "input from the reference")
      ->check(RangeText("layer"));
  app.add_option("--repeat", o.repeat, "repetitions, of which the medians are reported")
      ->transform(Count(1, 10'000))
      ->capture_default_str();
  app.add_option("--stream-mib", o.stream_mib,
                 "MiB of each of three arrays that measure the memory's bandwidth: some times the "
                 "largest cache")
      ->transform(Count(1, 16'384))
      ->capture_default_str();
  AddResult(app, "--json", o.json, "file for the results");
  AddResult(app, "--csv", o.csv, "file for the table");
}

FeatureMaps ReadPicture(const Options& o, const Network& network) {
  FeatureMaps picture = ReadInputMaps(o.input);
  Diagnostics diagnostics;
  CheckPicture(network, picture.maps, picture.height, picture.width, {o.input, 0, ""}, diagnostics);
  diagnostics.ThrowIfErrors();
  diagnostics.Print();
  return picture;
}

void SetLayers(const Options& o, CpuTask& task) {
  const size_t layers = task.network.layers.size();
  task.last = static_cast<int>(layers) - 1;
  if (o.layers.empty()) return;
  const NumberRange range = ParseRange(o.layers).value();
  const bool open = range.last == UINT64_MAX;
  if (range.first < 1 || range.first > layers || (!open && range.last > layers)) {
    throw InputError({"nve-cpu", 0, ""},
                     fmt::format("--layers: found {}, allowed: FIRST-LAST within 1-{}, the layers "
                                 "of {}",
                                 o.layers, layers, o.network));
  }
  task.first = static_cast<int>(range.first) - 1;
  if (!open) task.last = static_cast<int>(range.last) - 1;
}

int Run(const Options& o) {
  CheckPaths({{"the network", o.network}, {"--weights", o.weights}, {"--input", o.input}},
             {{"--json", o.json}, {"--csv", o.csv}});
  const Network network = LoadNetwork(o.network);
  const Weights weights =
      o.weights.empty() ? SeededWeights(network, o.seed) : LoadWeights(o.weights, network);
  const FeatureMaps picture = ReadPicture(o, network);
  CpuTask task = {network, weights, picture};
  SetLayers(o, task);
  task.repetitions = static_cast<int>(o.repeat);
  task.stream_bytes = static_cast<int64_t>(o.stream_mib) << 20;

  Progress progress("nve-cpu", task.repetitions, "repetitions");
  const CpuTimes times = MeasureCpu(task, [&](int done) { progress.Update(done); });
  progress.Finish();

  const CpuRates rates = RatesOf(times);
  const CpuReportHead head = {o.network,       o.input,          TargetOfBuild(),
                              ProcessorName(), task.repetitions, task.stream_bytes};
  if (!o.json.empty()) {
    WriteJson(o.json, ResultJson(WithCommand(CpuResult(head, times, rates), o.command)));
  }
  if (!o.csv.empty()) WriteFileAtomically(o.csv, CpuCsv(rates));
  Print("{}", CpuText(head, rates, times.pixels));
  return kExitOk;
}

}  // namespace
}  // namespace nve

int main(int argc, char** argv) {
  nve::Options options;
  options.command = nve::ShellLine(argc, argv);
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { nve::Declare(app, options); },
      [&] { return nve::Run(options); });
}
