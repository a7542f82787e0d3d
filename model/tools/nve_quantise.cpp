// SPDX-License-Identifier: Apache-2.0
// nve-quantise: float weights to the integers of the machine, by calibration pictures.
#include <cstdint>
#include <optional>
#include <string>

#include "arch/build_machine.hpp"
#include "arch/machine_option.hpp"
#include "base/cli/number_options.hpp"
#include "base/cli/progress.hpp"
#include "base/cli/tool_main.hpp"
#include "base/cli/word_options.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "base/text/numbers.hpp"
#include "convnet/network_xml.hpp"
#include "model/quantise/quantise_report.hpp"
#include "report/result/result_json.hpp"

namespace nve {
namespace {

struct Options {
  std::string network;
  std::string floats;
  std::string pictures;
  std::string output;
  std::string weight_bits = "16";
  std::string gain;
  std::string machine;
  std::string json;
};

void Declare(CLI::App& app, Options& o) {
  constexpr double kLeastGain = 0.001;
  constexpr double kMostGain = 1e6;
  app.description("Quantises float weights to the machine's integers.");
  AddPath(app, "network", o.network, "network descriptor (XML)")->required();
  AddPath(app, "floats", o.floats, "float weights and biases (.npz)")->required();
  AddPath(app, "--calibrate", o.pictures,
          "pictures: a file (PNG, PGM, PPM, uint8 .npy or IDX of one or several) or a folder of "
          "them")
      ->required();
  AddPath(app, "-o,--output", o.output, "integer weights, shifts and tables (.npz)")->required();
  app.add_option("--weight-bits", o.weight_bits, "bits of a weight: 16, 8, 6 or 4")
      ->check(OneOf({"16", "8", "6", "4"}))
      ->capture_default_str();
  app.add_option("--gain", o.gain,
                 "table index of the last layer per logit; else that of the largest logit is 511")
      ->check(Decimal(kLeastGain, kMostGain));
  arch::AddMachine(app, o.machine);
  AddResult(app, "--json", o.json, "file for the results");
}

// All that the tool reads and writes.
void CheckFiles(const Options& o, const std::vector<std::string>& pictures) {
  std::vector<GivenPath> inputs = {{"the network", o.network},
                                   {"the float weights", o.floats},
                                   {"--machine", arch::DescriptionOf(o.machine)}};
  for (const std::string& picture : pictures) inputs.push_back({"--calibrate", picture});
  CheckPaths(inputs, {{"--output", o.output}, {"--json", o.json}});
}

QuantiseLimits LimitsOf(const Options& o, const arch::Sizes& sizes) {
  return {static_cast<int>(ParseNumber(o.weight_bits).value()), sizes.max_act_shift,
          sizes.max_bias_shift};
}

std::vector<NamedPicture> LoadPictures(const Options& o, const std::vector<std::string>& files,
                                       const Network& network) {
  std::vector<NamedPicture> pictures = ReadPictures(files);
  CheckCalibration(network, o.network, pictures, o.pictures);
  if (pictures.size() == 1) {
    Message("{}: note: one calibration picture: all ranges come from it\n", o.pictures);
  }
  return pictures;
}

// Names and choices of the run.
void Complete(const Options& o, const arch::Machine& machine, int64_t pictures,
              QuantiseFile& file) {
  file.network = o.network;
  file.float_weights = o.floats;
  file.weights = o.output;
  file.calibration = o.pictures;
  file.machine = machine.name;
  file.pictures = pictures;
  file.weight_bits = static_cast<int>(ParseNumber(o.weight_bits).value());
  file.gain_given = !o.gain.empty();
}

int Run(const Options& o) {
  const arch::Machine machine = arch::GivenMachine(o.machine).value_or(arch::BuildMachine());
  const std::vector<std::string> files = PictureFiles(o.pictures);
  CheckFiles(o, files);
  const Network network = LoadNetwork(o.network);
  const FloatWeights floats = LoadFloatWeights(o.floats, network);
  const std::vector<NamedPicture> pictures = LoadPictures(o, files, network);
  const auto count = static_cast<int64_t>(pictures.size());

  Progress progress("nve-quantise", 2 * count, "pictures");
  const double largest =
      LargestLogit(network, floats, pictures, [&](int64_t done) { progress.Update(done); });
  const QuantisedNetwork quantised =
      QuantiseNetwork(network, floats, LimitsOf(o, machine.sizes),
                      o.gain.empty() ? std::nullopt : ParseDecimal(o.gain), largest, o.floats);
  const std::vector<LayerMeasure> measures = MeasureAll(
      network, floats, quantised, pictures, [&](int64_t done) { progress.Update(count + done); });
  progress.Finish();

  QuantiseFile file = QuantiseResult(network, floats, quantised, measures);
  Complete(o, machine, count, file);
  WriteWeights(o.output, network, quantised.weights);
  if (!o.json.empty()) WriteJson(o.json, ResultJson(file));
  Print("{}", QuantiseText(file));
  return kExitOk;
}

}  // namespace
}  // namespace nve

int main(int argc, char** argv) {
  nve::Options options;
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { nve::Declare(app, options); },
      [&] { return nve::Run(options); });
}
