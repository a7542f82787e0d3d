// SPDX-License-Identifier: Apache-2.0
// Frames, their verdict, and what can be done to them: see tile_run.hpp.
#include "tb/faults/tile_run.hpp"

#include <fmt/format.h>

#include <cstring>
#include <exception>
#include <new>
#include <systemc>

#include "host/driver/dma_registers.hpp"
#include "host/platform/main_stack.hpp"
#include "model/reference/reference.hpp"
#include "tests/cosim/figure17_binary.hpp"

namespace nve {
namespace {

using dma::Direction;

// Long enough for any wait that is no fault, short enough for thousands of runs.
constexpr uint64_t kWatchdogCycles = 20'000;
// A step that is polled for ever: the driver's own limit, shorter than a board's.
constexpr uint64_t kStepTimeoutCycles = 200'000;
// After an error, without a new request.
constexpr uint64_t kQuietCycles = 500;

uint32_t BaseOf(Direction channel) {
  return channel == Direction::kMm2s ? dma::kMm2sBase : dma::kS2mmBase;
}

const AxiSideCounts& SideOf(const AxiCounts& counts, bool write) {
  return write ? counts.write : counts.read;
}

// "SGSlvErr", "watchdog": what kind of report it is, the same for every seed.
std::string ClassOf(const std::string& report) {
  for (const char* name :
       {"SGSlvErr", "SGDecErr", "SGIntErr", "DMASlvErr", "DMADecErr", "DMAIntErr", "watchdog",
        "time-out", "was not completed", "bytes were moved", "RXSOF", "RXEOF"}) {
    if (report.find(name) != std::string::npos) return name;
  }
  return report.substr(0, report.find('\n'));
}

// The columns of a single strip would be one block, neither a chain nor rows.
Network DrawNetwork(const TileFaultKind& kind, Draw& draw) {
  const int height = draw.From(kind.one_descriptor_each || kind.rows ? arch::kLanes + 1 : 5, 40);
  const int width = draw.From(6, 24);
  return Figure17Network(height, width);
}

}  // namespace

TileRun::TileRun(const TileFaultKind& kind, uint64_t seed)
    : kind_(kind), draw_(seed), network_(DrawNetwork(kind, draw_)) {
  mover_ = draw_.OneIn(2) || kind.rows;
  feed_ = kind.rows                  ? Feed::kMover
          : kind.one_descriptor_each ? Feed::kColumn
          : mover_                   ? draw_.Of({Feed::kMover, Feed::kMover, Feed::kColumn})
                                     : draw_.Of({Feed::kContiguous, Feed::kColumn});
  weights_ = SeededWeights(network_, seed);
  binary_ = Figure17Binary(network_, weights_, 1, feed_);
  for (size_t i = 0; i < kPictures; ++i) {
    pictures_[i] = FeatureMaps(1, network_.InputHeight(), network_.InputWidth());
    for (uint8_t& pixel : pictures_[i].pixels) pixel = static_cast<uint8_t>(draw_.Bits());
    expected_[i] = RunNetwork(network_, weights_, pictures_[i]).back();
  }
  result_.kind = kind.name;
}

FaultRun TileRun::Run() {
  PlatformOptions options;
  options.mover = mover_;
  options.memory = DrawMemory();
  options.fabric.watchdog_cycles = kWatchdogCycles;
  options.memory.board.shared_port = draw_.OneIn(4);
  options.make_tile = [this](int) { return mover_ ? MakeMoverTile() : MakeTile(); };
  if (kind_.configure) kind_.configure(*this, options);
  platform_ = std::make_unique<Platform>("platform", options);
  platform_->processor().SetProgram([this](Bus& bus) { Execute(bus); });
  sc_core::sc_start();
  TellMainStack();
  result_.cycles = platform_->fabric().cycle();
  if (result_.problem.empty()) result_.problem = SimulationProblem();
  if (result_.problem.empty()) return result_;
  result_.problem += fmt::format("; {} by {}, {}", mover_ ? "mover" : "axi_dma", ToString(feed_),
                                 platform_->memory_config().model);
  return result_;
}

// The response of a random burst: a write has one, whatever its length.
void TileRun::InjectResponse(TilePort port, bool write, uint8_t response) {
  Fault fault;
  fault.kind = Fault::Kind::kResponse;
  fault.port = port;
  fault.write = write;
  fault.response = response;
  fault.index = draw_.Below(
      static_cast<uint32_t>(SideOf(first_counts_[static_cast<size_t>(port)], write).bursts));
  if (write) {
    Note(fmt::format("burst {}", fault.index));
  } else {
    fault.beat = static_cast<int>(draw_.Below(256));
    Note(fmt::format("burst {}, beat {} (modulo its length)", fault.index, fault.beat));
  }
  platform_->fabric().Inject(fault);
  stops_dma_ = true;
}

// Changes one descriptor of a channel's chain just before TAILDESC is written, and perhaps that.
void TileRun::ChangeDescriptor(Direction channel, bool not_the_last, const Change& change) {
  const uint64_t base = Tile().dma_base + BaseOf(channel);
  bus_->OnWrite([=, this](uint64_t address, uint32_t& value) {
    if (address == base + dma::kCurrent) first_descriptor_ = value;
    if (address != base + dma::kTail) return;
    std::vector<uint64_t> chain;
    for (uint64_t at = first_descriptor_; at <= value; at += dma::kDescriptorBytes) {
      chain.push_back(at);
    }
    const size_t last = chain.size() - (not_the_last ? 1 : 0);
    const size_t index = draw_.Below(static_cast<uint32_t>(last));
    Note(fmt::format("descriptor {} of {}", index, chain.size()));
    change(chain, index, value);
  });
}

uint32_t TileRun::Word(uint64_t descriptor, int word) {
  uint32_t value = 0;
  std::memcpy(&value, bus_->Memory(descriptor + 4 * static_cast<uint64_t>(word), 4).data(), 4);
  return value;
}

void TileRun::SetWord(uint64_t descriptor, int word, uint32_t value) {
  std::memcpy(bus_->Memory(descriptor + 4 * static_cast<uint64_t>(word), 4).data(), &value, 4);
}

// The value of a setting of the core on its way.
void TileRun::ChangeSetting(const arch::Register& setting,
                            const std::function<uint32_t(uint32_t)>& change) {
  const uint64_t at = Tile().core_base + setting.offset;
  bus_->OnWrite([=, this](uint64_t address, uint32_t& value) {
    if (address != at) return;
    const uint32_t changed = change(value);
    Note(fmt::format("{} {} instead of {}", setting.name, changed, value));
    value = changed;
  });
}

// In a random cycle of the frame; more often behind its first START, as the core is idle before and
// the register writes before it take much of a short frame.
void TileRun::AtRandomCycle(const std::function<void()>& what) {
  const uint64_t span = draw_.OneIn(4) ? first_cycles_ : first_cycles_ - first_start_;
  const uint64_t cycle = first_cycles_ - 1 - draw_.Bits() % span;
  bus_->At(bus_->Now() + cycle, [=, this] {
    const uint32_t state = platform_->fabric().tiles()[0]->probe().state;
    Note(fmt::format("in cycle {} of {}", cycle, first_cycles_));
    core_state_ = fmt::format("in state {}", arch::kStateNames[state]);
    what();
  });
}

void TileRun::ResetCore() {
  platform_bus_->Write32(Tile().core_base + arch::kRegControl.offset, arch::kControlReset);
}

MemoryConfig TileRun::DrawMemory() {
  MemoryConfig memory = LoadMemoryConfig(draw_.Of({"fixed", "fixed", "tso", "bank"}));
  memory.read_latency = draw_.From(1, draw_.OneIn(4) ? 300 : 40);
  memory.write_latency = draw_.From(1, draw_.OneIn(4) ? 300 : 40);
  return memory;
}

// What ended the simulation before the processor had finished.
std::string TileRun::SimulationProblem() const {
  if (platform_->fabric().mismatch_tile() >= 0) return "lockstep mismatch";
  for (const std::exception_ptr& failure :
       {platform_->fabric().failure(), platform_->processor().failure()}) {
    try {
      if (failure != nullptr) std::rethrow_exception(failure);
    } catch (const std::bad_alloc&) {
      throw;  // no fault of the design
    } catch (const std::exception& error) {
      return error.what();
    }
  }
  return platform_->processor().finished() ? "" : "the processor has not finished";
}

void TileRun::Execute(Bus& platform_bus) {
  TamperBus bus(platform_bus);
  platform_bus_ = &platform_bus;
  bus_ = &bus;
  ExecutorOptions options;
  options.feed = feed_;
  options.step_timeout_cycles = kStepTimeoutCycles;
  const std::vector<TileAddress> tiles = platform_->TileAddresses();
  StepExecutor first(bus, tiles, binary_, options, StepObserver{});
  StepExecutor second(bus, tiles, binary_, options, StepObserver{});

  const uint64_t begin = bus.Now();
  const uint64_t control = Tile().core_base + arch::kRegControl.offset;
  bus.OnWrite([&](uint64_t address, uint32_t& value) {
    const bool start = address == control && (value & arch::kControlStart) != 0;
    if (start && first_start_ == 0) first_start_ = bus.Now() - begin;
  });
  first.Run(pictures_[0], "without fault");
  bus.Clear();
  first_cycles_ = bus.Now() - begin;
  for (size_t port = 0; port < kTilePorts; ++port) first_counts_[port] = CountsOf(port);
  if (first.Output() != expected_[0]) result_.problem = "wrong output without fault";

  kind_.apply(*this);
  const std::string report = RunWithFault(second);
  bus.Clear();
  if (abandoned_) {
    result_.outcome = Outcome::kRecovered;
    result_.status = core_state_;
  } else if (result_.problem.empty()) {
    const bool right = report.empty() && second.Output() == expected_[0];
    result_.problem = Judge(kind_.expected, kind_.status, report, right);
  }
  if (!report.empty()) {
    result_.outcome = Outcome::kReported;
    result_.status = core_state_.empty() ? ClassOf(report) : core_state_ + ": " + ClassOf(report);
  }
  if (stops_dma_ && result_.problem.empty()) result_.problem = StopProblem();
  platform_->fabric().Inject(Fault{});
  if (!result_.problem.empty()) return;

  // The driver that saw the fault, or one that knows nothing of it. Resets keep settings and what
  // was written behind a buffer, so those faults take a driver that writes everything anew.
  StepExecutor fresh(bus, tiles, binary_, options, StepObserver{});
  StepExecutor& last = kind_.beyond_reset || draw_.OneIn(2) ? fresh : second;
  last.Run(pictures_[1], "after the fault");
  if (last.Output() != expected_[1]) result_.problem = "wrong output after the reset";
}

// What the driver says, "" if nothing or if it gave up.
std::string TileRun::RunWithFault(StepExecutor& driver) {
  try {
    driver.Run(pictures_[0], "with the fault");
  } catch (const Abandoned&) {
    abandoned_ = true;
  } catch (const RunStopped& stopped) {
    if (stopped.during_access()) result_.problem = "a register access is never answered";
    return stopped.what();
  } catch (const DriverError& error) {
    return error.what();
  }
  return "";
}

uint32_t TileRun::ReadStatus(Direction channel) {
  uint32_t status = 0;
  bus_->Read32(Tile().dma_base + BaseOf(channel) + dma::kStatus, status);
  return status;
}

// After a bus error: one bit, in one channel alone; Halted once what was open has ended; and no
// new request. An MM2S whose words the core does not take keeps them, running, until the reset.
std::string TileRun::StopProblem() {
  constexpr int kPolls = 5000;
  int failed = 0;
  bool halted = true;
  for (const Direction channel : {Direction::kMm2s, Direction::kS2mm}) {
    uint32_t status = ReadStatus(channel);
    const auto ended = [&] {
      const arch::Probe& core = platform_->fabric().tiles()[0]->probe();
      const bool stuck = channel == Direction::kMm2s && core.s_tready == 0;
      return (status & dma::kStatusHalted) != 0 || stuck;
    };
    for (int poll = 0; poll < kPolls && !ended(); ++poll) status = ReadStatus(channel);
    if (!ended()) return fmt::format("{} runs on, DMASR 0x{:08x}", ToString(channel), status);
    halted = halted && (status & dma::kStatusHalted) != 0;
    const uint32_t errors = status & dma::kStatusAllErrors;
    if (errors != 0) ++failed;
    if ((errors & (errors - 1)) != 0) return fmt::format("two errors, DMASR 0x{:08x}", status);
  }
  if (failed != 1) return fmt::format("{} channels with an error, expected 1", failed);
  return RequestsProblem(halted);
}

// Descriptors that end later are still written back if a channel was not halted.
std::string TileRun::RequestsProblem(bool halted) {
  std::vector<AxiCounts> before;
  for (size_t port = 0; port < kTilePorts; ++port) before.push_back(CountsOf(port));
  bus_->WaitInterrupt(0, kQuietCycles);
  for (size_t port = 0; port < kTilePorts; ++port) {
    const AxiCounts more = CountsOf(port) - before[port];
    const bool status = static_cast<TilePort>(port) == TilePort::kSg && !halted;
    if (more.read.bursts == 0 && (more.write.bursts == 0 || status)) continue;
    return fmt::format("{} reads and {} writes on {} after the error", more.read.bursts,
                       more.write.bursts, kTilePortNames[port]);
  }
  return "";
}

}  // namespace nve
