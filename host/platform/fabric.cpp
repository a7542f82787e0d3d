// SPDX-License-Identifier: Apache-2.0
// The clocked part of the platform: see fabric.hpp.
#include "host/platform/fabric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/cli/processor_time.hpp"
#include "host/platform/address_map.hpp"
#include "host/platform/main_stack.hpp"
#include "host/platform/tile_dma.hpp"
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
  if (probe.state >= static_cast<uint32_t>(arch::State::kInitial) && instruction.has_value()) {
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
      model_(model),
      model_ticks_(model.NeedsTick()),
      registers_(registers),
      options_(options),
      period_(1000.0 / options.clock_mhz, sc_core::SC_NS) {
  for (size_t i = 0; i < tiles_.size(); ++i) {
    for (size_t p = 0; p < kTilePorts; ++p) {
      if (p == 0 || !board.shared_port) {
        ports_.push_back(std::make_unique<AxiPort>(static_cast<int>(ports_.size()), memory, model));
        ports_.back()->SetAcceptance(board.acceptance);
      }
      AxiPort& port = *ports_.back();
      const int master = port.Attach(fmt::format("tile {} {}", i, kTilePortNames[p]),
                                     tiles_[i]->PortBytes(static_cast<TilePort>(p)),
                                     tiles_[i]->outputs().ports[p]);
      connections_.push_back({&port, master});
    }
  }
  Inject(fault);
  SetProbes();
  SC_METHOD(OnClock);
}

void Fabric::Reset() {
  for (size_t i = 0; i < tiles_.size(); ++i) tiles_[i]->Reset([this, i] { WatchReset(i); });
}

void Fabric::WatchReset(size_t tile) {
  registers_.StepReset();
  for (size_t p = 0; p < kTilePorts; ++p) {
    const Connection& connection = ConnectionOf(tile, p);
    connection.port->StepReset(connection.master);
  }
  if (!options_.probes) return;
  streams_[tile].StepReset(tiles_[tile]->probe_inputs(), tiles_[tile]->probe(), cycle_);
}

void Fabric::Inject(const Fault& fault) {
  for (size_t p = 0; p < kTilePorts; ++p) {
    const Connection& connection = ConnectionOf(0, p);
    const bool faulty = p == static_cast<size_t>(fault.port);
    connection.port->Inject(connection.master, faulty ? fault : Fault{});
  }
}

// A port that is stuck while others move is found here, one that stops everything by the watchdog,
// which knows more to say and therefore comes first.
void Fabric::SetProbes() {
  const uint64_t timeout = 2 * std::min(options_.watchdog_cycles, UINT64_MAX / 2);
  registers_.SetTimeout(timeout);
  if (!options_.probes) registers_.SetUnchecked();
  for (const auto& port : ports_) {
    port->SetTimeout(timeout);
    if (options_.probes) {
      port->SetMonitored();
    } else {
      port->SetUnchecked();
    }
  }
  for (size_t i = 0; options_.probes && i < tiles_.size(); ++i) {
    streams_.emplace_back(i, timeout);
    const DmaShape shape = {.sg_bytes = static_cast<uint32_t>(tiles_[i]->PortBytes(TilePort::kSg))};
    dmas_.push_back({std::make_unique<DmaRules>(fmt::format("tile {}", i), shape), {}});
  }
  if (options_.probes) uses_.resize(tiles_.size());
  if (options_.probes && options_.use) core_uses_.resize(tiles_.size());
}

void Fabric::WaitAccess() { Block(Waiting::kAccess); }

uint64_t Fabric::WaitInterrupt(uint64_t lines, uint64_t timeout_cycles) {
  wait_lines_ = lines;
  wait_deadline_ = timeout_cycles > UINT64_MAX - cycle_ ? UINT64_MAX : cycle_ + timeout_cycles;
  if (!WakeCondition() || (interrupts_ & lines) == 0) Block(Waiting::kInterrupt);
  return interrupts_ & lines;
}

void Fabric::WaitCycles(uint64_t cycles, bool copying) {
  if (cycles == 0) return;
  copying_ = copying;
  wait_deadline_ = cycle_ + cycles;
  Block(Waiting::kTime);
}

void Fabric::Block(Waiting what) {
  waiting_ = what;
  sc_core::wait(wake_);
  waiting_ = Waiting::kNothing;
  if (!stopped_.empty()) throw RunStopped(std::exchange(stopped_, ""), registers_.busy());
}

bool Fabric::WakeCondition() const {
  if (!stopped_.empty()) return true;
  if (waiting_ == Waiting::kAccess) return !registers_.busy();
  if (waiting_ == Waiting::kTime) return cycle_ >= wait_deadline_;
  return (interrupts_ & wait_lines_) != 0 || cycle_ >= wait_deadline_;
}

// Three kinds of activation: the processor has not said yet what it waits for (once per wake-up, in
// the delta cycle after it), it is to be woken, or cycles are to be run.
void Fabric::OnClock() {
  TellMainStack();
  if (finished_ || failure_ != nullptr) return;
  if (waiting_ == Waiting::kNothing) {
    next_trigger(sc_core::SC_ZERO_TIME);
    return;
  }
  if (WakeCondition()) {
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
    const uint64_t batch = std::min(kBatchCycles, options_.max_cycles - cycle_);
    for (uint64_t i = 0; i < batch; ++i) {
      StepCycle();
      // A limit is as exact as it is given: the batch is no grain of it.
      if (WakeCondition() || cycle_ - progress_cycle_ >= options_.watchdog_cycles) break;
    }
    CheckLimits();
  } catch (...) {
    failure_ = std::current_exception();
    stopped_cycle_.reset();  // what was found last ends the run
  }
  seconds_ += ProcessorSeconds() - start;
  progress_(cycle_);
  return cycle_ - first;
}

void Fabric::CheckLimits() {
  if (WakeCondition()) return;
  if (cycle_ - progress_cycle_ >= options_.watchdog_cycles) {
    stopped_cycle_ = progress_cycle_;
    stopped_ = fmt::format("watchdog: nothing has moved for {} cycles, at cycle {}:\n{}",
                           cycle_ - progress_cycle_, cycle_, Describe());
    progress_cycle_ = cycle_;
    // The cycles in which the processor looks for the reason belong to the report, not to the run.
    options_.max_cycles = UINT64_MAX;
  } else if (cycle_ >= options_.max_cycles) {
    // Cores may be at work: reading a register for the report would show a later cycle.
    stopped_cycle_ = progress_cycle_;
    failure_ = std::make_exception_ptr(CheckFailed(
        fmt::format("the limit of {} cycles is reached:\n{}", options_.max_cycles, Describe())));
  }
}

void Fabric::StepCycle() {
  // All pins first: what a part drives in this cycle must not depend on what another part just
  // became.
  for (size_t i = 0; i < tiles_.size(); ++i) {
    Tile& tile = *tiles_[i];
    if (!tile.Observe()) OnMismatch(i);
    for (size_t p = 0; p < kTilePorts; ++p) {
      const Connection& connection = ConnectionOf(i, p);
      tile.inputs().ports[p] = connection.port->out(connection.master);
    }
    tile.Drive();
    if (!options_.probes) continue;
    streams_[i].Step(tile.probe_inputs(), tile.probe(), tile.inputs().dma, cycle_,
                     {.due = dmas_[i].rules->owes_word(), .flags = tile.outputs().input});
    dmas_[i].registers = tile.inputs().dma;
    CountUse(i);
    if (options_.use) core_uses_[i].Count(tile.probe());
    if (observer_ != nullptr) TellObserver(i);
  }
  uint64_t lines = 0;
  bool moved = registers_.Step();
  for (const auto& port : ports_) moved |= port->Step(cycle_);
  // Behind the AXI rules, on which these depend.
  for (size_t i = 0; i < dmas_.size(); ++i) CheckDma(i);
  for (size_t i = 0; i < tiles_.size(); ++i) {
    moved |= tiles_[i]->probe().agu_write != 0;
    tiles_[i]->Step();
    const TileOutputs& out = tiles_[i]->outputs();
    lines |= (uint64_t{out.core_interrupt} | uint64_t{out.mm2s_interrupt} << 1 |
              uint64_t{out.s2mm_interrupt} << 2)
             << (i * kTileInterrupts);
  }
  if (model_ticks_) model_.Tick(cycle_);
  interrupts_ = lines;
  ++cycle_;
  if (cycle_ == use_bins_.due() && !core_uses_.empty()) use_bins_.End(UseSums());
  // A processor that computes is no standstill.
  if (moved || waiting_ == Waiting::kTime) progress_cycle_ = cycle_;
}

void Fabric::CheckDma(size_t tile) {
  const Tile& t = *tiles_[tile];
  dmas_[tile].rules->Step(
      DmaPinsOf(dmas_[tile].registers, t.inputs(), t.outputs(), t.probe_inputs(), t.probe()),
      cycle_);
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

void Fabric::SetObserver(CycleObserver& observer) {
  observer_ = &observer;
  for (size_t i = 0; i < tiles_.size(); ++i) {
    for (size_t p = 0; p < kTilePorts; ++p) {
      const auto port = static_cast<TilePort>(p);
      bursts_.emplace_back(observer, static_cast<int>(i), port, tiles_[i]->PortBytes(port));
    }
    descriptors_.emplace_back(observer, static_cast<int>(i));
  }
}

void Fabric::TellObserver(size_t tile) {
  observer_->Use(static_cast<int>(tile), uses_[tile].last(), cycle_);
  for (size_t p = 0; p < kTilePorts; ++p) {
    const Connection& connection = ConnectionOf(tile, p);
    const AxiMaster& master = tiles_[tile]->outputs().ports[p];
    const AxiSlave& slave = connection.port->out(connection.master);
    bursts_[tile * kTilePorts + p].Step(master, slave, cycle_);
    if (p == static_cast<size_t>(TilePort::kSg)) descriptors_[tile].Step(master, slave, cycle_);
  }
}

// With all pins of the cycle in place.
void Fabric::CountUse(size_t tile) {
  const Tile& t = *tiles_[tile];
  const arch::Probe& probe = t.probe();
  const auto master = [&](TilePort port) -> const AxiMaster& {
    return t.outputs().ports[static_cast<size_t>(port)];
  };
  const auto connection = [&](TilePort port) -> const Connection& {
    return ConnectionOf(tile, static_cast<size_t>(port));
  };
  CycleView view;
  view.state = static_cast<arch::State>(probe.state);
  view.stall = static_cast<arch::Stall>(probe.stall);
  const Connection& in = connection(TilePort::kMm2s);
  view.read_shown = in.port->out(in.master).rvalid;
  view.read_open = master(TilePort::kMm2s).arvalid || in.port->monitor(in.master).ReadsOpen();
  if (view.state != arch::State::kIdle) {
    view.word_taken = (t.probe_inputs().s_tvalid & probe.s_tready) != 0;
  } else {
    view.copying = waiting_ == Waiting::kTime && copying_;
    const Connection& out = connection(TilePort::kS2mm);
    const Connection& sg = connection(TilePort::kSg);
    const AxiMonitor& descriptors = sg.port->monitor(sg.master);
    view.output_moves = out.port->monitor(out.master).WritesOpen() || descriptors.ReadsOpen() ||
                        descriptors.WritesOpen() || master(TilePort::kS2mm).awvalid ||
                        master(TilePort::kSg).awvalid || master(TilePort::kSg).arvalid;
  }
  view.waits = in.port->WaitsOfShown(in.master);
  uses_[tile].Count(view);
}

AxiCounts Fabric::AxiCountsOf(size_t tile, TilePort port) const {
  if (!options_.probes) return {};
  const Connection& connection = ConnectionOf(tile, static_cast<size_t>(port));
  return connection.port->Counts(connection.master, cycle_);
}

std::string Fabric::Describe() const {
  std::string text;
  for (size_t i = 0; i < tiles_.size(); ++i) {
    text += fmt::format("  tile {}\n    {}\n", i, DescribeCore(tiles_[i]->probe()));
    for (size_t p = 0; p < kTilePorts; ++p) {
      const Connection& connection = ConnectionOf(i, p);
      const std::string port = connection.port->Describe(connection.master);
      if (!port.empty()) text += "    AXI " + port + "\n";
    }
  }
  const std::string access = registers_.Describe();
  if (!access.empty()) {
    text += "  " + access;
  } else if (waiting_ == Waiting::kInterrupt) {
    text += fmt::format("  processor: waits for an interrupt of lines 0x{:x}, lines are 0x{:x}",
                        wait_lines_, interrupts_);
  }
  return text;
}

}  // namespace nve
