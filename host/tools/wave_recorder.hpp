// SPDX-License-Identifier: Apache-2.0
// The waves of a run of nve-cosim: of a window, of the cycles around a failure, and on request.
//
// Around a failure: snapshots sleep beside the run (host/waves). When the run has ended with a
// mismatch, a broken rule, an error that the driver found or the watchdog, the older one wakes,
// runs up to the failure again and writes waves of its last cycles and some after it; the run
// itself writes none. While nothing moves no snapshot is taken, so that the older one lies before a
// hang.
//
// On request: SIGUSR1 completes the file that is being written, or begins one of the core of
// --wave-core, which ends with the next signal, before the window of --wave or after
// kCyclesOnRequest. While it is written no snapshot is taken, which would share it.
//
// The cycles that are told of a file are those it has. Whatever happens to waves is said and does
// not end the run: its report is worth more.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "base/diagnostics/diagnostics.hpp"
#include "host/platform/fabric.hpp"
#include "host/tools/cosim_options.hpp"
#include "host/waves/fork_snapshots.hpp"
#include "host/waves/wave_files.hpp"

namespace nve {

class WaveRecorder {
 public:
  /// The most in a file on request: some 50 MB.
  static constexpr uint64_t kCyclesOnRequest = 100'000;

  /// From now on SIGUSR1 is a request, also before there is a recorder to see it.
  static void ListenForSignals();

  /// Answers a request, if there was one, with a warning: in runs that have no recorder.
  static void RefuseSignal(const CosimOptions& options, const std::string& why);

  /// Both must outlive it; the tiles' models write waves if `options` ask for any.
  WaveRecorder(const CosimOptions& options, Fabric& fabric);
  ~WaveRecorder();
  WaveRecorder(const WaveRecorder&) = delete;
  WaveRecorder& operator=(const WaveRecorder&) = delete;

  /// To be called with 0 before the run begins and after every batch of cycles.
  void Update(uint64_t cycle);

  /// Whether this process only runs the cycles before a failure again: it must not print.
  bool replays() const { return snapshots_ && snapshots_->woken(); }

  /// When the clock has stopped; `failed`: too early. After a failure {file, first_cycle,
  /// last_cycle, cycle (of the failure), view (of GTKWave), seconds (from the failure to the
  /// complete file)}, else, or if there are no waves of it, null. Does not return in a process that
  /// replays.
  nlohmann::ordered_json Finish(bool failed);

  /// The files that could not be written, or not completely; known after Finish.
  const Diagnostics& problems() const { return problems_; }

 private:
  // The cycle in which a lockstep mismatch showed, all stood still, or the run ended otherwise.
  uint64_t FailureCycle() const;
  // The view of GTKWave that shows the first difference, or where the failure was found.
  std::string View() const;
  void TakeSnapshot(uint64_t cycle);
  void Replay(const ForkSnapshots::Order& order);
  void Toggle(uint64_t cycle);
  void BeginRequest(uint64_t cycle);
  // Completes `file`, which is request_ or window_.
  void End(WaveOptions& file, uint64_t cycle);
  // What becomes of a request or window that ended in `cycle`.
  void Conclude(WaveOptions& waves, bool requested, uint64_t cycle);
  // Whether the window of --wave, if there is one, is not over after `cycle`.
  bool WindowIsOpen(uint64_t cycle) const;
  // FinishWaves; without complete waves a problem.
  std::optional<bool> Complete(WaveOptions& waves);
  // A window or request for which there was no cycle.
  void WarnOfNone(const WaveOptions& waves, bool requested, uint64_t cycle) const;
  // The result of Finish without waves of a failure, with a warning.
  nlohmann::ordered_json NoWaves(const std::string& why) const;
  // KeepWaves, with what the file shows and which program ran; null, and a problem, if that fails.
  nlohmann::ordered_json Keep(const WaveOptions& waves, uint64_t cycle, const std::string& view,
                              int core);
  // That of --wave-core.
  Tile& WaveTile() const;

  const CosimOptions& options_;
  Fabric& fabric_;
  std::optional<ForkSnapshots> snapshots_;
  std::optional<ForkSnapshots::Order> order_;  // in a process that replays
  WaveOptions on_mismatch_;                    // of --wave-on-mismatch
  WaveOptions window_;                         // of --wave; no path without or when it is over
  WaveOptions request_;                        // being written on request; no path if none is
  int files_ = 0;                              // begun on request
  bool warned_ = false;                        // of a snapshot that could not be taken
  Diagnostics problems_;
  uint64_t binary_checksum_ = 0;  // CRC-32 of the file
};

}  // namespace nve
