// SPDX-License-Identifier: Apache-2.0
// Charts of the thesis: see thesis_charts.hpp.
#include "planner/papers/thesis_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "planner/papers/thesis_published.hpp"
#include "planner/report/roofline_svg.hpp"
#include "planner/shapes/known_networks.hpp"
#include "report/bar_chart.hpp"

namespace nve::planner {
namespace {

std::string GroupName(const ThesisNetwork& network, char setup) {
  return fmt::format("{} {}", network.title, setup);
}

// VGG-16's ninth convolution, which the thesis draws.
PaperChart SearchSpaceChart() {
  const NetworkShape network = ReadNetwork("vgg16");
  const auto layer = std::ranges::find(network.layers, "conv4_2", &LayerShape::name);
  const Hardware hardware = ReadHardware("figure61");
  SearchOptions options;
  options.measure = Measure::kMetric;
  options.tile_columns = false;
  RooflineDrawing drawing = SearchSpaceDrawing(*layer, hardware, options);
  drawing.title = "Figures 5.2 and 6.5: plans of VGG-16's ninth convolution";
  return {"thesis-figure-5.2-6.5", RooflineSvg(drawing, hardware)};
}

PaperChart SpeedUpChart(const ThesisPlans& all) {
  BarChart chart = {"Figure 8.1: speed-up over the three baselines, set-ups A to D",
                    "network and set-up",
                    "times",
                    2,
                    true,
                    {},
                    {}};
  BarSeries printed = {"mean, printed", {}};
  std::vector<BarSeries> ours = {
      {"Zhang, roofline", {}}, {"Ma, roofline", {}}, {"SmartShuttle, roofline", {}}};
  for (size_t k = 0; k < all.plans.size(); ++k) {
    const ThesisPlan& plan = all.plans[k];
    chart.groups.push_back(GroupName(plan.network, plan.setup));
    printed.values.emplace_back(kPublishedSpeedUps[k % kSetUps.size()][k / kSetUps.size()]);
    const auto ratios = SpeedUps(plan.metric, SetUp(plan.setup));
    for (size_t b = 0; b < ours.size(); ++b) {
      ours[b].values.push_back(ratios ? std::optional((*ratios)[b]) : std::nullopt);
    }
  }
  chart.series = {printed, ours[0], ours[1], ours[2]};
  return {"thesis-figure-8.1", BarChartSvg(chart)};
}

PaperChart VolumeChart(const ThesisPlans& all) {
  BarChart chart = {"Figure 8.2: words moved, each word once = 1, set-ups A to D",
                    "network and set-up",
                    "words / words of the tensors",
                    2,
                    false,
                    {},
                    {}};
  chart.series = {{"optimum", {}}, {"Zhang", {}}, {"Ma", {}}, {"SmartShuttle", {}}};
  for (size_t k = 0; k < all.padded.size(); ++k) {
    const VolumeRow& row = all.padded[k];
    chart.groups.push_back(GroupName(all.plans[k].network, row.setup));
    const std::array words = {row.optimum, row.zhang, row.ma, row.smartshuttle};
    for (size_t s = 0; s < words.size(); ++s) {
      chart.series[s].values.emplace_back(static_cast<double>(words[s]) /
                                          static_cast<double>(row.once));
    }
  }
  return {"thesis-figure-8.2", BarChartSvg(chart)};
}

using WordsOf = std::function<Words(const LayerPlan&)>;

PaperChart LayerChart(const NetworkPlan& plan, const std::string& id, const std::string& planner,
                      const WordsOf& words_of) {
  BarChart chart = {
      fmt::format("Figure 8.3: words of VGG-16's convolutions, set-up A, {}", planner),
      "layer",
      "million words",
      2,
      false,
      {},
      {}};
  chart.stacked = true;
  chart.series = {{"input", {}}, {"weights", {}}, {"output", {}}};
  for (const LayerPlan& layer : plan.layers) {
    // Beside the weights of a fully connected layer no other bar could be seen.
    if (layer.layer.oh * layer.layer.ow == 1) continue;
    const Words words = words_of(layer);
    chart.groups.push_back(layer.layer.name);
    const std::array each = {words.input, words.weight, words.output};
    for (size_t s = 0; s < each.size(); ++s) {
      chart.series[s].values.emplace_back(static_cast<double>(each[s]) / 1e6);
    }
  }
  return {"thesis-figure-8.3-" + id, BarChartSvg(chart)};
}

std::vector<PaperChart> LayerCharts(const NetworkPlan& plan) {
  const auto baseline = [](std::optional<BaselinePlan> LayerPlan::*which) {
    return [which](const LayerPlan& layer) {
      return (layer.*which) ? (layer.*which)->words : Words{};
    };
  };
  return {LayerChart(plan, "optimum", "best plan",
                     [](const LayerPlan& layer) { return layer.equations; }),
          LayerChart(plan, "zhang", "Zhang", baseline(&LayerPlan::zhang)),
          LayerChart(plan, "ma", "Ma", baseline(&LayerPlan::ma)),
          LayerChart(plan, "smartshuttle", "SmartShuttle", baseline(&LayerPlan::smartshuttle))};
}

// The work of the search in place of its time: it does not depend on the computer.
PaperChart CacheChart(const ThesisPlans& all) {
  BarChart chart = {"Figure 8.4: plans looked at without and with schedule caching, set-up A",
                    "network",
                    "thousand plans",
                    1,
                    false,
                    {},
                    {}};
  chart.series = {{"every layer", {}}, {"each shape once", {}}};
  for (const ThesisPlan& plan : all.plans) {
    if (plan.setup != 'A') continue;
    int64_t every = 0;
    for (const LayerPlan& layer : plan.metric.layers) {
      every += layer.chosen.looked_at * layer.layer.count;
    }
    chart.groups.emplace_back(plan.network.title);
    chart.series[0].values.emplace_back(static_cast<double>(every) / 1e3);
    chart.series[1].values.emplace_back(static_cast<double>(plan.metric.words.looked_at) / 1e3);
  }
  return {"thesis-figure-8.4", BarChartSvg(chart)};
}

}  // namespace

std::vector<PaperChart> ThesisCharts(const ThesisPlans& all) {
  std::vector<PaperChart> charts = {SearchSpaceChart(), SpeedUpChart(all), VolumeChart(all)};
  for (PaperChart& chart : LayerCharts(all.plans.front().equations)) {
    charts.push_back(std::move(chart));
  }
  charts.push_back(CacheChart(all));
  return charts;
}

}  // namespace nve::planner
