// SPDX-License-Identifier: Apache-2.0
// nve-sweep: bandwidth of the DMA against the size of its transfers, as CSV and JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/cli/file_options.hpp"
#include "base/cli/number_options.hpp"
#include "base/cli/progress.hpp"
#include "base/cli/tool_main.hpp"
#include "base/cli/word_options.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/json/json_file.hpp"
#include "base/text/csv.hpp"
#include "base/text/numbers.hpp"
#include "base/text/shell_word.hpp"
#include "host/axi/axi_checker.hpp"
#include "host/cosim/vary.hpp"
#include "host/sweep/sweep_bench.hpp"
#include "host/tools/sweep_chart.hpp"
#include "nve_isa.hpp"
#include "report/result/result_json.hpp"
#include "report/result/sweep_file.hpp"

namespace nve {
namespace {

struct Options {
  std::string command;
  std::vector<uint64_t> sizes;
  std::vector<std::string> profiles;
  std::vector<std::string> directions;
  std::vector<std::string> memories = {"fixed"};
  std::vector<std::string> ports = {"separate"};
  std::optional<int> latency;
  std::optional<int> descriptor_latency;
  uint64_t outstanding = Board{}.acceptance;
  uint64_t stride = 0;
  std::string csv;
  std::string json;
  bool list = false;
  std::vector<std::string> vary;
  std::string chart;
};

constexpr const char* kProfile = "dma.profile";
constexpr const char* kDescriptorLatency = "dma.descriptor_latency";
constexpr uint64_t kMaxLatency = 10'000;
constexpr uint64_t kMaxBytes = uint64_t{1} << 20;

std::vector<uint64_t> StandardSizes() {
  std::vector<uint64_t> sizes;
  for (uint64_t bytes = 8; bytes <= 65536; bytes *= 2) sizes.push_back(bytes);
  sizes.insert(sizes.end(), {24, 40});
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

void AddOptions(CLI::App& app, Options& o) {
  app.description(
      "Measures how fast the DMA moves transfers of given sizes, on the RTL alone. A LIST has "
      "commas "
      "between its parts.");
  AddList(app, "--sizes", o.sizes, "bytes of a transfer, multiples of 8; 8 to 65536 without this",
          Count(8, kMaxBytes));
  AddList(app, "--profiles", o.profiles,
          fmt::format("{}; all without this", fmt::join(DmaProfiles(), ", ")),
          OneOf(DmaProfiles()));
  AddList(app, "--directions", o.directions, "mm2s, s2mm, both; all without this",
          OneOf({"mm2s", "s2mm", "both"}));
  AddList(app, "--memory", o.memories,
          "memory models, or files with their parameters (.json), one after the other",
          OneOfOrFile(MemoryModelNames()));
  AddList(app, "--ports,--memory-ports", o.ports, "separate or shared memory ports, or both",
          OneOf({"separate", "shared"}));
  app.add_option("--latency,--memory-latency", o.latency,
                 "model fixed: cycles from address to first word")
      ->transform(Count(1, kMaxLatency));
  app.add_option("--descriptor-latency", o.descriptor_latency,
                 "descriptors in a memory of their own with this latency, cycles")
      ->transform(Count(1, kMaxLatency));
  app.add_option("--outstanding", o.outstanding, "bursts of a direction a memory port accepts")
      ->transform(Count(1, 1024))
      ->capture_default_str();
  app.add_option("--stride", o.stride,
                 "bytes from transfer to transfer, a multiple of 8; 0 = one behind the other")
      ->transform(Count(0, kMaxBytes))
      ->capture_default_str();
  AddList(app, "--vary", o.vary,
          "PARAMETER=VALUE,VALUE...: measure at each value of a parameter of memory, board or DMA "
          "(docs/experiments.md, section 5); two of them: at each combination",
          VaryText());
  auto* chart = AddResult(app, "--chart", o.chart, "with --vary: file for the chart (.svg)");
  chart->needs("--vary");
  AddResult(app, "--csv", o.csv, "file for the table");
  AddResult(app, "--json", o.json, "file for the results");
  app.add_flag("--list", o.list,
               "print profile, direction and bytes of what would be measured, and measure nothing");
}

void Check(const Options& o) {
  Diagnostics problems;
  for (const uint64_t bytes : o.sizes) {
    if (bytes % 8 != 0) {
      problems.Error({"nve-sweep", 0, ""},
                     fmt::format("--sizes: found {}, allowed: multiples of 8", bytes));
    } else if (o.stride > 0 && bytes > o.stride) {
      problems.Error(
          {"nve-sweep", 0, ""},
          fmt::format("--sizes: found {}, allowed: at most --stride, {}", bytes, o.stride));
    }
  }
  if (o.stride % 8 != 0) {
    problems.Error({"nve-sweep", 0, ""},
                   fmt::format("--stride: found {}, allowed: multiples of 8", o.stride));
  }
  problems.ThrowIfErrors();
  std::vector<GivenPath> inputs;
  for (const std::string& memory : o.memories) {
    inputs.push_back({"--memory", MemoryFileOf(memory)});
  }
  CheckPaths(inputs, {{"--csv", o.csv}, {"--json", o.json}, {"--chart", o.chart}});
}

void CheckLatencies(const std::string& memory, const MemoryConfig& config) {
  constexpr uint64_t kMost = AxiLimits{}.timeout;
  for (const MemoryLatency& latency : LatenciesOf(config, arch::kClockMhz)) {
    if (latency.cycles <= kMost) continue;
    throw InputError({"nve-sweep", 0, ""},
                     fmt::format("{} of --memory {}: found {} cycles, allowed: at most {}, the "
                                 "longest silence that the AXI rules allow here (A15)",
                                 latency.parameter, memory, latency.cycles, kMost));
  }
}

std::vector<MemoryConfig> ReadMemories(const Options& o, const VaryPoint& point) {
  std::vector<MemoryConfig> configs;
  bool fixed = false;
  for (const std::string& memory : o.memories) {
    MemoryConfig& config = configs.emplace_back(MemoryAt(memory, point, "nve-sweep"));
    if (config.model == "fixed") {
      fixed = true;
      if (o.latency && ValueAt(point, "memory.read_latency")) {
        throw InputError({"nve-sweep", 0, ""},
                         "found --latency and --vary memory.read_latency, allowed: one of them");
      }
      config.read_latency = o.latency.value_or(config.read_latency);
    }
    CheckLatencies(memory, config);
  }
  if (o.latency && !fixed) {
    throw InputError({"nve-sweep", 0, ""}, fmt::format("--latency belongs to model fixed, found {}",
                                                       fmt::join(o.memories, ", ")));
  }
  return configs;
}

// What is known of the vendor's DMA: cycles between two descriptor fetches and the latency of a
// Zynq's port (docs/dma.md), as used and as far as they are uncertain.
constexpr int kFetchOverhead = dma::axi_dma::kFetchOverhead;
constexpr int kLeastFetchOverhead = 5;
constexpr int kMostFetchOverhead = 8;
constexpr int kLeastLatency = 18;
constexpr int kMostLatency = 30;

// The period the closed form gives for PG021's timing, MM2S (docs/dma.md).
double ClosedForm(uint64_t bytes, int latency, int overhead, int channels) {
  const double fetch = (latency + dma::kDescriptorBeats + overhead) * channels;
  const uint64_t words = (bytes + 7) / 8;
  const double data = std::max<double>(static_cast<double>(words) + dma::axi_dma::kPktGap,
                                       dma::axi_dma::kCmdInterval);
  return std::max(fetch, data);
}

std::string Cells(const std::optional<SweepResult>& result, bool with_first) {
  if (!result) return with_first ? ",,," : ",,";
  std::string cells = fmt::format(",{:.2f},{:.1f}", result->period, result->megabytes_per_second);
  if (with_first) cells += fmt::format(",{}", result->first);
  return cells;
}

std::optional<RateOfSweep> RateOf(const std::optional<SweepResult>& result) {
  if (!result) return std::nullopt;
  return RateOfSweep{result->period, result->megabytes_per_second, result->first};
}

// One measurement as a line of the table and as data.
struct Row {
  std::string csv;
  TransferOfSweep result;
};

Row MeasureRow(const Options& o, const std::string& memory, const SweepSetup& setup,
               const std::string& direction) {
  const SweepResults results = Measure(setup);
  const char* ports = setup.shared_port ? "shared" : "separate";
  Row row;
  row.csv =
      fmt::format("{},{},{},{},{},{},{},{}", setup.profile, CsvCell(memory), setup.memory.model,
                  ports, setup.outstanding, direction, setup.stride, setup.bytes) +
      Cells(results.mm2s, true) + Cells(results.s2mm, false);
  row.result.profile = setup.profile;
  row.result.memory = memory;
  row.result.ports = ports;
  row.result.direction = direction;
  row.result.bytes = setup.bytes;
  row.result.mm2s = RateOf(results.mm2s);
  row.result.s2mm = RateOf(results.s2mm);
  const bool has_form = setup.profile != "mover" && setup.memory.model == "fixed" && results.mm2s;
  if (has_form) {
    const int latency = o.descriptor_latency.value_or(setup.memory.read_latency);
    const int channels = setup.s2mm ? 2 : 1;
    const double closed = ClosedForm(setup.bytes, latency, kFetchOverhead, channels);
    const double least = ClosedForm(setup.bytes, kLeastLatency, kLeastFetchOverhead, channels);
    const double most = ClosedForm(setup.bytes, kMostLatency, kMostFetchOverhead, channels);
    row.result.closed_form_period = closed;
    row.result.closed_form_range = {least, most};
    row.csv += fmt::format(",{:.0f},{:.0f},{:.0f}", closed, least, most);
  } else {
    row.csv += ",,,";
  }
  const PeakRates peak = PeakRatesOf(setup.memory, arch::kClockMhz);
  row.result.peak_mb_s = {peak.direction, peak.together};
  row.csv += fmt::format(",{},{:.2f},{:.2f},{:.2f}", arch::kClockMhz, peak.port, peak.direction,
                         peak.together);
  return row;
}

// What a point says of ports, DMA and transfers.
Options At(const Options& options, const VaryPoint& point) {
  Options o = options;
  Diagnostics problems;
  const auto set = [&](const char* name, const CLI::Validator& check, const auto& use) {
    std::optional<std::string> value = ValueAt(point, name);
    if (!value) return;
    const std::string problem = check(*value);
    if (problem.empty()) return use(*value);
    problems.Error({"nve-sweep", 0, ""}, fmt::format("--vary: {}: {}", name, problem));
  };
  set(kProfile, OneOf(DmaProfiles()), [&](const std::string& value) { o.profiles = {value}; });
  set(kDescriptorLatency, Count(1, kMaxLatency), [&](const std::string& value) {
    o.descriptor_latency = static_cast<int>(ParseNumber(value).value());
  });
  set("board.ports", OneOf({"separate", "shared"}),
      [&](const std::string& value) { o.ports = {value}; });
  set("board.acceptance", Count(1, 1024),
      [&](const std::string& value) { o.outstanding = ParseNumber(value).value(); });
  problems.ThrowIfErrors();
  return o;
}

// Every combination of what was asked for, of one memory.
std::vector<SweepSetup> SetupsOf(const Options& o, const MemoryConfig& memory) {
  std::vector<SweepSetup> setups;
  SweepSetup setup;
  setup.descriptor_latency = o.descriptor_latency;
  setup.outstanding = o.outstanding;
  setup.stride = o.stride;
  setup.memory = memory;
  for (const std::string& ports : o.ports) {
    setup.shared_port = ports == "shared";
    for (const std::string& profile : o.profiles) {
      setup.profile = profile;
      for (const std::string& direction : o.directions) {
        setup.mm2s = direction != "s2mm";
        setup.s2mm = direction != "mm2s";
        for (const uint64_t bytes : o.sizes) {
          setup.bytes = bytes;
          setups.push_back(setup);
        }
      }
    }
  }
  return setups;
}

// What is measured of one memory at one point.
struct Work {
  VaryPoint point;
  std::string memory;
  Options options;
  std::vector<SweepSetup> setups;
};

void AddValues(const VaryPoint& point, Row& row) {
  if (point.empty()) return;
  row.result.values.emplace();
  for (const auto& [parameter, value] : point) {
    row.csv += ',' + CsvCell(value);
    row.result.values->emplace_back(parameter, value);
  }
}

const char* DirectionOf(const SweepSetup& setup) {
  if (setup.mm2s && setup.s2mm) return "both";
  return setup.mm2s ? "mm2s" : "s2mm";
}

int List(const Options& o) {
  for (const std::string& profile : o.profiles) {
    for (const std::string& direction : o.directions) {
      for (const uint64_t bytes : o.sizes) Print("{},{},{}\n", profile, direction, bytes);
    }
  }
  return kExitOk;
}

int Run(Options o) {
  if (o.sizes.empty()) o.sizes = StandardSizes();
  if (o.profiles.empty()) o.profiles = DmaProfiles();
  if (o.directions.empty()) o.directions = {"mm2s", "s2mm", "both"};
  Check(o);
  const std::vector<VariedParameter> varied =
      ParseVary(o.vary, {kProfile, kDescriptorLatency}, "nve-sweep");
  const std::vector<VaryPoint> points = PointsOf(varied);
  CheckPoints(points, {[&](const VaryPoint& point) { At(o, point); },
                       [&](const VaryPoint& point) { ReadMemories(o, point); }});
  if (o.list) return List(o);
  std::string csv =
      "profile,memory,model,ports,outstanding,direction,stride,bytes,mm2s_period,mm2s_mb_s,"
      "mm2s_first,s2mm_period,s2mm_mb_s,closed_form_period,closed_form_least,closed_form_most,"
      "clock_mhz,port_mb_s,peak_mb_s,peak_together_mb_s";
  for (const VariedParameter& parameter : varied) csv += ',' + CsvCell(parameter.name);
  csv += '\n';
  SweepFile file;
  file.clock_mhz = arch::kClockMhz;
  file.lanes = arch::kLanes;
  file.port_mb_s = PeakRatesOf({}, arch::kClockMhz).port;
  file.outstanding = o.outstanding;
  file.stride = o.stride;
  std::vector<Work> work;
  size_t sizes = 0;
  for (const VaryPoint& point : points) {
    const std::vector<MemoryConfig> memories = ReadMemories(o, point);
    for (size_t i = 0; i < memories.size(); ++i) {
      work.push_back({point, o.memories[i], At(o, point), {}});
      work.back().setups = SetupsOf(work.back().options, memories[i]);
      sizes += work.back().setups.size();
      if (point == points.front()) {
        file.memories.emplace_back(o.memories[i], MemoryConfigJson(memories[i]));
      }
    }
  }
  Progress progress("nve-sweep", static_cast<int64_t>(sizes), "sizes");
  for (const Work& part : work) {
    for (const SweepSetup& setup : part.setups) {
      Row row = MeasureRow(part.options, part.memory, setup, DirectionOf(setup));
      AddValues(part.point, row);
      csv += row.csv + '\n';
      file.transfers.push_back(std::move(row.result));
      progress.Update(static_cast<int64_t>(file.transfers.size()));
    }
  }
  progress.Finish();
  if (o.csv.empty()) {
    Print("{}", csv);
  } else {
    WriteFileAtomically(o.csv, csv);
  }
  if (!o.chart.empty()) WriteFileAtomically(o.chart, SweepChart(file.transfers, varied));
  if (!o.json.empty()) WriteJson(o.json, ResultJson(WithCommand(file, o.command)));
  return kExitOk;
}

}  // namespace
}  // namespace nve

int main(int argc, char** argv) {
  nve::Options options;
  options.command = nve::ShellLine(argc, argv);
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { nve::AddOptions(app, options); },
      [&] { return nve::Run(options); });
}
