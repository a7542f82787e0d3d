// SPDX-License-Identifier: Apache-2.0
// The read-out of a run: see read_out.hpp.
#include "report/readout/read_out.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostics/diagnostics.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "base/text/csv.hpp"
#include "report/readout/classify.hpp"
#include "report/readout/confusion.hpp"
#include "report/readout/contact_sheet.hpp"
#include "report/readout/draw_boxes.hpp"
#include "report/readout/equal_scores.hpp"
#include "report/readout/heat.hpp"
#include "report/result/result_json.hpp"

namespace nve {
namespace {

constexpr int kThickness = 2;  // of frames

void LoadTruth(const std::string& labels, ReadOut& read_out) {
  if (labels.empty()) return;
  const size_t pictures = read_out.input.pictures.size();
  if (read_out.model.kind == ReadOutKind::kHeat) {
    throw InputError(
        fmt::format("--labels: {} makes heat maps, of which there is no truth; leave "
                    "it out",
                    read_out.model.path));
  }
  if (read_out.model.kind == ReadOutKind::kClassify) {
    read_out.labels = ReadLabels(labels, pictures, read_out.model.classes);
    return;
  }
  if (pictures != 1) {
    throw InputError(
        fmt::format("--labels: found {} pictures, allowed: one, the scene that {} is "
                    "about",
                    pictures, labels));
  }
  read_out.scene = ReadScene(labels);
}

std::vector<FoundBox> BoxesOf(const ReadOut& read_out, const FeatureMaps& output) {
  const ModelFile& model = read_out.model;
  return Suppress(Candidates(model, read_out.mosaic, read_out.input.pictures, output),
                  model.overlap);
}

void Detect(const ReadOut& read_out, const FeatureMaps& output, ReadOutOfRun& result) {
  const std::vector<FoundBox> boxes = BoxesOf(read_out, output);
  result.boxes.emplace();
  for (const FoundBox& found : boxes) {
    result.boxes->push_back({found.picture, found.box.x, found.box.y, found.box.width,
                             found.box.height, found.score,
                             read_out.model.classes[static_cast<size_t>(found.number)]});
  }
  if (!read_out.scene) return;
  result.truth = CountFound(boxes, MatchBoxes(boxes, *read_out.scene), *read_out.scene);
  if (result.truth->signs == 0) return;
  result.accuracy =
      static_cast<double>(result.truth->found) / static_cast<double>(result.truth->signs);
}

// The best class of every picture.
std::vector<int> Classify(const ReadOut& read_out, const FeatureMaps& output,
                          ReadOutOfRun& result) {
  const std::vector<std::string>& names = read_out.model.classes;
  std::vector<int> found;
  result.classes.emplace();
  for (const MosaicPart& part : read_out.mosaic.parts) {
    const auto best = BestClasses(ScoresOf(read_out.model, part, output), read_out.top);
    ClassesOfPicture own;
    own.picture = read_out.input.pictures[static_cast<size_t>(part.picture)].name;
    for (const ClassScore& each : best) {
      own.best.push_back({names[static_cast<size_t>(each.number)], each.score});
    }
    if (!read_out.labels.empty()) {
      const int label = read_out.labels[static_cast<size_t>(part.picture)];
      own.truth = names[static_cast<size_t>(label)];
    }
    found.push_back(best.front().number);
    result.classes->push_back(std::move(own));
  }
  return found;
}

void CountRight(const ReadOut& read_out, const std::vector<int>& found, ReadOutOfRun& result) {
  if (read_out.labels.empty()) return;
  result.confusion = ConfusionOf(read_out.model.classes, read_out.labels, found);
  result.top1 = RightOf(*result.confusion);
  result.accuracy = static_cast<double>(*result.top1) / static_cast<double>(found.size());
}

// FOLDER/NAME.png of the only picture, FOLDER/NAME_<n>.png of several.
std::string PictureFile(const ReadOut& read_out, const std::string& folder, const char* name,
                        size_t picture) {
  return read_out.input.pictures.size() == 1 ? fmt::format("{}/{}.png", folder, name)
                                             : fmt::format("{}/{}_{}.png", folder, name, picture);
}

void WriteDetections(const ReadOut& read_out, const std::string& tool, const std::string& folder,
                     const FeatureMaps& output, const ReadOutOfRun& result) {
  DetectionsFile file;
  file.tool = tool;
  file.model = read_out.model.name;
  for (const NamedPicture& picture : read_out.input.pictures) file.pictures.push_back(picture.name);
  file.boxes = result.boxes.value();
  file.truth = result.truth;
  WriteJson(folder + "/detections.json", ResultJson(file));
  const std::vector<FoundBox> boxes = BoxesOf(read_out, output);
  std::vector<int> matches(boxes.size());
  if (read_out.scene) matches = MatchBoxes(boxes, *read_out.scene);
  for (size_t i = 0; i < read_out.input.pictures.size(); ++i) {
    RgbPicture drawn(read_out.input.pictures[i].maps);
    for (size_t box = 0; box < boxes.size(); ++box) {
      if (boxes[box].picture != static_cast<int>(i)) continue;
      DrawFrame(drawn, boxes[box].box, kThickness, matches[box] < 0 ? kRed : kGreen);
    }
    for (size_t sign = 0; read_out.scene && sign < read_out.scene->signs.size(); ++sign) {
      if (std::ranges::find(matches, static_cast<int>(sign)) != matches.end()) continue;
      DrawFrame(drawn, read_out.scene->signs[sign], kThickness, kYellow);
    }
    WritePng(PictureFile(read_out, folder, "detections", i), drawn);
  }
}

void WriteHeat(const ReadOut& read_out, const std::string& folder, const FeatureMaps& output) {
  for (size_t i = 0; i < read_out.input.pictures.size(); ++i) {
    const FeatureMaps heat = HeatOf(read_out.model, read_out.mosaic, read_out.input.pictures,
                                    output, static_cast<int>(i));
    WritePng(PictureFile(read_out, folder, "heat_map", i),
             DrawHeat(read_out.input.pictures[i].maps, heat));
  }
}

std::string ClassesCsv(const ReadOut& read_out, const ReadOutOfRun& result) {
  std::string text = "picture,truth,right";
  const size_t told = std::min(read_out.top, read_out.model.classes.size());
  for (size_t i = 1; i <= told; ++i) text += fmt::format(",class_{0},score_{0}", i);
  text += '\n';
  for (const ClassesOfPicture& each : result.classes.value()) {
    text += CsvCell(each.picture) + ',' + CsvCell(each.truth.value_or("")) + ',';
    if (each.truth) text += each.best.front().name == *each.truth ? "yes" : "no";
    for (const ScoreOfClass& best : each.best) {
      text += fmt::format(",{},{}", CsvCell(best.name), best.score);
    }
    text += '\n';
  }
  return text;
}

void WriteClasses(const ReadOut& read_out, const std::string& folder, const ReadOutOfRun& result) {
  WriteFileAtomically(folder + "/classes.csv", ClassesCsv(read_out, result));
  std::vector<SheetFrame> frames;
  for (const ClassesOfPicture& each : result.classes.value()) {
    if (!each.truth) {
      frames.push_back(SheetFrame::kUnknown);
    } else {
      frames.push_back(each.best.front().name == *each.truth ? SheetFrame::kRight
                                                             : SheetFrame::kWrong);
    }
  }
  WritePng(folder + "/contact_sheet.png", DrawContactSheet(read_out.input.pictures, frames));
}

}  // namespace

ReadOut LoadReadOut(const std::string& model, const std::vector<std::string>& inputs,
                    const std::string& labels, size_t top, int sheets) {
  ReadOut read_out;
  read_out.top = top;
  Diagnostics problems;
  const auto attempt = [&problems](const auto& load) {
    try {
      load();
    } catch (const InputError& error) {
      problems.Append(error);
    }
  };
  attempt([&] { read_out.model = ReadModelFile(model); });
  attempt([&] { read_out.input = ReadInputPictures(inputs); });
  problems.ThrowIfErrors();
  attempt([&] { read_out.mosaic = LayOut(read_out.model, read_out.input.pictures, sheets); });
  attempt([&] { LoadTruth(labels, read_out); });
  problems.ThrowIfErrors();
  read_out.picture = PictureOf(read_out.mosaic, read_out.input.pictures);
  return read_out;
}

void CheckOutput(const ReadOut& read_out, const MapExtents& output, const std::string& program) {
  const ModelFile& model = read_out.model;
  const Mosaic& mosaic = read_out.mosaic;
  Diagnostics problems;
  const int maps = static_cast<int>(model.classes.size());
  const bool counts = model.kind == ReadOutKind::kHeat || output.maps == maps;
  if (!counts) {
    problems.Error({program, 0, ""},
                   fmt::format("found {} output maps, allowed: {}, the classes of {}", output.maps,
                               maps, model.path));
  }
  const int height = WindowsIn(mosaic.height, model.window.rows, model.step.rows);
  const int width = WindowsIn(mosaic.width, model.window.columns, model.step.columns);
  if (output.height != height || output.width != width) {
    problems.Error({program, 0, ""},
                   fmt::format("found output maps of {}x{} (height x width), allowed: {}x{}, for "
                               "the mosaic of {}x{} of these pictures; compile the network with "
                               "nvec --read-out {} and the same --input",
                               output.height, output.width, height, width, mosaic.height,
                               mosaic.width, model.path));
  }
  problems.ThrowIfErrors();
}

ReadOutOfRun EvaluateReadOut(const ReadOut& read_out, const FeatureMaps& output,
                             const FeatureMaps* reference) {
  ReadOutOfRun result;
  result.kind = ToString(read_out.model.kind);
  result.model = read_out.model.name;
  result.pictures = static_cast<int64_t>(read_out.input.pictures.size());
  result.mosaic = {read_out.mosaic.height, read_out.mosaic.width, read_out.mosaic.sheets,
                   static_cast<int64_t>(read_out.mosaic.parts.size())};
  if (reference != nullptr) {
    const EqualScores equal =
        CompareScores(read_out.model, read_out.mosaic, read_out.input.pictures, *reference, output);
    result.equal = equal.pictures;
    result.first_different = equal.first;
  }
  if (read_out.model.kind == ReadOutKind::kDetect) Detect(read_out, output, result);
  if (read_out.model.kind == ReadOutKind::kClassify) {
    CountRight(read_out, Classify(read_out, output, result), result);
  }
  return result;
}

std::vector<std::string> ReadOutFiles(const ReadOut& read_out, const std::string& folder) {
  if (read_out.model.kind == ReadOutKind::kClassify) {
    return {folder + "/contact_sheet.png", folder + "/classes.csv"};
  }
  std::vector<std::string> files;
  const bool detects = read_out.model.kind == ReadOutKind::kDetect;
  for (size_t i = 0; i < read_out.input.pictures.size(); ++i) {
    if (detects) files.push_back(PictureFile(read_out, folder, "detections", i));
    files.push_back(PictureFile(read_out, folder, "heat_map", i));
  }
  if (detects) files.push_back(folder + "/detections.json");
  return files;
}

void WriteReadOut(const ReadOut& read_out, const std::string& tool, const std::string& folder,
                  const FeatureMaps& output, const ReadOutOfRun& result) {
  if (read_out.model.kind == ReadOutKind::kClassify) {
    WriteClasses(read_out, folder, result);
    return;
  }
  if (read_out.model.kind == ReadOutKind::kDetect) {
    WriteDetections(read_out, tool, folder, output, result);
  }
  WriteHeat(read_out, folder, output);
}

}  // namespace nve
