// SPDX-License-Identifier: Apache-2.0
// The words of five networks in four set-ups: the table that e-PlaNNer's evaluation stands on.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "planner/mapping/volume.hpp"
#include "report/result/plan_file.hpp"

namespace nve::planner {

/// A network of the thesis's evaluation: its name in result files, its title in the thesis's
/// tables, and its variant under networks/shapes/.
struct ThesisNetwork {
  const char* name;
  const char* title;
  const char* shapes;
};
inline constexpr std::array<ThesisNetwork, 5> kThesisNetworks = {{
    {"vgg16", "VGG16", "vgg16"},
    {"resnet50", "ResNet50", "resnet50_darknet"},
    {"alexnet", "AlexNet", "alexnet"},
    {"squeezenet", "SqueezeNet", "squeezenet_227"},
    {"yolov2", "YOLOv2", "yolov2_thesis"},
}};
inline constexpr std::array<char, 4> kSetUps = {'A', 'B', 'C', 'D'};

/// Set-up A to D of table 8.2, with clock, bandwidth and PE array of figure 6.1.
Hardware SetUp(char setup);

/// Words of a whole network. Optimum and baselines have whole rows and count by equations 6.1 to
/// 6.5; the chosen plan of the default search may tile columns and counts as it runs.
struct VolumeRow {
  std::string network;  ///< vgg16, resnet50, alexnet, squeezenet, yolov2
  char setup = 'A';
  int64_t optimum = 0;
  int64_t zhang = 0;
  int64_t ma = 0;
  int64_t smartshuttle = 0;
  std::optional<int64_t> bound;  ///< convention padded only: it counts zeros
  int64_t once = 0;
  int64_t executed = 0;
  int64_t zhang_executed = 0;
  int64_t evaluations = 0;  ///< plans looked at for the optimum
  double seconds = 0;       ///< of one core, for the optimum
};

std::vector<VolumeRow> VolumeTable(Convention convention);

/// `rows[]` with the members above, `seconds` left out: results repeat bit by bit.
VolumesFile VolumesResult(const std::vector<VolumeRow>& rows);
std::string VolumeCsv(const std::vector<VolumeRow>& rows);
std::string VolumeText(const std::vector<VolumeRow>& rows);

}  // namespace nve::planner
