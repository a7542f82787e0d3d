// SPDX-License-Identifier: Apache-2.0
// The options of a read-out: see read_out_options.hpp.
#include "report/readout/read_out_options.hpp"

#include <fmt/format.h>

#include "base/cli/number_options.hpp"
#include "base/cli/tool_main.hpp"
#include "base/diagnostics/diagnostics.hpp"
#include "base/text/shell_word.hpp"

namespace nve {
namespace {

constexpr uint64_t kMostTold = 1024;  // classes of a picture

// "contact sheet" of .../contact_sheet.png, "detections" of .../detections_3.png
std::string RoleOf(const std::string& file) {
  for (const auto& [part, role] :
       {std::pair{"contact_sheet", kContactSheetRole}, std::pair{"heat_map", kHeatMapRole}}) {
    if (file.find(part, file.rfind('/') + 1) != std::string::npos) return role;
  }
  return kDetectionsRole;
}

}  // namespace

CLI::Option* DeclareInput(CLI::App& app, ReadOutOptions& options) {
  return AddPaths(
      app, "--input", options.inputs,
      "picture (PNG, PGM, PPM) or .npy of uint8; with --read-out also given several "
      "times, a folder of pictures, an IDX file, or a .npy of (pictures, height, width)");
}

void DeclareReadOut(CLI::App& app, ReadOutOptions& options) {
  auto* model =
      AddPath(app, "--read-out", options.model,
              "model.json of a trained network: tell classes, boxes or heat of the pictures, which "
              "are put together to one (docs/readout.md)");
  AddPath(app, "--labels", options.labels,
          "with --read-out the truth: right classes (IDX, .npy, text) or scene.json")
      ->needs(model);
  app.add_option("--top", options.top, "with --read-out: so many classes of each picture")
      ->transform(Count(1, kMostTold))
      ->needs(model)
      ->capture_default_str();
}

void CheckInputs(const ReadOutOptions& options) {
  if (options.inputs.size() <= 1 || !options.model.empty()) return;
  throw InputError(fmt::format("--input: found {} values, allowed: one; with --read-out several",
                               options.inputs.size()));
}

std::optional<ReadOut> LoadReadOut(const ReadOutOptions& options, int sheets) {
  CheckInputs(options);
  if (options.model.empty()) return std::nullopt;
  return LoadReadOut(options.model, options.inputs, options.labels, options.top, sheets);
}

std::vector<GivenPath> ReadOutInputs(const ReadOutOptions& options,
                                     const std::optional<ReadOut>& read_out) {
  std::vector<GivenPath> inputs = {{"--read-out", options.model}, {"--labels", options.labels}};
  const std::vector<std::string>& files = read_out ? read_out->input.files : options.inputs;
  for (const std::string& file : files) inputs.push_back({"--input", file});
  return inputs;
}

std::vector<GivenPath> ReadOutOutputs(const std::optional<ReadOut>& read_out,
                                      const std::string& folder) {
  std::vector<GivenPath> outputs;
  if (!read_out || folder.empty()) return outputs;
  for (const std::string& file : ReadOutFiles(*read_out, folder)) {
    outputs.push_back({"--output", file});
  }
  return outputs;
}

std::string ReadOutWords(const ReadOutOptions& options) {
  std::string words;
  for (const std::string& input : options.inputs) words += " --input " + ShellWord(input);
  if (options.model.empty()) return words;
  words += " --read-out " + ShellWord(options.model);
  if (!options.labels.empty()) words += " --labels " + ShellWord(options.labels);
  if (options.top != ReadOutOptions{}.top) words += fmt::format(" --top {}", options.top);
  return words;
}

void TakeReadOut(const ReadOut& read_out, const FeatureMaps& output, const FeatureMaps* reference,
                 const std::string& folder, const std::string& json, RunResult& result) {
  result.read_out = EvaluateReadOut(read_out, output, reference);
  if (folder.empty()) return;
  WriteReadOut(read_out, result.tool, folder, output, *result.read_out);
  if (!result.pictures) result.pictures.emplace();
  for (const std::string& file : ReadOutFiles(read_out, folder)) {
    for (Picture& picture : PicturesOf(RoleOf(file), {file}, json)) {
      result.pictures->push_back(std::move(picture));
    }
  }
}

}  // namespace nve
