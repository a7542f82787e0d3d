// SPDX-License-Identifier: Apache-2.0
// Waves of a run: see wave_recorder.hpp.
#include "host/tools/wave_recorder.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/diagnostics/messages.hpp"
#include "base/files/files.hpp"
#include "host/waves/wave_room.hpp"

namespace nve {
namespace {

// Far enough apart that they cost next to nothing, near enough that two of them are run again
// within a second.
constexpr uint64_t kSnapshotCycles = uint64_t{1} << 18;
static_assert(kWaveCyclesBefore <= kSnapshotCycles);

volatile std::sig_atomic_t toggle_requested = 0;

void RequestToggle(int /*signal*/) { toggle_requested = 1; }

bool TakeSignal() { return std::exchange(toggle_requested, 0) != 0; }

// "w.fst" and 2: "w.2.fst"
std::string Numbered(const std::string& path, int number) {
  const std::filesystem::path name(path);
  const std::string file =
      fmt::format("{}.{}{}", name.stem().string(), number, name.extension().string());
  return (name.parent_path() / file).string();
}

// Whether the command line has another use for a name of waves, or one that is written with them.
bool IsGivenWaves(const std::string& path) {
  const std::vector<GivenPath> outputs = WaveOutputs("SIGUSR1", path);
  return std::any_of(outputs.begin(), outputs.end(),
                     [](const GivenPath& output) { return IsGiven(output.path); });
}

// A program called without a folder was found in PATH, and is found there again.
std::string FullPathOfTool(const std::string& command) {
  return command.find('/') == std::string::npos ? command : FullPath(command);
}

}  // namespace

void WaveRecorder::ListenForSignals() {
  struct sigaction action = {};
  action.sa_handler = RequestToggle;
  action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &action, nullptr);
}

WaveRecorder::WaveRecorder(const CosimOptions& options, Fabric& fabric)
    : options_(options), fabric_(fabric), on_mismatch_(WavesInto(options.wave_on_mismatch)) {
  if (!WritesWaves(options)) return;
  if (!options.wave.empty()) window_ = WavesOf(options);
  if (!options.wave_on_mismatch.empty()) {
    snapshots_.emplace(kSnapshotCycles);
    // Most runs write none.
    const std::string missing = MissingForWaves(options.wave_on_mismatch);
    if (!missing.empty()) Warn(options, "--wave-on-mismatch: writing waves needs " + missing);
  }
  const std::vector<uint8_t> bytes = ReadFileBytes(options.binary);
  binary_checksum_ = crc32(0, bytes.data(), static_cast<uInt>(bytes.size()));
}

// Of a run that ended by an exception
WaveRecorder::~WaveRecorder() {
  if (replays()) return;
  for (const WaveOptions& waves : {window_, request_}) DiscardWaves(waves);
}

void WaveRecorder::RefuseSignal(const CosimOptions& options, const std::string& why) {
  if (TakeSignal()) Warn(options, "SIGUSR1: " + why);
}

// The snapshot comes before the file that a signal begins, which it would share: the first one,
// without which there may be none, has no other chance.
void WaveRecorder::Update(uint64_t cycle) {
  if (replays() || fabric_.failure() != nullptr) return;
  if (!request_.path.empty()) {
    // Only one file at a time: the window comes first.
    const bool over = cycle >= request_.last_cycle;
    const bool window = WindowIsOpen(cycle) && cycle + Fabric::kBatchCycles >= window_.first_cycle;
    if (over || window) End(request_, cycle);
  }
  if (snapshots_ && request_.path.empty()) TakeSnapshot(cycle);
  if (!replays() && TakeSignal()) Toggle(cycle);
}

// None while nothing moves, nor when the run was ended for it, though that counts as a movement:
// it would take the place of the last one before the standstill.
void WaveRecorder::TakeSnapshot(uint64_t cycle) {
  if (fabric_.stopped_cycle() || cycle > fabric_.progress_cycle() + kWaveCyclesBefore) return;
  try {
    order_ = snapshots_->Update(cycle);
  } catch (const std::system_error& error) {
    if (!std::exchange(warned_, true)) {
      Warn(options_,
           fmt::format("--wave-on-mismatch: no snapshot of cycle {}: {}", cycle, error.what()));
    }
  }
  if (order_) Replay(*order_);
}

void WaveRecorder::Replay(const ForkSnapshots::Order& order) {
  ExpectBusErrorOf(on_mismatch_);
  fabric_.SetCyclesAfterMismatch(kWaveCyclesAfter);
  fabric_.tiles()[static_cast<size_t>(order.tile)]->SetWaves(
      WavesAround(on_mismatch_, order.cycle, kWaveCyclesAfter));
}

Tile& WaveRecorder::WaveTile() const {
  return *fabric_.tiles()[static_cast<size_t>(options_.wave_core)];
}

bool WaveRecorder::WindowIsOpen(uint64_t cycle) const {
  return !window_.path.empty() && cycle < window_.last_cycle;
}

void WaveRecorder::Toggle(uint64_t cycle) {
  if (!WritesWaves(options_)) {
    Warn(options_, "SIGUSR1: waves need --wave or --wave-on-mismatch");
  } else if (!request_.path.empty()) {
    End(request_, cycle);
  } else if (WindowIsOpen(cycle) && cycle >= window_.first_cycle) {
    End(window_, cycle);
  } else if (WindowIsOpen(cycle) && cycle + Fabric::kBatchCycles >= window_.first_cycle) {
    Warn(options_, "SIGUSR1: the window of --wave is about to begin");
  } else {
    BeginRequest(cycle);
  }
}

void WaveRecorder::BeginRequest(uint64_t cycle) {
  const std::string& name = options_.wave.empty() ? options_.wave_on_mismatch : options_.wave;
  std::string path;
  do {
    path = Numbered(name, ++files_);
  } while (IsGivenWaves(path));
  // The edge that ends this cycle is the first one to be recorded.
  request_ = WavesInto(path, cycle + 1, cycle + kCyclesOnRequest);
  ExpectBusErrorOf(request_);
  WaveTile().SetWaves(request_);
}

void WaveRecorder::End(WaveOptions& file, uint64_t cycle) {
  const bool requested = &file == &request_;
  WaveOptions complete = std::exchange(file, WaveOptions{});
  WaveTile().SetWaves({});
  complete.last_cycle = std::min(complete.last_cycle, cycle);
  Conclude(complete, requested, cycle);
  // Unfinished, it has the name that the other one had.
  if (WindowIsOpen(cycle)) WaveTile().SetWaves(window_);
  ExpectBusErrorOf(window_);
}

void WaveRecorder::Conclude(WaveOptions& waves, bool requested, uint64_t cycle) {
  const std::optional<bool> shown = Complete(waves);
  if (!shown) return;
  if (!*shown) {
    WarnOfNone(waves, requested, cycle);
  } else if (!Keep(waves, waves.first_cycle, "core", options_.wave_core).is_null() && requested) {
    Message("{}: waves of cycles {} to {}: {}\n", ToolName(options_), waves.first_cycle,
            waves.last_cycle, waves.path);
  }
}

std::optional<bool> WaveRecorder::Complete(WaveOptions& waves) {
  const std::optional<bool> shown = FinishWaves(waves);
  if (!shown) problems_.Error({waves.path, 0, ""}, kIncompleteWaves + EarlierWaves(waves.path));
  return shown;
}

void WaveRecorder::WarnOfNone(const WaveOptions& waves, bool requested, uint64_t cycle) const {
  const bool window = !requested && !options_.wave_window.empty();
  Warn(options_,
       fmt::format("{}: found {}, but waves begin with cycle 1 and the run ended with cycle {}: "
                   "{} is not written{}",
                   requested ? "SIGUSR1" : "--wave-window",
                   window ? options_.wave_window : fmt::format("{}:", waves.first_cycle), cycle,
                   waves.path, EarlierWaves(waves.path)));
}

nlohmann::ordered_json WaveRecorder::NoWaves(const std::string& why) const {
  DiscardWaves(on_mismatch_);
  Warn(options_, "--wave-on-mismatch: no waves: " + why + EarlierWaves(on_mismatch_.path));
  return nullptr;
}

uint64_t WaveRecorder::FailureCycle() const {
  const int tile = fabric_.mismatch_tile();
  if (tile < 0) return fabric_.stopped_cycle().value_or(fabric_.cycle());
  return fabric_.tiles()[static_cast<size_t>(tile)]->lockstep()->mismatch()->cycle;
}

std::string WaveRecorder::View() const {
  const int tile = fabric_.mismatch_tile();
  if (tile < 0 && fabric_.stopped_cycle()) return "core";
  if (tile < 0) return fabric_.failure() != nullptr ? "axi" : "dma";
  return ViewOf(*fabric_.tiles()[static_cast<size_t>(tile)]->lockstep()->mismatch());
}

nlohmann::ordered_json WaveRecorder::Keep(const WaveOptions& waves, uint64_t cycle,
                                          const std::string& view, int core) {
  nlohmann::ordered_json json = WavesJson(waves, cycle, view, core);
  try {
    KeepWaves(waves, json,
              {{"binary", FullPath(options_.binary)},
               {"binary_crc32", binary_checksum_},
               {"tool", FullPathOfTool(options_.command)}});
    return json;
  } catch (const InputError& error) {
    for (const Diagnostic& problem : error.diagnostics()) {
      problems_.Error(problem.where, problem.text + EarlierWaves(waves.path));
    }
    return nullptr;
  }
}

nlohmann::ordered_json WaveRecorder::Finish(bool failed) {
  const auto start = std::chrono::steady_clock::now();
  if (replays()) {
    for (const auto& tile : fabric_.tiles()) tile->SetWaves({});
    // Buffers of the first process, which are its to write, stay as they are.
    _exit(failed && FailureCycle() == order_->cycle ? 0 : 1);
  }
  const uint64_t end = fabric_.cycle();
  if (!request_.path.empty()) End(request_, end);
  if (!window_.path.empty()) End(window_, end);
  if (!failed || !snapshots_) return nullptr;
  const uint64_t cycle = FailureCycle();
  if (snapshots_->empty()) return NoWaves("there is no snapshot of the run");
  const auto tile = static_cast<int>(fabric_.failed_tile());
  BeginWaves(on_mismatch_);  // of which a signal to this process alone leaves nothing either
  if (!snapshots_->Wake({cycle, tile})) {
    return NoWaves("the snapshot ended otherwise than the run");
  }
  WaveOptions waves = on_mismatch_;
  const std::optional<bool> shown = Complete(waves);
  if (!shown) return nullptr;
  if (!*shown) return NoWaves("no clock cycle before the failure could be shown");
  nlohmann::ordered_json json = Keep(waves, cycle, View(), tile);
  if (json.is_null()) return nullptr;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  json["seconds"] = seconds.count();
  return json;
}

}  // namespace nve
