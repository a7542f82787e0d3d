// nve-diff: where two recorded runs begin to differ, from their FST wave files.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "compiler/support/diagnostics.hpp"
#include "compiler/support/json_file.hpp"
#include "compiler/support/tool_main.hpp"
#include "host/diff/fst_file.hpp"
#include "host/diff/wave_diff.hpp"

namespace nve {
namespace {

// Cycle t of nve-cosim's waves begins at this times t.
constexpr uint64_t kTimePerCycle = 2;

struct DiffOptions {
  std::string a;
  std::string b;
  std::string scope;
  std::string json;
  size_t most = 20;
};

std::string Hex(const std::string& bits) {
  if (bits.find_first_not_of("01") != std::string::npos) return bits;
  std::string text = "0x";
  for (size_t at = 0; at < bits.size();) {
    const size_t digit = (bits.size() - at - 1) % 4 + 1;
    text += fmt::format("{:x}", std::stoi(bits.substr(at, digit), nullptr, 2));
    at += digit;
  }
  return text;
}

void Print(const WaveDiff& diff, size_t most) {
  fmt::print("compared: {} signals, cycles {} to {}", diff.signals, diff.first_time / kTimePerCycle,
             diff.last_time / kTimePerCycle);
  if (diff.only_a + diff.only_b > 0) {
    fmt::print("; only in the first: {} signals, only in the second: {}", diff.only_a, diff.only_b);
  }
  if (diff.differences.empty()) {
    fmt::print("\nno difference\n");
    return;
  }
  fmt::print("\nfirst difference: cycle {} (time {}), {} signals\n", diff.time / kTimePerCycle,
             diff.time, diff.differences.size());
  for (size_t i = 0; i < std::min(most, diff.differences.size()); ++i) {
    const SignalDifference& d = diff.differences[i];
    fmt::print("  {}: {} -> {}, {}\n", d.name, Hex(d.before), Hex(d.a), Hex(d.b));
  }
  if (diff.differences.size() > most) {
    fmt::print("  and {} more\n", diff.differences.size() - most);
  }
}

nlohmann::ordered_json Json(const DiffOptions& options, const WaveDiff& diff) {
  nlohmann::ordered_json json = {{"a", options.a},
                                 {"b", options.b},
                                 {"signals", diff.signals},
                                 {"only_a", diff.only_a},
                                 {"only_b", diff.only_b},
                                 {"first_cycle", diff.first_time / kTimePerCycle},
                                 {"last_cycle", diff.last_time / kTimePerCycle},
                                 {"cycle", nullptr},
                                 {"differences", nlohmann::ordered_json::array()}};
  if (!diff.differences.empty()) json["cycle"] = diff.time / kTimePerCycle;
  for (const SignalDifference& d : diff.differences) {
    json["differences"].push_back(
        {{"signal", d.name}, {"before", Hex(d.before)}, {"a", Hex(d.a)}, {"b", Hex(d.b)}});
  }
  return json;
}

int Run(const DiffOptions& options) {
  FstFile a(options.a);
  FstFile b(options.b);
  const WaveDiff diff = CompareWaves(a, b, options.scope);
  if (!options.json.empty()) WriteJson(options.json, Json(options, diff));
  Print(diff, options.most);
  return diff.differences.empty() ? kExitOk : kExitMismatch;
}

}  // namespace
}  // namespace nve

int main(int argc, char* argv[]) {
  nve::DiffOptions options;
  return nve::RunTool(
      argc, argv,
      [&](CLI::App& app) {
        app.description(
            "Finds the first cycle in which two recorded runs differ. The records are FST files of "
            "nve-cosim --wave or --wave-on-mismatch.");
        nve::AddPath(app, "a", options.a, "the first run (.fst)")->required();
        nve::AddPath(app, "b", options.b, "the second run (.fst)")->required();
        app.add_option("--scope", options.scope,
                       "only signals whose full name begins so, as TOP.nve_top.u_core");
        app.add_option("--most", options.most, "signals to print")->capture_default_str();
        nve::AddPath(app, nve::kJsonOption, options.json, "file for the result");
      },
      [&] { return nve::Run(options); });
}
