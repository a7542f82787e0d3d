// SPDX-License-Identifier: Apache-2.0
// Times of both implementations and of the roofs, taken in turn so that what else the machine does
// meets all of them alike.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/images/maps.hpp"
#include "convnet/network.hpp"
#include "convnet/weights.hpp"

namespace nve {

/// What is measured: layers first to last of the network, 0-based.
struct CpuTask {
  const Network& network;
  const Weights& weights;
  const FeatureMaps& picture;
  int first = 0;
  int last = 0;
  int repetitions = 1;
  int64_t stream_bytes = 0;  ///< of each array of the memory roof
};

/// One number per repetition.
using Samples = std::vector<double>;

double Median(Samples samples);

struct LayerTimes {
  std::string name;
  int64_t macs = 0;   ///< useful ones
  int64_t bytes = 0;  ///< every input pixel the layer needs and every output pixel, once
  Samples auto_seconds;
  Samples hand_seconds;
};

struct CpuTimes {
  std::vector<LayerTimes> layers;
  int64_t pixels = 0;   ///< outputs compared with the reference, of each implementation
  Samples vector_macs;  ///< per second
  Samples scalar_macs;
  Samples stream_bytes;  ///< per second
};

/// Each repetition: all layers `auto`, all layers `hand`, the roofs. A run before the first one is
/// not counted; its outputs and those of the last are compared with the reference, and CheckFailed
/// is thrown if a pixel differs. `progress` gets the number of repetitions done.
CpuTimes MeasureCpu(const CpuTask& task, const std::function<void(int)>& progress);

/// CheckFailed naming implementation and layer unless both are equal.
void CheckExact(const std::string& implementation, const std::string& layer,
                const FeatureMaps& expected, const FeatureMaps& got);

}  // namespace nve
