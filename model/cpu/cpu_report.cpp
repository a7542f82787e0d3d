// SPDX-License-Identifier: Apache-2.0
// Rates and their three forms: see cpu_report.hpp.
#include "model/cpu/cpu_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "base/text/csv.hpp"
#include "report/row_table.hpp"

namespace nve {
namespace {

constexpr double kGiga = 1e9;
constexpr double kMilli = 1e-3;

double Operations(int64_t macs) { return 2 * static_cast<double>(macs); }

// The sums of all layers' samples, repetition by repetition.
Samples Sums(const std::vector<LayerTimes>& layers, Samples LayerTimes::*seconds) {
  Samples sums((layers.front().*seconds).size());
  for (const LayerTimes& layer : layers) {
    for (size_t i = 0; i < sums.size(); ++i) sums[i] += (layer.*seconds)[i];
  }
  return sums;
}

// All but the roofs' part.
LayerRates Rates(const std::string& name, int64_t macs, int64_t bytes, double auto_seconds,
                 double hand_seconds) {
  LayerRates rates;
  rates.name = name;
  rates.macs = macs;
  rates.bytes = bytes;
  rates.intensity = Operations(macs) / static_cast<double>(bytes);
  rates.auto_seconds = auto_seconds;
  rates.hand_seconds = hand_seconds;
  rates.auto_gops = Operations(macs) / auto_seconds / kGiga;
  rates.hand_gops = Operations(macs) / hand_seconds / kGiga;
  rates.speed_up = auto_seconds / hand_seconds;
  return rates;
}

void SetAttainable(LayerRates& rates, double gops) {
  rates.attainable_gops = gops;
  rates.auto_share = rates.auto_gops / gops;
  rates.hand_share = rates.hand_gops / gops;
}

LayerOfCpu LayerOf(const LayerRates& rates) {
  return {rates.name,
          rates.macs,
          rates.bytes,
          rates.intensity,
          rates.attainable_gops,
          {rates.auto_seconds, rates.auto_gops, rates.auto_share},
          {rates.hand_seconds, rates.hand_gops, rates.hand_share},
          rates.speed_up};
}

RoofOfCpu RoofOf(const Samples& samples, double scale) {
  return {Median(samples) * scale, *std::max_element(samples.begin(), samples.end()) * scale};
}

const RowTable& Table() {
  static const RowTable table({{"layer", -8},
                               {"MACs", 11},
                               {"bytes", 9},
                               {"ops/byte", 8},
                               {"attainable", 10, 1},
                               {"auto ms", 9, 3},
                               {"GOPs/s", 7, 1},
                               {"%", 5, 1},
                               {"hand ms", 9, 3},
                               {"GOPs/s", 7, 1},
                               {"%", 5, 1},
                               {"speed-up", 8}});
  return table;
}

std::string TextLine(const LayerRates& rates) {
  return Table().Row(rates.name, rates.macs, rates.bytes, rates.intensity, rates.attainable_gops,
                     rates.auto_seconds / kMilli, rates.auto_gops, 100 * rates.auto_share,
                     rates.hand_seconds / kMilli, rates.hand_gops, 100 * rates.hand_share,
                     rates.speed_up);
}

std::string CsvLine(const LayerRates& rates) {
  return fmt::format("{},{},{},{:.4f},{:.3f},{:.6f},{:.3f},{:.4f},{:.6f},{:.3f},{:.4f},{:.3f}\n",
                     CsvCell(rates.name), rates.macs, rates.bytes, rates.intensity,
                     rates.attainable_gops, rates.auto_seconds / kMilli, rates.auto_gops,
                     rates.auto_share, rates.hand_seconds / kMilli, rates.hand_gops,
                     rates.hand_share, rates.speed_up);
}

}  // namespace

CpuRates RatesOf(const CpuTimes& times) {
  CpuRates rates;
  rates.vector_gops = 2 * Median(times.vector_macs) / kGiga;
  rates.scalar_gops = 2 * Median(times.scalar_macs) / kGiga;
  rates.stream_gb_s = Median(times.stream_bytes) / kGiga;
  int64_t macs = 0;
  int64_t bytes = 0;
  double attainable_seconds = 0;
  for (const LayerTimes& layer : times.layers) {
    LayerRates entry = Rates(layer.name, layer.macs, layer.bytes, Median(layer.auto_seconds),
                             Median(layer.hand_seconds));
    SetAttainable(entry, std::min(rates.vector_gops, rates.stream_gb_s * entry.intensity));
    macs += layer.macs;
    bytes += layer.bytes;
    attainable_seconds += Operations(layer.macs) / (entry.attainable_gops * kGiga);
    rates.layers.push_back(entry);
  }
  rates.total = Rates("total", macs, bytes, Median(Sums(times.layers, &LayerTimes::auto_seconds)),
                      Median(Sums(times.layers, &LayerTimes::hand_seconds)));
  SetAttainable(rates.total, Operations(macs) / attainable_seconds / kGiga);
  return rates;
}

std::string CpuText(const CpuReportHead& head, const CpuRates& rates, int64_t pixels) {
  std::string text = fmt::format("target: {}, vectors of {} bytes, {} ({}){}{}\n", head.target.isa,
                                 head.target.vector_bytes, head.target.flags, head.target.compiler,
                                 head.processor.empty() ? "" : ", ", head.processor);
  text += fmt::format(
      "roofs: vector {:.1f} GOPs/s, scalar {:.1f} GOPs/s, stream {:.1f} GB/s (3 arrays of {} "
      "MiB)\n",
      rates.vector_gops, rates.scalar_gops, rates.stream_gb_s, head.stream_bytes >> 20);
  text += fmt::format("one thread, medians of {} repetitions, auto and hand in turn\n\n",
                      head.repetitions);
  text += Table().Head();
  for (const LayerRates& layer : rates.layers) text += TextLine(layer);
  text += TextLine(rates.total);
  text += fmt::format("output: auto and hand bit-exact, {} pixels each\n", pixels);
  return text;
}

std::string CpuCsv(const CpuRates& rates) {
  std::string text =
      "layer,macs,bytes,ops_per_byte,attainable_gops,auto_ms,auto_gops,auto_of_attainable,hand_ms,"
      "hand_gops,hand_of_attainable,speed_up\n";
  for (const LayerRates& layer : rates.layers) text += CsvLine(layer);
  return text + CsvLine(rates.total);
}

CpuFile CpuResult(const CpuReportHead& head, const CpuTimes& times, const CpuRates& rates) {
  CpuFile file;
  file.network = head.network;
  file.input = head.input;
  file.target = {head.target.isa, head.target.vector_bytes, head.target.flags, head.target.compiler,
                 head.processor};
  file.method = {1,
                 head.repetitions,
                 "median of the repetitions",
                 "in every repetition all layers auto, all layers hand, the roofs",
                 "processor time of the thread",
                 "2 per useful multiply-accumulate",
                 "every input pixel needed and every output pixel, once"};
  file.roofs = {RoofOf(times.vector_macs, 2 / kGiga), RoofOf(times.scalar_macs, 2 / kGiga),
                RoofOf(times.stream_bytes, 1 / kGiga), head.stream_bytes};
  for (const LayerRates& layer : rates.layers) file.layers.push_back(LayerOf(layer));
  file.total = LayerOf(rates.total);
  file.bit_exact = true;
  file.pixels = times.pixels;
  return file;
}

std::string ProcessorName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "";
}

}  // namespace nve
