// SPDX-License-Identifier: Apache-2.0
// What the times of the CPU baseline mean: rates, intensity, the roofline and the speed-up of the
// hand-optimised version; as a table, CSV and data.
#pragma once

#include <string>
#include <vector>

#include "model/cpu/cpu_layer.hpp"
#include "model/cpu/measure.hpp"
#include "report/result/cpu_file.hpp"

namespace nve {

/// Two operations per useful multiply-accumulate.
struct LayerRates {
  std::string name;
  int64_t macs = 0;
  int64_t bytes = 0;
  double intensity = 0;        ///< operations per byte
  double attainable_gops = 0;  ///< what the roofs allow
  double auto_seconds = 0;     ///< medians
  double hand_seconds = 0;
  double auto_gops = 0;
  double hand_gops = 0;
  double auto_share = 0;  ///< of the attainable rate; above 1 if the pixels come from a cache
  double hand_share = 0;
  double speed_up = 0;  ///< auto_seconds / hand_seconds
};

struct CpuRates {
  double vector_gops = 0;  ///< roofs, medians
  double scalar_gops = 0;
  double stream_gb_s = 0;
  std::vector<LayerRates> layers;
  LayerRates
      total;  ///< medians of the sums of all layers; attainable if all layers attained theirs
};

CpuRates RatesOf(const CpuTimes& times);

/// What was measured, on what.
struct CpuReportHead {
  std::string network;  ///< paths as given
  std::string input;
  CpuTarget target;
  std::string processor;  ///< empty if the system does not tell
  int repetitions = 0;
  int64_t stream_bytes = 0;
};

std::string CpuText(const CpuReportHead& head, const CpuRates& rates, int64_t pixels);
std::string CpuCsv(const CpuRates& rates);
CpuFile CpuResult(const CpuReportHead& head, const CpuTimes& times, const CpuRates& rates);

/// The processor's name by the system's description, or "".
std::string ProcessorName();

}  // namespace nve
