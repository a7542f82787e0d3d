// SPDX-License-Identifier: Apache-2.0
// The command line of nve-cosim: see cosim_options.hpp.
#include "host/tools/cosim_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include "arch/build_machine.hpp"
#include "arch/machine_option.hpp"
#include "base/cli/file_options.hpp"
#include "base/cli/number_options.hpp"
#include "base/cli/tool_main.hpp"
#include "base/cli/word_options.hpp"
#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "base/text/shell_word.hpp"
#include "host/axi/faults.hpp"
#include "host/waves/wave_files.hpp"
#include "host/waves/wave_room.hpp"
#include "host/waves/writable_waves.hpp"
#include "program/board.hpp"
#include "program/step_selection.hpp"

namespace nve {
namespace {

std::vector<std::string> AllFeeds() {
  std::vector<std::string> feeds = FeedNames();
  feeds.emplace_back("ideal");
  return feeds;
}

std::vector<std::string> FaultNames() {
  std::vector<std::string> names = {"list"};
  for (const NamedFault& fault : NamedFaults()) names.emplace_back(fault.name);
  return names;
}

void AddRunOptions(CLI::App& app, CosimOptions& o) {
  app.add_flag("--no-lockstep", o.no_lockstep, "run the RTL without the golden model");
  app.add_option("--layers", o.layers,
                 "run these layers only, FIRST-LAST or one, counted from 1; the first gets its "
                 "input from the reference")
      ->check(RangeText("layer"));
  app.add_option("--strips", o.strips,
                 "run this many strips of every program only (of one layer: with --layers in a "
                 "network of several)")
      ->transform(Count(1, arch::BuildMachine().RangeOf(arch::kRegRuns).max));
  AddPath(app, "--dump-layers", o.dump_layers,
          "folder for the maps of every layer that ran, .npy and PNG");
  auto* speed = app.add_flag("--compare-speed", o.compare_speed,
                             "run with and without lockstep, interleaved, and print both speeds");
  auto* probes =
      app.add_flag("--compare-probes", o.compare_probes,
                   "the same with and without the monitors and rule checkers of the AXI channels")
          ->excludes(speed);
  app.add_flag("--compare-use", o.compare_use,
               "the same with and without counting the use of FIFOs and ports over time")
      ->excludes(speed)
      ->excludes(probes);
  auto* vary =
      AddList(app, "--vary", o.vary,
              "PARAMETER=VALUE,VALUE...: run at each value of a parameter of memory, board, "
              "DMA or processor (docs/experiments.md, section 8); two of them: at each "
              "combination; the results are cycles by layer",
              VaryText());
  app.add_flag("--list", o.list, "with --vary: print what would be run, and run nothing")
      ->needs(vary);
  AddResult(app, "--chart", o.chart, "with --vary: file for the chart (.svg)")->needs(vary);
  app.add_option("--max-cycles", o.max_cycles,
                 "end the run after so many clock cycles, exit code 1")
      ->transform(Count(1));
  app.add_option("--watchdog", o.watchdog,
                 "end the run when nothing has moved for so many cycles, exit code 1")
      ->transform(Count(1))
      ->capture_default_str();
  app.add_flag("--evaluate-all", o.evaluate_all,
               "evaluate tiles that stand still, too, which changes nothing but the speed");
  auto* wave = AddPath(app, "--wave", o.wave, "write the signals of a core to this FST file")
                   ->check(WritableWaves());
  app.add_option("--wave-window", o.wave_window,
                 "clock cycles in the wave file: FIRST:LAST, FIRST: or one")
      ->check(RangeText("cycle", ':'))
      ->needs(wave);
  app.add_option("--wave-core", o.wave_core,
                 "the core of --wave, and of the files that SIGUSR1 begins, from 0 on")
      ->transform(Count(0, Board::kMaxTiles - 1))
      ->capture_default_str();
  AddPath(
      app, "--wave-on-mismatch", o.wave_on_mismatch,
      "write an FST file of the cycles around a mismatch, a broken AXI rule, a hardware error or a "
      "standstill, if there is one; with either option SIGUSR1 begins and ends a file of its own")
      ->check(WritableWaves())
      ->excludes(wave);
  AddResult(app, "--timeline", o.timeline,
            "layers, programs, stalls and bursts as a trace-event file (Perfetto)");
  app.add_option("--timeline-cycles", o.timeline_cycles,
                 "clock cycles in it: FIRST-LAST, FIRST- or one")
      ->check(RangeText("cycle"))
      ->needs("--timeline");
}

void AddPlatformOptions(CLI::App& app, CosimOptions& o) {
  DeclarePlatform(app, o.platform);
  app.add_option("--dma", o.dma,
                 "profile of the DMA: axi_dma (the vendor's timing) or mover (descriptors of whole "
                 "strips); axi_dma without this, mover with --feed mover")
      ->check(OneOf({"axi_dma", "mover"}));
  app.add_option(
         "--feed", o.feed,
         "how the pixels come, instead of the steps' choice: contiguous (in order already, free "
         "of charge), reordered (put in order by the processor), column (one descriptor per pixel "
         "column), mover (one per strip), or ideal (the core alone, its streams never wait)")
      ->check(OneOf(AllFeeds()));
  app.add_option("--table", o.table,
                 "how the core gets its activation table: stream (from memory, by START) or "
                 "registers (written by the processor)")
      ->check(OneOf({kTableByNames.begin(), kTableByNames.end()}))
      ->capture_default_str();
  app.add_option("--cores", o.cores,
                 fmt::format("cores of the platform, 1 to {}; as many as the steps use without "
                             "this",
                             Board::kMaxTiles))
      ->transform(Count(1, Board::kMaxTiles));
  auto* fault = app.add_option("--fault", o.fault, "inject a fault by name; 'list' prints them")
                    ->check(OneOf(FaultNames()));
  app.add_option("--fault-core", o.fault_core, "the core of the fault, from 0 on")
      ->transform(Count(0, Board::kMaxTiles - 1))
      ->needs(fault)
      ->capture_default_str();
}

// "--wave, --cores": the names of those that were given.
std::string ListGiven(const std::vector<std::pair<std::string, bool>>& options) {
  std::string list;
  for (const auto& [name, is_given] : options) {
    if (is_given) list += (list.empty() ? "" : ", ") + name;
  }
  return list;
}

// An ideal feed does without the platform, so its options would do nothing.
void CheckIdealFeed(const CosimOptions& o) {
  const CosimOptions standard;
  std::vector<std::pair<std::string, bool>> options = {
      {"--wave", !o.wave.empty()},
      {"--wave-on-mismatch", !o.wave_on_mismatch.empty()},
      {"--timeline", !o.timeline.empty()},
      {"--fault " + o.fault, !o.fault.empty() && o.fault != "probe"},
      {"--fault-core", o.fault_core > 0},
      {"--wave-core", o.wave_core > 0},
      {"--cores", o.cores.has_value()},
      {"--table", o.table != standard.table},
      {"--max-cycles", o.max_cycles.has_value()},
      {"--watchdog", o.watchdog != standard.watchdog},
      {"--evaluate-all", o.evaluate_all},
      {"--dma", !o.dma.empty()},
  };
  for (const auto& [name, value] : GivenOf(o.platform)) options.emplace_back(name, true);
  const std::string given = ListGiven(options);
  if (given.empty()) return;
  throw UsageError(o, fmt::format("--feed ideal runs the core without DMA, memory and processor: "
                                  "found {}, which belongs to them; leave it out",
                                  given));
}

// Runs at several values have cycles as their only results.
void CheckVary(const CosimOptions& o) {
  const std::string given = ListGiven({
      {"--reference", !o.reference.network.empty()},
      {"--output", !o.output.empty()},
      {"--wave", !o.wave.empty()},
      {"--wave-on-mismatch", !o.wave_on_mismatch.empty()},
      {"--timeline", !o.timeline.empty()},
      {"--feed ideal", o.feed == "ideal"},
      {"--fault", !o.fault.empty()},
      {"--dump-layers", !o.dump_layers.empty()},
      {ComparisonOf(o), !ComparisonOf(o).empty()},
  });
  if (given.empty()) return;
  throw UsageError(
      o, fmt::format("--vary runs the network again and again for its cycles: found {}; leave it "
                     "out",
                     given));
}

// What a part of a network makes says nothing of the picture.
void CheckWhole(const CosimOptions& o) {
  const std::string given = ListGiven({{"--layers", !o.layers.empty()},
                                       {"--strips", o.strips > 0},
                                       {"--vary", !o.vary.empty()},
                                       {ComparisonOf(o), !ComparisonOf(o).empty()}});
  if (given.empty()) return;
  throw UsageError(o, fmt::format("--read-out needs the output of the whole network: found {}; "
                                  "leave it out",
                                  given));
}

// Comparisons of speeds run all steps and have no other results.
void CheckComparison(const CosimOptions& o) {
  const std::string given = ListGiven({
      {"--no-lockstep", o.compare_speed && o.no_lockstep},
      {"--reference", !o.reference.network.empty()},
      {"--output", !o.output.empty()},
      {"--csv", !o.csv.empty()},
      {"--wave", !o.wave.empty()},
      {"--wave-on-mismatch", !o.wave_on_mismatch.empty()},
      {"--timeline", !o.timeline.empty()},
      {"--feed ideal", o.feed == "ideal"},
      {"--layers", !o.layers.empty()},
      {"--strips", o.strips > 0},
      {"--dump-layers", !o.dump_layers.empty()},
  });
  if (given.empty()) return;
  throw UsageError(o,
                   fmt::format("{} runs all steps twice to compare speeds: found {}; leave it out",
                               ComparisonOf(o), given));
}

}  // namespace

std::string ComparisonOf(const CosimOptions& o) {
  if (o.compare_speed) return "--compare-speed";
  if (o.compare_probes) return "--compare-probes";
  return o.compare_use ? "--compare-use" : "";
}

void AddOptions(CLI::App& app, CosimOptions& o) {
  app.description(
      "Runs a compiled network on the simulated system: processor, DMA, memory and the RTL core.");
  AddPath(app, "binary", o.binary, "compiled network (.nve)");
  arch::AddMachine(app, o.machine);
  DeclareInput(app, o.read_out);
  AddPath(app, "--output", o.output, "folder for the output maps, .npy and PNG");
  AddResult(app, "--json", o.json, "file for the results");
  AddResult(app, "--csv", o.csv, "file for the results by layer and program, as a table");
  AddRunOptions(app, o);
  AddPlatformOptions(app, o);
  DeclareReference(app, o.reference);
  DeclareReadOut(app, o.read_out);
}

void CheckOptions(const CosimOptions& o) {
  if (o.binary.empty()) throw UsageError(o, "binary: found none, a compiled network is needed");
  if (o.read_out.inputs.empty()) throw UsageError(o, "--input: found none, a picture is needed");
  const std::string unknown = MissingForReference(o.reference);
  if (!unknown.empty()) throw UsageError(o, unknown);
  CheckInputs(o.read_out);
  if (!o.read_out.model.empty()) CheckWhole(o);
  if (!ComparisonOf(o).empty() && o.vary.empty()) CheckComparison(o);
  if (!o.vary.empty()) CheckVary(o);
  if (o.feed == "ideal") CheckIdealFeed(o);
  if (o.fault == "probe" && (o.no_lockstep || o.compare_speed)) {
    throw UsageError(o,
                     "--fault probe is seen by lockstep only: leave --no-lockstep and "
                     "--compare-speed out");
  }
  if (o.wave_core > 0 && !WritesWaves(o)) {
    throw UsageError(o, fmt::format("--wave-core: found {} without waves, allowed: with --wave or "
                                    "--wave-on-mismatch",
                                    o.wave_core));
  }
  CheckFiles(o);
  if (o.wave.empty()) return;
  const std::string missing = MissingForWaves(o.wave);
  if (!missing.empty()) throw UsageError(o, "--wave: writing waves needs " + missing);
}

void CheckFiles(const CosimOptions& o, const std::vector<GivenPath>& maps,
                const std::optional<ReadOut>& read_out) {
  std::vector<GivenPath> outputs = {
      {"--json", o.json}, {"--csv", o.csv}, {"--chart", o.chart}, {"--timeline", o.timeline}};
  for (const std::vector<GivenPath>& more :
       {WaveOutputs("--wave", o.wave), WaveOutputs("--wave-on-mismatch", o.wave_on_mismatch),
        maps}) {
    outputs.insert(outputs.end(), more.begin(), more.end());
  }
  std::vector<GivenPath> inputs = {{"the binary", o.binary},
                                   {"--machine", arch::DescriptionOf(o.machine)},
                                   {"--reference", o.reference.network},
                                   {"--weights", o.reference.weights},
                                   {"--memory", MemoryFileOf(o.platform.memory)}};
  for (GivenPath& input : ReadOutInputs(o.read_out, read_out)) inputs.push_back(std::move(input));
  CheckPaths(inputs, outputs);
}

std::string ToolName(const CosimOptions& options) {
  return std::filesystem::path(options.command).filename().string();
}

InputError UsageError(const CosimOptions& options, const std::string& text) {
  const std::string tool = ToolName(options);
  return {{tool, 0, ""}, fmt::format("{}\nTry '{} --help'.", text, tool)};
}

void Warn(const CosimOptions& options, const std::string& text) {
  Message("{}: warning: {}\n", ToolName(options), text);
}

bool IsMover(const CosimOptions& options, const Binary& binary) {
  const bool needed = options.feed.empty() ? UsesMover(binary) : options.feed == "mover";
  if (options.dma.empty()) return needed;
  if (needed && options.dma != "mover") {
    throw UsageError(
        options,
        fmt::format("{} needs the mover: found --dma {}, allowed: --dma mover",
                    options.feed.empty() ? "the steps of " + options.binary : "--feed mover",
                    options.dma));
  }
  return options.dma == "mover";
}

MemoryConfig ParseWatchedMemory(const CosimOptions& o) {
  MemoryConfig config = ReadMemory(o.platform);
  const auto [read, write] = LatenciesOf(config, arch::kClockMhz);
  const auto check = [&](const char* option, bool given, const MemoryLatency& latency) {
    if (latency.cycles < o.watchdog) return;
    const std::string name =
        given ? option : fmt::format("{} of --memory {}", latency.parameter, o.platform.memory);
    throw UsageError(o, fmt::format("{}: found {} cycles, allowed: less than {}, those of "
                                    "--watchdog, which takes such a silence for a standstill",
                                    name, latency.cycles, o.watchdog));
  };
  check("--memory-latency", o.platform.memory_latency.has_value(), read);
  check("--write-latency", o.platform.write_latency.has_value(), write);
  return config;
}

WaveOptions WavesOf(const CosimOptions& options) {
  const NumberRange range =
      options.wave_window.empty() ? NumberRange{} : ParseRange(options.wave_window, ':').value();
  return WavesInto(options.wave, range.first, range.last);
}

bool WritesWaves(const CosimOptions& options) {
  return !options.wave_on_mismatch.empty() || !options.wave.empty();
}

bool WritesWaves(const CosimOptions& options, int tile) {
  return !options.wave_on_mismatch.empty() || (!options.wave.empty() && tile == options.wave_core);
}

NumberRange TimelineCyclesOf(const CosimOptions& options) {
  return options.timeline_cycles.empty() ? NumberRange{}
                                         : ParseRange(options.timeline_cycles).value();
}

std::string SeedOf(const CosimOptions& o, const Binary& binary) {
  if (binary.seed) return std::to_string(*binary.seed);
  return o.reference.seed ? std::to_string(*o.reference.seed) : "";
}

std::string ReproduceCommand(const CosimOptions& o) {
  std::string command =
      fmt::format("{} {}{}", ShellWord(o.command), ShellWord(o.binary), ReadOutWords(o.read_out));
  if (!o.machine.empty()) command += " --machine " + ShellWord(o.machine);
  for (const auto& [name, value] : GivenOf(o.platform)) {
    command += fmt::format(" {} {}", name, ShellWord(value));
  }
  if (!o.dma.empty()) command += " --dma " + o.dma;
  if (!o.feed.empty()) command += " --feed " + o.feed;
  if (o.table != CosimOptions{}.table) command += " --table " + o.table;
  if (!o.layers.empty()) command += " --layers " + o.layers;
  if (o.strips > 0) command += fmt::format(" --strips {}", o.strips);
  command += ReferenceWords(o.reference);
  for (const std::string& text : o.vary) command += " --vary " + ShellWord(text);
  if (o.cores) command += fmt::format(" --cores {}", *o.cores);
  if (o.max_cycles) command += fmt::format(" --max-cycles {}", *o.max_cycles);
  if (o.watchdog != CosimOptions{}.watchdog) command += fmt::format(" --watchdog {}", o.watchdog);
  if (o.evaluate_all) command += " --evaluate-all";
  if (o.no_lockstep) command += " --no-lockstep";
  if (!o.fault.empty()) command += " --fault " + o.fault;
  if (o.fault_core > 0) command += fmt::format(" --fault-core {}", o.fault_core);
  return command;
}

}  // namespace nve
