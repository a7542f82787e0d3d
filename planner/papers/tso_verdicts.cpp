// SPDX-License-Identifier: Apache-2.0
// Claims, each a function that looks at figures: see tso_verdicts.hpp.
#include "planner/papers/tso_verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "planner/tso/bursts.hpp"
#include "planner/tso/network_table.hpp"
#include "planner/tso/published.hpp"

namespace nve::planner::tso {
namespace {

Npu Nmp() { return ReadNpu("nmp"); }

// "The 5th Conv-layer of InceptionV3", and the tiles of section VI: IN 14x4x73 and 16x11x20.
LayerShape Conv5() {
  LayerShape layer;
  layer.oc = 192;
  layer.ic = 80;
  layer.oh = layer.ow = 71;
  layer.kh = layer.kw = 3;
  return layer;
}
constexpr CoreTile kOfBurst = {6, 14, 2, 71};
constexpr CoreTile kOfNoBurst = {6, 16, 9, 18};

// As printed: digits of one decimal, halves up.
double OneDecimal(double value) { return std::floor(value * 10 + 0.5) / 10; }

double PercentAbove(double ratio) { return (ratio - 1) * 100; }

// The largest ratio that the text names for each column, against table I.
void AddMaxima(std::vector<Verdict>& verdicts) {
  for (const PublishedMaximum& maximum : Maxima()) {
    const PublishedTimes& worst = WorstNetwork(maximum.column);
    const double percent = PercentAbove(worst.Ratio(maximum.column));
    const bool holds =
        OneDecimal(percent) == maximum.percent && worst.network == std::string(maximum.network);
    verdicts.push_back({fmt::format("TSO is up to {} % faster than {}, for {}", maximum.percent,
                                    ColumnName(maximum.column), maximum.network),
                        maximum.where, holds,
                        fmt::format("table I's largest: {:.1f} % for {}", percent, worst.network)});
  }
}

Verdict ShortestOfAll() {
  int ties = 0;
  bool holds = true;
  std::string tied;
  for (const PublishedTimes& row : Table1()) {
    for (size_t i = 1; i < kColumns; ++i) {
      const auto column = static_cast<Column>(i);
      holds = holds && row.Of(column) >= row.Of(Column::kBurst);
      if (row.Of(column) != row.Of(Column::kBurst)) continue;
      ++ties;
      tied = fmt::format("{} by {}", row.network, ColumnName(column));
    }
  }
  return {"TSO always produces the shortest execution", "section VI", holds,
          fmt::format("no column is shorter; as short: {} ({})", ties, tied)};
}

Verdict BurstsOfTiles() {
  const int64_t burst = TileBursts(Conv5(), kOfBurst, Flow::kInput, Nmp()).in;
  const int64_t no_burst = TileBursts(Conv5(), kOfNoBurst, Flow::kInput, Nmp()).in;
  return {"the tiles 14x4x73 and 16x11x20 need 70 and 176 bursts", "section VI",
          burst == 70 && no_burst == 176, fmt::format("{} and {}", burst, no_burst)};
}

Verdict RowsOfTwentyBytes() {
  const int64_t bytes = TileColumns(Conv5(), kOfNoBurst) * Nmp().element_bytes;
  return {"a row of the tile 16x11x20 has 20 bytes", "section VI", bytes == 20,
          fmt::format("20 elements, {} bytes; one burst either way", bytes)};
}

Verdict TileTime() {
  const Npu nmp = Nmp();
  const auto load = [&](const CoreTile& tile) {
    return TransferMicroseconds(TileBytes(Conv5(), tile, Flow::kInput, nmp).in,
                                TileBursts(Conv5(), tile, Flow::kInput, nmp).in, nmp,
                                Model::kBurst);
  };
  const double burst = load(kOfBurst);
  const double no_burst = load(kOfNoBurst);
  const double percent = 100 * (1 - burst / no_burst);
  return {"bursts reduce conv5's tile time by 28 %", "section VI", std::llround(percent) == 28,
          fmt::format("algorithm 4: {:.2f} in place of {:.2f} us for IN tiles, {:.0f} %", burst,
                      no_burst, percent)};
}

Verdict BurstsOfFigure1() {
  bool holds = true;
  std::string counts;
  for (const PublishedSlicing& slicing : Figure1()) {
    const int64_t bursts = slicing.slices * BurstsOfRuns(slicing.rows, slicing.row_bytes, Nmp());
    holds = holds && bursts == slicing.bursts;
    counts += fmt::format("{}{}", counts.empty() ? "" : ", ", bursts);
  }
  return {"slices of 32, 64 and 128 bytes need 1024, 512 and 256 bursts", "figure 1", holds,
          counts};
}

// A line through the figure's outer points.
Verdict TimesOfFigure1() {
  const PublishedSlicing& most = Figure1().front();
  const PublishedSlicing& least = Figure1().back();
  const double per_burst = 1000.0 * static_cast<double>(most.microseconds - least.microseconds) /
                           static_cast<double>(most.bursts - least.bursts);
  return {"the first byte of a burst takes about 14 ns, and figure 1's times follow", "figure 1",
          std::llround(per_burst) == 14,
          fmt::format("its times differ by {:.1f} ns a burst, {:.1f} times CAS", per_burst,
                      per_burst / Nmp().cas)};
}

Verdict ReductionOfFigure1() {
  const double percent = 100 * (1 - static_cast<double>(Figure1().back().microseconds) /
                                        static_cast<double>(Figure1().front().microseconds));
  return {"slicing (c) takes 45 % less time than (a)", "section I", std::llround(percent) == 45,
          fmt::format("{:.1f} % by the figure's own times", percent)};
}

Verdict PeakRate() {
  const Npu nmp = Nmp();
  const double rate = static_cast<double>(nmp.tles * nmp.tlts * nmp.macs) * nmp.frequency;
  return {"32 TLTs reach 256 GMAC/s with 16-bit words", "section III", rate == 256,
          fmt::format("{} x {} x {} MACs at {} GHz: {}", nmp.tles, nmp.tlts, nmp.macs,
                      nmp.frequency, rate)};
}

Verdict AllTltsShareTheMacs() {
  const Npu nmp = Nmp();
  const Partition ks = {nmp.tles, 1};
  const double printed = MacMicroseconds(Conv5(), ks, kOfBurst, nmp, Reading::kPrinted);
  const double work = static_cast<double>(Conv5().Macs()) /
                      (static_cast<double>(nmp.tles * nmp.tlts * nmp.macs) * nmp.frequency * 1000);
  return {"equation 8 distributes the work over all #TLEs x #TLTs", "section IV-E",
          printed < 2 * work,
          fmt::format("it divides by #TLTs only: conv5 takes {:.0f} us, all MAC units would need "
                      "{:.0f}",
                      printed, work)};
}

Verdict EveryFlowWinsSomewhere() {
  const Npu nmp = Nmp();
  int64_t layers = 0;
  int64_t input = 0;
  for (const std::string& name : TsoNetworkNames()) {
    for (const LayerResult& layer : SearchNetwork(TsoNetwork(name), nmp, {}).layers) {
      layers += layer.layer.count;
      if (layer.mapping && layer.mapping->flow == Flow::kInput) input += layer.layer.count;
    }
  }
  return {"IS, OS and WS each are the best of some layers", "equations 3 to 5", input < layers,
          fmt::format("as printed IS wins {} of {}: equation 3 counts W and OUT tiles of one TLT, "
                      "4 and 5 those of all",
                      input, layers)};
}

Verdict WsMapsResNet() {
  SearchOptions options;
  options.flows = {Flow::kWeight};
  const NetworkResult result = SearchNetwork(TsoNetwork("resnet50"), Nmp(), options);
  const auto unmapped =
      std::ranges::find_if(result.layers, [](const LayerResult& layer) { return !layer.mapping; });
  return {"WS alone maps ResNet-50", "table I", result.unmapped == 0,
          unmapped == result.layers.end()
              ? "every layer"
              : fmt::format("{} layers fit no tile, since WS holds whole filters: {}",
                            result.unmapped, unmapped->problem)};
}

Verdict AccuracyDrops() {
  double worst = 0;
  double gain = 0;
  for (const PublishedAccuracy& row : Accuracies()) {
    if (row.compiler != std::string("TF-XLA")) continue;
    worst = std::max({worst, row.cpu_top1 - row.nmp_top1, row.cpu_top5 - row.nmp_top5});
    gain = std::max({gain, row.nmp_top1 - row.cpu_top1, row.nmp_top5 - row.cpu_top5});
  }
  return {"the drop in accuracy ranges from 0.1 to 1.8 %", "section VI", worst >= 0.05,
          fmt::format("table I has no drop: 16-bit words are equal or better, by up to {:.1f} %",
                      gain)};
}

Verdict TimesOfTable1() {
  double least = 1e300;
  double most = 0;
  for (const Reading reading : {Reading::kPrinted, Reading::kConsistent}) {
    for (const StrategyRow& row : StrategyTable(Nmp(), reading)) {
      const auto published = std::ranges::find_if(
          Table1(), [&](const PublishedTimes& times) { return times.network == row.published; });
      const double ratio = static_cast<double>(published->Of(Column::kBurst)) / row.microseconds[0];
      least = std::min(least, ratio);
      most = std::max(most, ratio);
    }
  }
  return {
      "the equations estimate the times of table I", "table I, section IV-E",
      least > 0.95 && most < 1.05,
      fmt::format("the board took {:.2f} to {:.2f} times as long: software, one DMA engine a TLE "
                  "and other layers are in it",
                  least, most)};
}

}  // namespace

std::vector<Verdict> Verdicts() {
  std::vector<Verdict> verdicts;
  AddMaxima(verdicts);
  for (const auto& verdict :
       {ShortestOfAll, BurstsOfTiles, RowsOfTwentyBytes, TileTime, BurstsOfFigure1, TimesOfFigure1,
        ReductionOfFigure1, PeakRate, AllTltsShareTheMacs, EveryFlowWinsSomewhere, WsMapsResNet,
        AccuracyDrops, TimesOfTable1}) {
    verdicts.push_back(verdict());
  }
  return verdicts;
}

}  // namespace nve::planner::tso
