// SPDX-License-Identifier: Apache-2.0
// The read-out of a run: what tools do with --read-out, before they run a network and after.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/files/paths.hpp"
#include "base/images/map_extents.hpp"
#include "report/readout/input_pictures.hpp"
#include "report/readout/mosaic.hpp"
#include "report/readout/truth.hpp"
#include "report/result/read_out_result.hpp"

namespace nve {

/// What is asked for, read and checked.
struct ReadOut {
  ModelFile model;
  InputPictures input;
  Mosaic mosaic;
  FeatureMaps picture;         ///< the mosaic, a map for each sheet
  std::vector<int> labels;     ///< right classes, if they are known
  std::optional<Scene> scene;  ///< what lies in the picture, if it is known
  size_t top = 3;              ///< classes of a picture that are told
};

/// Reads model, pictures and truth. `sheets` are the pictures that the program computes. InputError
/// with the problems of each.
ReadOut LoadReadOut(const std::string& model, const std::vector<std::string>& inputs,
                    const std::string& labels, size_t top, int sheets = 1);

/// InputError if a program's output is not that of the model over the mosaic; `program` is its
/// file.
void CheckOutput(const ReadOut& read_out, const MapExtents& output, const std::string& program);

/// What the output says. With `reference`, the output that it must be, the pictures whose scores
/// are equal are counted.
ReadOutOfRun EvaluateReadOut(const ReadOut& read_out, const FeatureMaps& output,
                             const FeatureMaps* reference);

/// The files that WriteReadOut writes into a folder.
std::vector<std::string> ReadOutFiles(const ReadOut& read_out, const std::string& folder);

/// Writes them: detections.json, detections.png, heat_map.png, contact_sheet.png, classes.csv,
/// those of the model's kind. `tool` is named in them.
void WriteReadOut(const ReadOut& read_out, const std::string& tool, const std::string& folder,
                  const FeatureMaps& output, const ReadOutOfRun& result);

}  // namespace nve
