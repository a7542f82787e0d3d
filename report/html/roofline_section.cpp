// SPDX-License-Identifier: Apache-2.0
// Measured rooflines.
#include "report/html/roofline_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "report/compare/comparison.hpp"
#include "report/html/html_table.hpp"
#include "report/log_plot.hpp"

namespace nve {
namespace {

// A layer on the roofline. One MAC is two operations.
struct LayerPoint {
  const ReportedRun* run;
  ResultPlace<LayerOfRun> layer;
  Sourced gops, once, moved;  ///< 10^9 operations per second, operations per byte
};

std::vector<LayerPoint> PointsOf(const std::vector<const ReportedRun*>& runs) {
  std::vector<LayerPoint> points;
  for (const ReportedRun* run : runs) {
    for (const auto& layer : LayersThatRan(run->Place())) {
      const auto macs = NumberAt(layer.At(&LayerOfRun::macs));
      const auto pixels = NumberAt(layer.At(&LayerOfRun::pixels));
      const auto gops = NumberAt(layer.At(&LayerOfRun::gops_elapsed));
      const auto bytes = BytesMoved(layer);
      if (!macs || !pixels || !gops || !bytes) continue;
      if (macs->Value() <= 0 || pixels->Value() <= 0 || gops->Value() <= 0 || bytes->Value() <= 0) {
        continue;
      }
      points.push_back({run, layer, *gops, 2 * *macs / *pixels, 2 * *macs / *bytes});
    }
  }
  return points;
}

size_t CoresOf(const ReportedRun& run) {
  return run.result.cores ? std::max<size_t>(run.result.cores->size(), 1) : 1;
}

// Of the lanes of all cores.
std::optional<Sourced> ComputeRoof(const ReportedRun& run) {
  if (run.result.schema_version < 1) return std::nullopt;  // which had no machine
  const auto machine = run.Place().At(&RunResult::machine);
  const Sourced lanes = NumberAt(machine.At(&MachineOfRun::lanes));
  const Sourced clock = NumberAt(machine.At(&MachineOfRun::clock_mhz));
  if (lanes.Value() <= 0 || clock.Value() <= 0) return std::nullopt;
  const size_t cores = CoresOf(run);
  return (cores == 1 ? 2 * lanes : 2 * static_cast<double>(cores) * lanes) * clock / 1000;
}

// The peak of the memory's devices, if its model has one: GB/s, so GOPS per operation/byte.
std::optional<Sourced> MemoryRoof(const ReportedRun& run) {
  const auto memory = run.Place().At(&RunResult::memory);
  if (!memory) return std::nullopt;
  const nlohmann::ordered_json& config = (*memory)->config;
  const auto dram = config.find("dram");
  if (dram == config.end() || !dram->is_object()) return std::nullopt;
  const auto peak = dram->find("peak_mb_s");
  if (peak == dram->end() || !peak->is_number() || peak->get<double>() <= 0) return std::nullopt;
  return Sourced(peak->get<double>(),
                 memory->At(&MemoryOfRun::config).Pointer() + "/dram/peak_mb_s") /
         1000;
}

// Roofs of one height are drawn once.
void AddRoof(const LogRoof& roof, LogPlot& plot) {
  for (const LogRoof& other : plot.roofs) {
    if (roof.ceiling && other.ceiling && roof.ceiling->Value() == other.ceiling->Value()) return;
    if (roof.slope && other.slope && roof.slope->Value() == other.slope->Value()) return;
  }
  plot.roofs.push_back(roof);
}

Html Numbers(const std::vector<LayerPoint>& points, bool several, const std::string& id) {
  HtmlTable table(id, "Layers on the roofline",
                  {several ? "result, layer" : "layer", "GOPS elapsed",
                   "operations/byte, every pixel once", "operations/byte moved"});
  for (const LayerPoint& point : points) {
    HtmlValue name = ValueAt(point.layer.At(&LayerOfRun::name));
    if (several) name = point.run->label + ", " + name.text;
    table.Row({name, {point.gops, 2}, {point.once, 2}, {point.moved, 2}});
  }
  return table.Part();
}

Html Chart(const std::vector<const ReportedRun*>& runs, const std::string& id) {
  const bool several = runs.size() > 1;
  const std::vector<LayerPoint> points = PointsOf(runs);
  if (points.empty()) {
    const bool none = std::ranges::all_of(
        runs, [](const ReportedRun* run) { return LayersThatRan(run->Place()).empty(); });
    if (none) return Words("No roofline: no layer came to its end.");
    return Words(
        "No roofline: that needs the bytes at the ports to the memory, which only a run of "
        "the whole platform counts.");
  }
  LogPlot plot = {"Measured roofline",
                  "operations per byte",
                  "GOPS elapsed",
                  "bytes of every pixel once",
                  "bytes moved",
                  {},
                  {},
                  {}};
  std::vector<const ReportedRun*> drawn;
  std::ranges::copy_if(runs, std::back_inserter(drawn), [&](const ReportedRun* run) {
    return std::ranges::find(points, run, &LayerPoint::run) != points.end();
  });
  for (const ReportedRun* run : drawn) {
    if (several) plot.series.push_back(run->label);
    const size_t cores = CoresOf(*run);
    const std::string lanes =
        cores == 1 ? "all lanes" : fmt::format("all lanes of {} cores", cores);
    if (const auto roof = ComputeRoof(*run)) AddRoof({lanes, roof, {}, " GOPS"}, plot);
    if (const auto roof = MemoryRoof(*run)) AddRoof({"DRAM", {}, roof, " GB/s"}, plot);
  }
  for (const LayerPoint& point : points) {
    const auto series = static_cast<size_t>(std::ranges::find(drawn, point.run) - drawn.begin());
    plot.points.push_back({point.layer->name, point.once, point.gops, series, true});
    plot.points.push_back({point.layer->name, point.moved, point.gops, series, false});
  }
  Html html;
  html.Open("figure").Markup(LogPlotSvg(plot, id + "-chart")).Close();
  if (plot.roofs.empty()) {
    html.Add(Words("The file does not say which machine ran: the roof of its lanes is missing."));
  }
  html.Add(Details("The same in numbers", Numbers(points, several, id + "-table")));
  return html;
}

}  // namespace

Html RooflineChart(const std::vector<ReportedRun>& runs, const std::string& id) {
  std::vector<const ReportedRun*> all;
  all.reserve(runs.size());
  for (const ReportedRun& run : runs) all.push_back(&run);
  return Chart(all, id);
}

Html RooflineSection(const RunView& view) {
  Html body = Words(
      "A layer can be as fast as the roof above it. Far below the roof of the lanes and "
      "far to the right, it is not the memory's bandwidth that holds it back.");
  return view.Section("Roofline", body.Add(Chart({&view.run}, view.Id("roofline"))));
}

}  // namespace nve
