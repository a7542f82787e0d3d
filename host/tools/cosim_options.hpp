// SPDX-License-Identifier: Apache-2.0
// The command line of nve-cosim.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/cli/file_options.hpp"
#include "base/files/paths.hpp"
#include "base/text/numbers.hpp"
#include "host/cosim/platform_arguments.hpp"
#include "host/driver/tile_driver.hpp"
#include "host/platform/fabric.hpp"
#include "host/platform/tile_model.hpp"
#include "model/compare/reference_check.hpp"
#include "program/binary.hpp"
#include "report/readout/read_out_options.hpp"

namespace nve {

struct CosimOptions {
  std::string command;  ///< how the tool was called, argv[0]
  std::string binary;
  std::string machine;  ///< empty: the binary's
  std::string output;
  std::string json;
  std::string csv;
  std::string timeline;
  std::string timeline_cycles;
  bool no_lockstep = false;
  bool compare_speed = false;
  bool compare_probes = false;
  bool compare_use = false;
  bool evaluate_all = false;
  std::vector<std::string> vary;  ///< PARAMETER=VALUE,VALUE..., as ParseVary reads them
  bool list = false;
  std::string chart;
  std::optional<uint64_t> max_cycles;
  uint64_t watchdog = FabricOptions{}.watchdog_cycles;
  std::string wave;
  std::string wave_window;
  int wave_core = 0;  ///< of wave, and of what SIGUSR1 begins
  std::string wave_on_mismatch;
  std::string dma;  ///< profile; empty: the mover if it is fed by it, axi_dma otherwise
  PlatformArguments platform;
  std::string feed;
  std::string table = kTableByNames[0];  ///< how the activation tables come
  std::string layers;                    ///< "a-b" or one, from 1; empty = all
  uint64_t strips = 0;                   ///< 0 = all
  std::string dump_layers;               ///< folder
  std::optional<int> cores;
  std::string fault;
  int fault_core = 0;
  ReferenceOptions reference;
  ReadOutOptions read_out;  ///< and the pictures

  /// The picture, or the first of several.
  std::string Input() const { return read_out.inputs.empty() ? "" : read_out.inputs.front(); }
};

/// The comparison of speeds that is asked for: "--compare-probes" and the like; else empty.
std::string ComparisonOf(const CosimOptions& options);

/// Declares the options, with the checks that need one value only.
void AddOptions(CLI::App& app, CosimOptions& options);

/// Options that do not go together and files given twice: InputError.
void CheckOptions(const CosimOptions& options);

/// What the tool reads and what it writes must be different files, `maps` among the latter: those
/// of the folders, once they are known; so are the pictures of `read_out`. InputError.
void CheckFiles(const CosimOptions& options, const std::vector<GivenPath>& maps = {},
                const std::optional<ReadOut>& read_out = {});

/// The name of the tool that runs: "nve-cosim", "nve-cosim-netlist" ...
std::string ToolName(const CosimOptions& options);

/// An error of the command line in the form of all others: "nve-cosim: error: TEXT".
InputError UsageError(const CosimOptions& options, const std::string& text);

/// Prints "nve-cosim: warning: TEXT" on standard error.
void Warn(const CosimOptions& options, const std::string& text);

/// Whether the tiles' DMA is the mover. InputError if it must be and the options say otherwise.
bool IsMover(const CosimOptions& options, const Binary& binary);

/// The memory behind the ports. InputError as ReadMemory(), and if it is silent for as long as the
/// watchdog waits.
MemoryConfig ParseWatchedMemory(const CosimOptions& options);

/// Where the waves of --wave go.
WaveOptions WavesOf(const CosimOptions& options);

/// Whether the run may write waves, or those of a tile, so that its model must be the build that
/// can.
bool WritesWaves(const CosimOptions& options);
bool WritesWaves(const CosimOptions& options, int tile);

/// The cycles the timeline shows; --timeline must be given.
NumberRange TimelineCyclesOf(const CosimOptions& options);

/// The seed of the weights that are run, as text; empty if it is not known.
std::string SeedOf(const CosimOptions& options, const Binary& binary);

/// The command that runs the same hardware on the same data with the same checks and ends;
/// --output and the like are left out.
std::string ReproduceCommand(const CosimOptions& options);

}  // namespace nve
