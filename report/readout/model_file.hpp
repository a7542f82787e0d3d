// SPDX-License-Identifier: Apache-2.0
// model.json: what a trained network's output means (docs/readout.md).
#pragma once

#include <string>
#include <vector>

namespace nve {

enum class ReadOutKind { kClassify, kDetect, kHeat };

/// "classify", "detect", "heat"
std::string ToString(ReadOutKind kind);

struct RowsAndColumns {
  int rows = 1;
  int columns = 1;
  bool operator==(const RowsAndColumns&) const = default;
};

struct ModelFile {
  std::string path;  ///< of the file itself
  std::string name;
  ReadOutKind kind = ReadOutKind::kClassify;
  std::string network;  ///< path, from where the tool runs
  std::string weights;  ///< the same
  std::vector<std::string> classes;
  RowsAndColumns window;  ///< pixels that one output pixel depends on
  RowsAndColumns step;    ///< distance of the windows of neighbours
  int threshold = 128;    ///< least score of a box
  double overlap = 0.3;   ///< largest intersection over union of two boxes that both stay
  std::vector<double> scales = {1.0};
  RowsAndColumns box;  ///< size of an object in the middle of its window
};

/// Reads and checks a model file. InputError with all problems, each with file and member.
ModelFile ReadModelFile(const std::string& path);

}  // namespace nve
