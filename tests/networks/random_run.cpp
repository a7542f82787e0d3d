// SPDX-License-Identifier: Apache-2.0
#include "tests/networks/random_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <set>

#include "arch/build_machine.hpp"
#include "base/arrays/arrays.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "compiler/report/cycles.hpp"
#include "compiler/verify/hazards.hpp"
#include "convnet/network_xml.hpp"
#include "model/reference/reference.hpp"
#include "model/sim/step_runner.hpp"
#include "program/step_selection.hpp"
#include "tests/build_folder.hpp"

namespace nve {
namespace {

// The network's files and the tools on them.
class Files {
 public:
  // The process number keeps runs apart that go on at the same time.
  explicit Files(const RandomNetwork& random)
      : options_(OptionsText(random.options)),
        folder_(
            fmt::format("{}/random_networks/{}-{}", kBuildFolder, random.network.name, getpid())) {
    WriteNetworkXml(Path("network.xml"), random.network);
    WriteWeights(Path("weights.npz"), random.network, random.weights);
    const FeatureMaps& picture = random.picture;
    WriteNpy(Path("picture.npy"),
             NpyArray::From({picture.maps, picture.height, picture.width}, picture.pixels));
  }

  std::string Path(const std::string& name) const { return folder_ + "/" + name; }

  std::string CompileCommand() const {
    return fmt::format(
        "{0}/bin/nvec {1}/network.xml --weights {1}/weights.npz {2} "
        "-o {1}/program.nve --json {1}/compile.json",
        kBuildFolder, folder_, options_);
  }

  std::string CosimCommand(const std::string& options) const {
    return fmt::format(
        "{0}/bin/nve-cosim {1}/program.nve --input {1}/picture.npy "
        "--reference {1}/network.xml --weights {1}/weights.npz --json {1}/run.json "
        "{2}",
        kBuildFolder, folder_, options);
  }

  // What the command printed, if it failed.
  std::string Run(const std::string& command) const {
    const int status = std::system(fmt::format("{} >{} 2>&1", command, Path("log.txt")).c_str());
    return status == 0 ? "" : fmt::format("{}\n{}", command, ReadFileText(Path("log.txt")));
  }

  void Remove() const { std::filesystem::remove_all(folder_); }

 private:
  std::string options_;
  std::string folder_;
};

// "" or the problem with the commands that show it.
std::string Explained(const std::string& problem, const RandomNetwork& random, const Files& files,
                      const std::string& cosim_options) {
  return fmt::format("{} on {}: {}\nreproduce: {} && {}", random.network.name,
                     arch::BuildMachine().name, problem, files.CompileCommand(),
                     files.CosimCommand(cosim_options));
}

// Every word of every strip of every map is written once, whatever core it falls to.
void CheckWrites(const Binary& binary) {
  std::map<int, std::set<int64_t>> written;
  for (const AnyStep& step : binary.steps) {
    const auto* run = std::get_if<RunStep>(&step);
    if (run == nullptr) continue;
    ForEachPiece(run->output, [&](const Piece& piece) {
      for (int64_t at = piece.offset; at < piece.offset + piece.bytes; at += arch::kWordBytes) {
        if (written[piece.object.index].insert(at).second) continue;
        throw CheckFailed(fmt::format("plane {}: byte {} is written twice",
                                      binary.planes[piece.object.index].name, at));
      }
    });
  }
  for (const Program& program : binary.programs) {
    const LayerInfo& layer = binary.layers[program.layer];
    const int rows = program.outputs_per_iteration;
    const size_t words = static_cast<size_t>((layer.out_height + rows - 1) / rows) *
                         (rows / arch::kWordPixels) * layer.out_width * binary.Pictures();
    const std::vector<int> planes = PlanesOfLayer(binary, program.layer);
    for (const int map : program.output_maps) {
      const int plane = planes.at(static_cast<size_t>(map));
      if (written[plane].size() == words) continue;
      throw CheckFailed(fmt::format("plane {}: {} words of {} are written",
                                    binary.planes[plane].name, written[plane].size(), words));
    }
  }
}

// Throws what is wrong as CheckFailed.
int64_t CheckOnGoldenModel(const RandomNetwork& random) {
  Diagnostics problems;
  const Network network = ParseNetworkXml(NetworkXmlText(random.network), "network", problems);
  problems.ThrowIfErrors();
  const CompileResult compiled = Compile(network, random.weights, random.options);
  for (const Program& program : compiled.binary.programs) {
    for (const HazardFinding& finding : FindHazards(program, arch::BuildSizes())) {
      throw CheckFailed(program.name + ": " + finding.text);
    }
  }
  const Binary binary = ParseBinary(SerializeBinary(compiled.binary), "binary");
  CheckWrites(binary);
  StepRunner runner(binary);
  runner.memory().PutPicture(random.picture, "picture");
  runner.Run({});
  const std::vector<FeatureMaps> expected =
      RunPictures(random.network, random.weights, random.picture, random.options.pictures);
  const std::vector<int64_t> predicted = PredictedCycles(binary);
  int64_t cycles = 0;
  for (size_t layer = 0; layer < expected.size(); ++layer) {
    const std::string& name = network.layers[layer].name;
    const FeatureMaps got =
        runner.memory().ReadPlanes(PlanesOfLayer(binary, static_cast<int>(layer)));
    if (got != expected[layer]) {
      throw CheckFailed(name + ": " + ComparePixels(expected[layer], got).FirstText());
    }
    const int64_t measured = runner.layers()[layer].cycles;
    if (measured != predicted[layer]) {
      throw CheckFailed(
          fmt::format("{}: {} cycles predicted, {} measured", name, predicted[layer], measured));
    }
    cycles += measured;
  }
  return cycles;
}

// What the result files of nvec and nve-cosim say against the run.
std::string ProblemOf(const nlohmann::json& compiled, const nlohmann::json& run) {
  if (run["lockstep"]["cycles"] == 0) return "no cycle was compared";
  if (run["lockstep"]["mismatches"] != 0 || run["lockstep"]["cycle_delta"] != 0) {
    return "lockstep: " + run["lockstep"].dump();
  }
  const nlohmann::json& layers = run["reference"]["layers"];
  if (layers.size() != compiled["layers"].size()) return "not every layer was compared";
  for (size_t layer = 0; layer < layers.size(); ++layer) {
    if (!layers[layer]["bit_exact"].get<bool>()) return layers[layer]["text"];
    const nlohmann::json& predicted = compiled["layers"][layer]["predicted_cycles"];
    const nlohmann::json& measured = run["layers"][layer]["cycles"];
    // Measured are the cycles of all cores together.
    const bool one_core = compiled["cores"] == 1;
    if (run.value("feed", "") == "ideal" && one_core && predicted != measured) {
      return fmt::format("L{}: {} cycles predicted, {} measured", layer + 1, predicted.dump(),
                         measured.dump());
    }
  }
  return "";
}

}  // namespace

RandomRun RunOnGoldenModel(const RandomNetwork& random) {
  try {
    return {.problem = "", .cycles = CheckOnGoldenModel(random)};
  } catch (const std::exception& problem) {
    return {.problem = Explained(problem.what(), random, Files(random), "--feed ideal")};
  }
}

RandomRun RunOnRtl(const RandomNetwork& random, const std::string& cosim_options) {
  const Files files(random);
  RandomRun result;
  std::string problem = files.Run(files.CompileCommand());
  if (problem.empty()) problem = files.Run(files.CosimCommand(cosim_options));
  if (problem.empty()) {
    const nlohmann::json run = ReadJson(files.Path("run.json"));
    problem = ProblemOf(ReadJson(files.Path("compile.json")), run);
    result.cycles = run["total"]["cycles"];
    result.compared = run["lockstep"]["cycles"];
  }
  if (problem.empty()) {
    files.Remove();
  } else {
    result.problem = Explained(problem, random, files, cosim_options);
  }
  return result;
}

}  // namespace nve
