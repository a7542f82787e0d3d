// SPDX-License-Identifier: Apache-2.0
// Three frames on the platform, the second with a fault: see tile_fault.hpp. What a kind of fault
// does to the second is put together from the functions of a run.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "convnet/network.hpp"
#include "convnet/weights.hpp"
#include "host/driver/step_executor.hpp"
#include "host/platform/platform.hpp"
#include "program/binary.hpp"
#include "tb/faults/fault_run.hpp"
#include "tb/faults/tamper_bus.hpp"
#include "tb/stimulus/draw.hpp"

namespace nve {

class TileRun;

struct TileFaultKind {
  std::string name;
  Expected expected = Expected::kReported;
  std::string status;                   ///< part of the report, if there is one
  bool one_descriptor_each = false;     ///< needs a chain: feed column
  bool rows = false;                    ///< needs descriptors of rows: feed mover
  bool beyond_reset = false;            ///< changes settings, or memory that is not the output's
  std::function<void(TileRun&)> apply;  ///< before the second frame
  std::function<void(TileRun&, PlatformOptions&)> configure;  ///< the platform; may be empty
};

class TileRun {
 public:
  /// The driver gives up in the middle of a frame: thrown by what AtRandomCycle calls.
  struct Abandoned {};

  TileRun(const TileFaultKind& kind, uint64_t seed);

  /// Once, inside of sc_main.
  FaultRun Run();

  // ---- What kinds of fault do ----

  Draw& draw() { return draw_; }

  /// What exactly was done, for a report.
  void Note(const std::string& text) { result_.detail = text; }

  /// The response of a random burst: of a random beat if it reads, of the whole if it writes.
  void InjectResponse(TilePort port, bool write, uint8_t response);

  /// Changes one descriptor of a channel's chain just before TAILDESC is written, and perhaps that.
  using Change =
      std::function<void(const std::vector<uint64_t>& chain, size_t index, uint32_t& tail)>;
  void ChangeDescriptor(dma::Direction channel, bool not_the_last, const Change& change);
  uint32_t Word(uint64_t descriptor, int word);
  void SetWord(uint64_t descriptor, int word, uint32_t value);

  /// Changes the value of a setting of the core on its way.
  void ChangeSetting(const arch::Register& setting,
                     const std::function<uint32_t(uint32_t)>& change);

  /// In a random cycle of the frame; more often behind its first START, as the core is idle before
  /// and the register writes before it take much of a short frame.
  void AtRandomCycle(const std::function<void()>& what);

  void ResetCore();

 private:
  static constexpr size_t kPictures = 2;

  TileAddress Tile() const { return platform_->TileAddresses().front(); }
  AxiCounts CountsOf(size_t port) const {
    return platform_->fabric().AxiCountsOf(0, static_cast<TilePort>(port));
  }
  MemoryConfig DrawMemory();

  /// In the processor's thread.
  void Execute(Bus& platform_bus);
  /// What the driver says, "" if nothing or if it gave up.
  std::string RunWithFault(StepExecutor& driver);

  /// What ended the simulation before the processor had finished.
  std::string SimulationProblem() const;
  uint32_t ReadStatus(dma::Direction channel);
  std::string StopProblem();
  std::string RequestsProblem(bool halted);

  const TileFaultKind& kind_;
  Draw draw_;
  Network network_;
  Weights weights_;
  Binary binary_;
  bool mover_ = false;
  Feed feed_ = Feed::kColumn;
  FeatureMaps pictures_[kPictures];
  FeatureMaps expected_[kPictures];
  FaultRun result_;

  std::unique_ptr<Platform> platform_;
  Bus* platform_bus_ = nullptr;
  TamperBus* bus_ = nullptr;
  uint64_t first_cycles_ = 0;           // of the frame without fault
  uint64_t first_start_ = 0;            // of these, those before its first START
  AxiCounts first_counts_[kTilePorts];  // likewise
  uint64_t first_descriptor_ = 0;       // last CURDESC of the tampered channel
  std::string core_state_;              // when what AtRandomCycle calls was called
  bool abandoned_ = false;
  bool stops_dma_ = false;
};

}  // namespace nve
