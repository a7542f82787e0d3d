// SPDX-License-Identifier: Apache-2.0
// The clocked part of the platform: see fabric.hpp.
#include "host/platform/fabric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/cli/processor_time.hpp"
#include "host/axi/rule_broken.hpp"
#include "host/axi/tile_names.hpp"
#include "host/platform/address_map.hpp"
#include "host/platform/main_stack.hpp"
#include "model/golden/running.hpp"
#include "program/instruction.hpp"

namespace nve {
namespace {

std::string DescribeCore(const arch::Probe& probe) {
  const uint64_t word = uint64_t{probe.instruction[1]} << 32 | probe.instruction[0];
  const std::optional<Instruction> instruction = Decode(word, kCodesOfAnyMachine);
  std::string text = fmt::format(
      "core: state {}, stall {}, pc {}, run {}, pass {}, {} words in the input FIFO, {} in the "
      "output FIFO",
      probe.state < arch::kStateNames.size() ? arch::kStateNames[probe.state] : "?",
      probe.stall < arch::kStallNames.size() ? arch::kStallNames[probe.stall] : "?", probe.pc,
      probe.run, probe.pass, probe.in_level, probe.out_level);
  if (golden::IsRunning(probe.state) && instruction.has_value()) {
    text += "\n    instruction: " + ToText(*instruction);
  }
  return text;
}

}  // namespace

Fabric::Fabric(const sc_core::sc_module_name& name, std::vector<std::unique_ptr<Tile>> tiles,
               MemoryArray& memory, MemoryModel& model, RegisterBus& registers, const Fault& fault,
               const Board& board, const FabricOptions& options)
    : sc_module(name),
      tiles_(std::move(tiles)),
      ports_(tiles_, memory, model, board),
      model_(model),
      model_ticks_(model.NeedsTick()),
      registers_(registers),
      options_(options),
      gate_(registers),
      watchdog_(options.watchdog_cycles, options.max_cycles),
      period_(1000.0 / options.clock_mhz, sc_core::SC_NS) {
  ports_.Inject(fault);
  SetProbes();
  lines_.resize(tiles_.size());
  if (watches_ && !options.evaluate_all && fault.kind == Fault::Kind::kNone) {
    still_.emplace(tiles_, *watches_);
  }
  SC_METHOD(OnClock);
}

void Fabric::Reset() {
  for (size_t i = 0; i < tiles_.size(); ++i) tiles_[i]->Reset([this, i] { WatchReset(i); });
}

void Fabric::WatchReset(size_t tile) {
  registers_.StepReset();
  ports_.StepReset(tile);
  if (watches_) watches_->StepReset(tile, cycle_);
}

// A port that is stuck while others move is found here, one that stops everything by the watchdog,
// which knows more to say and therefore comes first.
void Fabric::SetProbes() {
  const uint64_t timeout = 2 * std::min(options_.watchdog_cycles, UINT64_MAX / 2);
  registers_.SetTimeout(timeout);
  if (!options_.probes) registers_.SetUnchecked();
  ports_.Watch(timeout, options_.probes);
  if (options_.probes) watches_.emplace(tiles_, ports_, timeout, options_.use);
}

void Fabric::WaitAccess() {
  gate_.CloseForAccess();
  Block();
}

uint64_t Fabric::WaitInterrupt(uint64_t lines, uint64_t timeout_cycles) {
  if ((interrupts_ & lines) == 0) {
    gate_.CloseForInterrupt(lines, cycle_, timeout_cycles);
    Block();
  }
  return interrupts_ & lines;
}

void Fabric::WaitCycles(uint64_t cycles, bool copying) {
  if (cycles == 0) return;
  gate_.CloseForTime(cycle_, cycles, copying);
  Block();
}

void Fabric::Block() {
  sc_core::wait(wake_);
  gate_.Open();
  if (!stopped_.empty()) throw RunStopped(std::exchange(stopped_, ""), registers_.busy());
}

// Three kinds of activation: the processor has not said yet what it waits for (once per wake-up, in
// the delta cycle after it), it is to be woken, or cycles are to be run.
void Fabric::OnClock() {
  TellMainStack();
  if (finished_ || failure_ != nullptr) return;
  if (gate_.open()) {
    next_trigger(sc_core::SC_ZERO_TIME);
    return;
  }
  if (ProcessorIsDue()) {
    wake_.notify();
    next_trigger(sc_core::SC_ZERO_TIME);
    return;
  }
  const uint64_t cycles = RunBatch();
  if (failure_ == nullptr) next_trigger(period_ * static_cast<double>(cycles));
}

uint64_t Fabric::RunBatch() {
  const double start = ProcessorSeconds();
  const uint64_t first = cycle_;
  try {
    const uint64_t batch = std::min(kBatchCycles, watchdog_.CyclesLeft(cycle_));
    for (uint64_t i = 0; i < batch; ++i) {
      StepCycle();
      // A limit is as exact as it is given: the batch is no grain of it.
      if (ProcessorIsDue() || watchdog_.Bites(cycle_)) break;
    }
    CheckLimits();
  } catch (const RuleBroken& broken) {
    failed_tile_ = TileOfPlace(broken.rule().place);
    StopFor(std::current_exception());
  } catch (...) {
    StopFor(std::current_exception());
  }
  if (still_) still_->TellAll();
  seconds_ += ProcessorSeconds() - start;
  progress_(cycle_);
  return cycle_ - first;
}

// What was found last ends the run.
void Fabric::StopFor(const std::exception_ptr& failure) {
  failure_ = failure;
  watchdog_.Forget();
}

size_t Fabric::failed_tile() const {
  if (mismatch_tile_ >= 0) return static_cast<size_t>(mismatch_tile_);
  if (failed_tile_) return *failed_tile_;
  for (size_t i = 0; i < tiles_.size(); ++i) {
    if (tiles_[i]->probe().state != static_cast<uint32_t>(arch::State::kIdle)) return i;
  }
  return 0;
}

void Fabric::CheckLimits() {
  if (ProcessorIsDue()) return;
  if (watchdog_.Bites(cycle_)) {
    stopped_ = fmt::format("watchdog: nothing has moved for {} cycles, at cycle {}:\n{}",
                           cycle_ - watchdog_.progress_cycle(), cycle_, Describe());
    watchdog_.EndForStandstill(cycle_);
  } else if (watchdog_.AtLimit(cycle_)) {
    // Reading a register for the report would show a later cycle.
    watchdog_.EndAtLimit();
    failure_ = std::make_exception_ptr(CheckFailed(
        fmt::format("the limit of {} cycles is reached:\n{}", options_.max_cycles, Describe())));
  }
}

void Fabric::StepCycle() {
  // All pins first: what a part drives in this cycle must not depend on what another part just
  // became.
  for (size_t i = 0; i < tiles_.size(); ++i) {
    if (Stands(i)) continue;
    Tile& tile = *tiles_[i];
    if (still_) still_->Begin(i, gate_.copying());
    if (!tile.Observe()) OnMismatch(i);
    for (size_t p = 0; p < kTilePorts; ++p) tile.inputs().ports[p] = ports_.Of(i, p).out();
    tile.Drive();
    if (watches_) watches_->StepPins(i, cycle_, gate_.copying());
  }
  uint64_t lines = 0;
  const auto stands = [&](size_t tile) { return still_ && still_->stands(tile); };
  bool moved = registers_.Step([&](size_t target) { return stands(target / kTileTargets); });
  moved |= ports_.Step(cycle_, stands);
  for (size_t i = 0; watches_ && i < tiles_.size(); ++i) {
    if (!stands(i)) watches_->StepDma(i, cycle_);
  }
  for (size_t i = 0; i < tiles_.size(); ++i) {
    if (stands(i)) continue;
    moved |= tiles_[i]->probe().agu_write != 0;
    tiles_[i]->Step();
    const TileOutputs& out = tiles_[i]->outputs();
    lines_[i] = (uint64_t{out.core_interrupt} | uint64_t{out.mm2s_interrupt} << 1 |
                 uint64_t{out.s2mm_interrupt} << 2)
                << (i * kTileInterrupts);
    if (still_) still_->End(i);
  }
  for (const uint64_t of_tile : lines_) lines |= of_tile;
  if (model_ticks_) model_.Tick(cycle_);
  interrupts_ = lines;
  ++cycle_;
  if (still_ && watches_->LooksAt(cycle_)) still_->TellAll();
  if (watches_) watches_->EndCycle(cycle_);
  // A processor that computes is no standstill.
  if (moved || gate_.waits_for_time()) watchdog_.Moved(cycle_);
}

// Called in every cycle from the first difference on.
void Fabric::OnMismatch(size_t tile) {
  if (mismatch_tile_ < 0) {
    mismatch_tile_ = static_cast<int>(tile);
    end_cycle_ = cycle_ + cycles_after_mismatch_;
  }
  if (cycle_ < end_cycle_) return;
  throw CheckFailed(
      fmt::format("lockstep mismatch of core {} by cycle {}", mismatch_tile_, cycle_));
}

AxiCounts Fabric::AxiCountsOf(size_t tile, TilePort port) const {
  if (!options_.probes) return {};
  const TilePorts::Connection& connection = ports_.Of(tile, port);
  return connection.port->Counts(connection.master, cycle_);
}

std::string Fabric::Describe() const {
  std::string text;
  for (size_t i = 0; i < tiles_.size(); ++i) {
    text += fmt::format("  tile {}\n    {}\n", i, DescribeCore(tiles_[i]->probe()));
    for (size_t p = 0; p < kTilePorts; ++p) {
      const TilePorts::Connection& connection = ports_.Of(i, p);
      const std::string port = connection.port->Describe(connection.master);
      if (!port.empty()) text += "    AXI " + port + "\n";
    }
  }
  const std::string access = registers_.Describe();
  const std::string waits = access.empty() ? gate_.Describe(interrupts_) : access;
  if (!waits.empty()) text += "  " + waits;
  return text;
}

}  // namespace nve
