// nve-sweep: bandwidth of the DMA against the size of its transfers, as CSV and JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "compiler/support/files.hpp"
#include "compiler/support/json_file.hpp"
#include "compiler/support/progress.hpp"
#include "compiler/support/tool_main.hpp"
#include "host/sweep/sweep_bench.hpp"
#include "host/tools/option_checks.hpp"

namespace nve {
namespace {

struct Options {
  std::vector<uint64_t> sizes;
  std::vector<std::string> profiles;
  std::vector<std::string> directions;
  std::string memory = "fixed";
  std::string ports = "separate";
  std::optional<int> latency;
  std::optional<int> descriptor_latency;
  uint64_t outstanding = AxiPort::kAcceptance;
  uint64_t stride = 0;
  std::string csv;
  std::string json;
};

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
  app.description("Measures how fast the DMA moves transfers of given sizes, on the RTL alone.");
  app.add_option("--sizes", o.sizes, "bytes of a transfer, multiples of 8; 8 to 65536 without this")
      ->delimiter(',')
      ->check(CLI::Range(uint64_t{8}, kMaxBytes));
  app.add_option("--profiles", o.profiles,
                 fmt::format("{}; all without this", fmt::join(DmaProfiles(), ", ")))
      ->delimiter(',')
      ->check(OneOf(DmaProfiles()));
  app.add_option("--directions", o.directions, "mm2s, s2mm, both; all without this")
      ->delimiter(',')
      ->check(OneOf({"mm2s", "s2mm", "both"}));
  app.add_option("--memory", o.memory, "memory model, or a file with its parameters (.json)")
      ->check(OneOfOrFile(MemoryModelNames()))
      ->capture_default_str();
  app.add_option("--ports", o.ports, "separate or shared memory ports")
      ->check(OneOf({"separate", "shared"}))
      ->capture_default_str();
  app.add_option("--latency", o.latency, "model fixed: cycles from address to first word")
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
  AddPath(app, "--csv", o.csv, "file for the table");
  AddPath(app, "--json", o.json, "file for the results");
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
  CheckPaths({{"--memory", o.memory}}, {{"--csv", o.csv}, {"--json", o.json}});
}

MemoryConfig MemoryOf(const Options& o) {
  MemoryConfig config = MemoryConfigOf(o.memory);
  if (o.latency && config.model != "fixed") {
    throw InputError({"nve-sweep", 0, ""},
                     fmt::format("--latency belongs to model fixed, found {}", config.model));
  }
  if (o.latency) config.read_latency = *o.latency;
  return config;
}

// The period the closed form gives for PG021's timing, MM2S (docs/dma.md).
double ClosedForm(uint64_t bytes, int latency, int channels) {
  const double fetch = (latency + 8 + 6) * channels;
  const uint64_t words = (bytes + 7) / 8;
  const double data = std::max<double>(static_cast<double>(words) + 2, 8);
  return std::max(fetch, data);
}

std::string Cells(const std::optional<SweepResult>& result, bool with_first) {
  if (!result) return with_first ? ",,," : ",,";
  std::string cells = fmt::format(",{:.2f},{:.1f}", result->period, result->megabytes_per_second);
  if (with_first) cells += fmt::format(",{}", result->first);
  return cells;
}

nlohmann::ordered_json Json(const SweepResult& result) {
  return {
      {"period", result.period}, {"mb_s", result.megabytes_per_second}, {"first", result.first}};
}

// One measurement as a line of the table and as JSON.
struct Row {
  std::string csv;
  nlohmann::ordered_json json;
};

Row MeasureRow(const Options& o, const SweepSetup& setup, const std::string& direction) {
  const SweepResults results = Measure(setup);
  Row row;
  row.csv = fmt::format("{},{},{},{},{}", setup.profile, setup.memory.model, o.ports, direction,
                        setup.bytes) +
            Cells(results.mm2s, true) + Cells(results.s2mm, false);
  row.json = {{"profile", setup.profile}, {"direction", direction}, {"bytes", setup.bytes}};
  if (results.mm2s) row.json["mm2s"] = Json(*results.mm2s);
  if (results.s2mm) row.json["s2mm"] = Json(*results.s2mm);
  const bool has_form = setup.profile != "mover" && setup.memory.model == "fixed" && results.mm2s;
  if (has_form) {
    const int latency = o.descriptor_latency.value_or(setup.memory.read_latency);
    const double closed = ClosedForm(setup.bytes, latency, setup.s2mm ? 2 : 1);
    row.json["closed_form_period"] = closed;
    row.csv += fmt::format(",{:.0f}", closed);
  } else {
    row.csv += ",";
  }
  row.csv += "\n";
  return row;
}

int Run(Options o) {
  if (o.sizes.empty()) o.sizes = StandardSizes();
  if (o.profiles.empty()) o.profiles = DmaProfiles();
  if (o.directions.empty()) o.directions = {"mm2s", "s2mm", "both"};
  Check(o);
  SweepSetup setup;
  setup.memory = MemoryOf(o);
  setup.shared_port = o.ports == "shared";
  setup.descriptor_latency = o.descriptor_latency;
  setup.outstanding = o.outstanding;
  setup.stride = o.stride;
  std::string csv =
      "profile,memory,ports,direction,bytes,mm2s_period,mm2s_mb_s,mm2s_first,s2mm_period,s2mm_mb_s,"
      "closed_form_period\n";
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  const size_t all = o.profiles.size() * o.directions.size() * o.sizes.size();
  Progress progress("nve-sweep", static_cast<int64_t>(all), "sizes");
  for (const std::string& profile : o.profiles) {
    for (const std::string& direction : o.directions) {
      for (const uint64_t bytes : o.sizes) {
        setup.profile = profile;
        setup.mm2s = direction != "s2mm";
        setup.s2mm = direction != "mm2s";
        setup.bytes = bytes;
        Row row = MeasureRow(o, setup, direction);
        csv += row.csv;
        rows.push_back(std::move(row.json));
        progress.Update(static_cast<int64_t>(rows.size()));
      }
    }
  }
  progress.Finish();
  if (o.csv.empty()) {
    fmt::print("{}", csv);
  } else {
    WriteFileAtomically(o.csv, csv);
  }
  if (!o.json.empty()) {
    WriteJson(o.json, {{"memory", MemoryConfigJson(setup.memory)},
                       {"ports", o.ports},
                       {"outstanding", o.outstanding},
                       {"stride", o.stride},
                       {"transfers", rows}});
  }
  return kExitOk;
}

}  // namespace
}  // namespace nve

int main(int argc, char** argv) {
  nve::Options options;
  return nve::RunTool(
      argc, argv, [&](CLI::App& app) { nve::AddOptions(app, options); },
      [&] { return nve::Run(options); });
}
