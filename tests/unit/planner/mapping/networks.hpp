// SPDX-License-Identifier: Apache-2.0
// The networks and machines of the golden values.
#pragma once

#include <string>

#include "planner/mapping/hardware.hpp"
#include "planner/shapes/shapes_csv.hpp"

namespace nve::planner {

inline NetworkShape NamedNetwork(const std::string& name) {
  return ReadShapes(std::string(NVE_SOURCE_DIR) + "/networks/shapes/" + name + ".csv");
}

inline const char* const kNetworks[] = {"vgg16", "resnet50_darknet", "alexnet", "squeezenet_227",
                                        "yolov2_thesis"};

/// Table 8.2: 'A' to 'D'.
inline Hardware NamedMachine(char letter) {
  return ReadHardware(std::string("setup_") + static_cast<char>(letter - 'A' + 'a'));
}

/// One square layer.
inline LayerShape Square(int64_t oc, int64_t ic, int64_t map, int64_t kernel, int64_t pad = 0) {
  LayerShape layer;
  layer.oc = oc;
  layer.ic = ic;
  layer.oh = layer.ow = map;
  layer.kh = layer.kw = kernel;
  layer.pad_h = layer.pad_w = pad;
  return layer;
}

}  // namespace nve::planner
