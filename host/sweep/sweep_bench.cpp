// SPDX-License-Identifier: Apache-2.0
// A DMA, a memory, a source and a sink, one cycle after the other: see sweep_bench.hpp.
#include "host/sweep/sweep_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "host/axi/axi_checker.hpp"
#include "host/axi/dma_rules.hpp"
#include "host/driver/dma_registers.hpp"
#include "nve_isa.hpp"

namespace nve {
namespace {

constexpr uint64_t kMemoryBytes = uint64_t{128} << 20;
constexpr uint64_t kReadBase = uint64_t{16} << 20;
constexpr uint64_t kWriteBase = uint64_t{72} << 20;  // in another bank than kReadBase, and skewed
constexpr uint64_t kWriteSkew = 4 * 4096;
constexpr uint64_t kWordBytes = kPortBytes;
constexpr uint64_t kRegion = uint64_t{48} << 20;  // for the data of a direction
constexpr uint64_t kMostTransfers = 200'000;      // whose descriptors lie in front of the data
constexpr uint8_t kAllLanes = (1U << kWordBytes) - 1;
constexpr uint64_t kMaxRowBytes = 0xFFF8;
constexpr uint32_t kMaxRows = 4096;
constexpr int kMm2sLine = 0;
constexpr int kS2mmLine = 1;

// Transfers of each direction.
struct Counts {
  uint64_t mm2s = 0;
  uint64_t s2mm = 0;
};

class Bench : public Bus {
 public:
  Bench(const SweepSetup& setup, const Counts& counts)
      : setup_(setup),
        counts_(counts),
        rows_(setup.profile == "mover" && setup.bytes <= kMaxRowBytes),
        dma_(MakeDma(setup.profile)),
        memory_(kMemoryBytes),
        model_(MakeMemoryModel(setup.memory, arch::kClockMhz)),
        rules_("the DMA", {.sg_bytes = static_cast<uint32_t>(dma_->sg_bytes())}) {
    AddPorts();
    registers_.Attach({0, 0x1000, &in_.registers, &dma_->outputs().registers});
    dma_->Reset([this] { WatchReset(); });
  }

  void Run();

  /// Of what Run has seen.
  SweepResults Results() const;

  /// Transfers with which both directions run long enough to be measured; nothing if they do.
  std::optional<Counts> CountsNeeded() const;

  // ---- Bus ----
  BusResponse Read32(uint64_t address, uint32_t& value) override {
    registers_.Begin(false, address, 0);
    while (registers_.busy()) Step();
    value = registers_.data();
    return registers_.response();
  }
  BusResponse Write32(uint64_t address, uint32_t value) override {
    registers_.Begin(true, address, value);
    while (registers_.busy()) Step();
    return registers_.response();
  }
  std::span<uint8_t> Memory(uint64_t address, uint64_t bytes) override {
    return memory_.At(address, bytes);
  }
  uint64_t AllocateMemory(uint64_t bytes, uint64_t alignment) override {
    const uint64_t address = (free_ + alignment - 1) & ~(alignment - 1);
    free_ = address + bytes;
    NVE_CHECK(free_ <= kReadBase, "descriptors do not fit the memory in front of the data");
    return address;
  }
  uint64_t WaitInterrupt(uint64_t lines, uint64_t timeout_cycles) override {
    const uint64_t end = cycle_ + timeout_cycles;
    while (cycle_ < end) {
      const uint64_t up = (dma_->outputs().mm2s_interrupt ? 1U << kMm2sLine : 0U) |
                          (dma_->outputs().s2mm_interrupt ? 1U << kS2mmLine : 0U);
      if ((up & lines) != 0) return up & lines;
      Step();
    }
    return 0;
  }
  uint64_t Now() override { return cycle_; }

 private:
  // The end of a transfer, and what the memory has moved by then.
  struct End {
    uint64_t cycle = 0;
    std::vector<MovedBytes> moved;
  };
  // A direction: its words, the cycle of the first, the ends of its transfers.
  struct Record {
    uint64_t words = 0;
    uint64_t first = 0;
    std::vector<End> ends;
  };
  // Two ends of a direction, between which rates are measured, and the transfers from one to the
  // other.
  struct Window {
    End from;
    End to;
    uint64_t transfers = 0;

    double Cycles() const { return static_cast<double>(to.cycle - from.cycle); }
  };

  void AddPorts() {
    const int widths[] = {dma_->sg_bytes(), kWordBytes, kWordBytes};
    for (size_t p = 0; p < kTilePorts; ++p) {
      const bool descriptors = p == static_cast<size_t>(TilePort::kSg);
      if (descriptors && setup_.descriptor_latency) {
        MemoryConfig config;
        config.read_latency = *setup_.descriptor_latency;
        config.write_latency = *setup_.descriptor_latency;
        descriptor_model_ = MakeMemoryModel(config, arch::kClockMhz);
        AddPort(*descriptor_model_);
      } else if (!setup_.shared_port || ports_.empty() ||
                 (setup_.descriptor_latency && ports_.size() == 1)) {
        AddPort(*model_);
      }
      masters_[p] = {ports_.back().get(),
                     ports_.back()->Attach(kTilePortNames[p], widths[p], dma_->outputs().ports[p])};
    }
  }
  void AddPort(MemoryModel& model) {
    ports_.push_back(std::make_unique<AxiPort>(static_cast<int>(ports_.size()), memory_, model));
    ports_.back()->SetAcceptance(setup_.outstanding);
  }

  void WatchReset() {
    registers_.StepReset();
    for (const auto& master : masters_) master.port->StepReset(master.number);
    sink_checker_.StepReset(dma_->outputs().sink_valid, cycle_);
    source_checker_.StepReset(in_.source_valid, cycle_);
  }

  void Step() {
    const DmaOutputs& out = dma_->outputs();
    for (size_t p = 0; p < kTilePorts; ++p)
      in_.ports[p] = masters_[p].port->out(masters_[p].number);
    in_.sink_ready = true;
    in_.source_valid = source_.words < source_words_;
    in_.source_data = source_.words;
    in_.source_last = rows_ ? source_.words + 1 == source_words_ : EndsTransfer(source_.words);
    dma_->Drive(in_);
    sink_checker_.Step(out.sink_valid, in_.sink_ready,
                       {out.sink_data, out.sink_keep, out.sink_last}, cycle_, rules_.owes_word());
    source_checker_.Step(in_.source_valid, out.source_ready,
                         {in_.source_data, kAllLanes, in_.source_last}, cycle_,
                         source_.words < source_words_);
    if (out.sink_valid) Take(sink_, out.sink_data);
    if (in_.source_valid && out.source_ready) Take(source_, in_.source_data);
    if (in_.registers.wvalid && out.registers.wready) last_write_ = cycle_;
    const AxiLiteMaster registers = in_.registers;
    registers_.Step();
    for (const auto& port : ports_) port->Step(cycle_);
    rules_.Step({.register_master = registers,
                 .register_slave = out.registers,
                 .masters = out.ports,
                 .slaves = in_.ports,
                 .mm2s_taken = out.sink_valid,
                 .s2mm_taken = in_.source_valid && out.source_ready,
                 .mm2s = {.bytes = static_cast<uint32_t>(std::popcount(out.sink_keep)),
                          .last = out.sink_last},
                 .s2mm = {.bytes = kWordBytes, .last = in_.source_last}},
                cycle_);
    dma_->Step();
    model_->Tick(cycle_);
    ++cycle_;
  }

  uint64_t Words() const { return setup_.bytes / kWordBytes; }  // of a transfer
  bool EndsTransfer(uint64_t word) const { return (word + 1) % Words() == 0; }

  void Take(Record& record, uint64_t data) {
    if (record.words == 0) record.first = cycle_;
    const uint64_t expected =
        &record == &sink_ ? DataOf(record.words % (Places() * Words())) : record.words;
    if (data != expected) {
      throw CheckFailed(fmt::format("word {} of the stream is 0x{:x}, expected 0x{:x}",
                                    record.words, data, expected));
    }
    if (EndsTransfer(record.words)) record.ends.push_back({cycle_, Moved()});
    ++record.words;
  }

  std::vector<MovedBytes> Moved() const {
    const auto number = [&](TilePort port) {
      return masters_[static_cast<size_t>(port)].port->number();
    };
    return model_->Moved(cycle_, number(TilePort::kMm2s), number(TilePort::kS2mm));
  }

  static uint64_t DataOf(uint64_t word) { return word * uint64_t{0x9E3779B97F4A7C15}; }
  uint64_t Stride() const { return setup_.stride > 0 ? setup_.stride : setup_.bytes; }
  // Transfers that lie beside each other; further ones begin at the first place again.
  uint64_t Places() const { return kRegion / Stride(); }
  uint64_t AddressOf(uint64_t base, uint64_t transfer) const {
    return base + transfer % Places() * Stride();
  }

  std::vector<dma::Move> MovesAt(uint64_t base, uint64_t transfers) const;
  void FillMemory();
  void CheckMemory();
  std::span<const End> WhileAllRun(const Record& record) const;
  const Record& Slower() const;
  Window Measured() const;
  SweepResult TakeResult(const Record& record, bool write, uint64_t start) const;

  struct Master {
    AxiPort* port = nullptr;
    int number = 0;
  };

  const SweepSetup setup_;
  const Counts counts_;
  const bool rows_;  // of one descriptor are the transfers
  std::unique_ptr<DmaModel> dma_;
  MemoryArray memory_;
  std::unique_ptr<MemoryModel> model_;
  std::unique_ptr<MemoryModel> descriptor_model_;
  std::vector<std::unique_ptr<AxiPort>> ports_;
  std::array<Master, kTilePorts> masters_;
  RegisterBus registers_;
  DmaInputs in_;
  Record sink_;
  Record source_;
  AxiStreamChecker sink_checker_{"the MM2S stream", kWordBytes, AxiLimits{}.timeout};
  AxiStreamChecker source_checker_{"the S2MM stream", kWordBytes, AxiLimits{}.timeout};
  DmaRules rules_;
  uint64_t source_words_ = 0;
  uint64_t cycle_ = 0;
  uint64_t last_write_ = 0;  // handshake of the last register write
  uint64_t mm2s_start_ = 0;  // handshakes of TAILDESC
  uint64_t s2mm_start_ = 0;
  uint64_t free_ = 4096;
};

std::vector<dma::Move> Bench::MovesAt(uint64_t base, uint64_t transfers) const {
  std::vector<dma::Move> moves;
  for (uint64_t t = 0; t < transfers;) {
    dma::Move move = {.address = AddressOf(base, t), .bytes = setup_.bytes};
    uint64_t count = 1;
    if (rows_) {
      count = std::min<uint64_t>({transfers - t, kMaxRows, Places() - t % Places()});
      move.columns = 1;
      move.steps = static_cast<uint32_t>(count);
      move.step_stride = static_cast<uint32_t>(Stride());
    }
    moves.push_back(move);
    t += count;
  }
  return moves;
}

void Bench::FillMemory() {
  const uint64_t transfers = std::min(counts_.mm2s, Places());
  for (uint64_t word = 0; word < transfers * Words(); ++word) {
    const uint64_t data = DataOf(word);
    std::memcpy(
        memory_.At(AddressOf(kReadBase, word / Words()) + word % Words() * kWordBytes, kWordBytes)
            .data(),
        &data, kWordBytes);
  }
}

// The last transfer of every place.
void Bench::CheckMemory() {
  const uint64_t first = counts_.s2mm - std::min(counts_.s2mm, Places());
  for (uint64_t word = first * Words(); word < counts_.s2mm * Words(); ++word) {
    uint64_t data = 0;
    const uint64_t address =
        AddressOf(kWriteBase + kWriteSkew, word / Words()) + word % Words() * kWordBytes;
    std::memcpy(&data, memory_.At(address, kWordBytes).data(), kWordBytes);
    if (data != word) {
      throw CheckFailed(fmt::format("word {} of transfer {} was written as 0x{:x}", word % Words(),
                                    word / Words(), data));
    }
  }
}

// The ends of a direction in the time in which all that were started run.
std::span<const Bench::End> Bench::WhileAllRun(const Record& record) const {
  const bool both = setup_.mm2s && setup_.s2mm;
  const Record& other = !both ? record : &record == &sink_ ? source_ : sink_;
  const auto before = [](const End& a, const End& b) { return a.cycle < b.cycle; };
  const auto from =
      std::lower_bound(record.ends.begin(), record.ends.end(), other.ends.front(), before);
  const auto to = std::upper_bound(from, record.ends.end(), other.ends.back(), before);
  return {from, to};
}

const Bench::Record& Bench::Slower() const {
  if (!setup_.s2mm) return sink_;
  if (!setup_.mm2s) return source_;
  const auto period = [](const Record& record) {
    return static_cast<double>(record.ends.back().cycle - record.ends.front().cycle) /
           static_cast<double>(record.ends.size() - 1);
  };
  return period(sink_) > period(source_) ? sink_ : source_;
}

// The middle half of the slower direction's: the queues fill at the beginning and run dry at the
// end.
Bench::Window Bench::Measured() const {
  const std::span<const End> ends = WhileAllRun(Slower());
  if (ends.empty()) return {};
  const size_t from = ends.size() / 4;
  const size_t to = std::min(ends.size() * 3 / 4, ends.size() - 1);
  return {ends[from], ends[to], to - from};
}

std::optional<Counts> Bench::CountsNeeded() const {
  constexpr uint64_t kLeast = 8;  // transfers of the slower direction
  const uint64_t measured = Measured().transfers;
  Counts needed = counts_;
  uint64_t& faster = &Slower() == &sink_ ? needed.s2mm : needed.mm2s;
  if (measured >= kLeast || !setup_.mm2s || !setup_.s2mm || faster >= kMostTransfers) {
    return std::nullopt;
  }
  const uint64_t factor = 1 + 2 * kLeast / std::max<uint64_t>(measured, 1);
  faster = std::min(faster * factor, kMostTransfers);
  return needed;
}

// Every direction between its own ends in the same window, so that no part of a transfer counts. A
// word counts when it is through all places that limit the rate: buffers between them may take or
// give some.
SweepResult Bench::TakeResult(const Record& record, bool write, uint64_t start) const {
  const Window window = Measured();
  const auto inside = [&](const End& end) {
    return end.cycle >= window.from.cycle && end.cycle <= window.to.cycle;
  };
  const auto first = std::find_if(record.ends.begin(), record.ends.end(), inside);
  const auto last = std::find_if(record.ends.rbegin(), record.ends.rend(), inside).base() - 1;
  if (last <= first) throw CheckFailed("the two directions are too different in speed to measure");
  const Window own = {*first, *last, static_cast<uint64_t>(last - first)};
  double words_per_cycle = static_cast<double>(own.transfers * Words()) / own.Cycles();
  for (size_t place = 0; place < window.from.moved.size(); ++place) {
    MovedBytes from = window.from.moved[place];
    MovedBytes to = window.to.moved[place];
    const double moved = (to.Of(write) - from.Of(write)) / kWordBytes;
    words_per_cycle = std::min(words_per_cycle, moved / window.Cycles());
  }
  SweepResult result;
  result.period = static_cast<double>(Words()) / words_per_cycle;
  result.megabytes_per_second = kWordBytes * words_per_cycle * arch::kClockMhz;
  result.first = record.first - start;
  return result;
}

void Bench::Run() {
  constexpr uint64_t kTimeout = 100'000'000;
  FillMemory();
  dma::Engine engine(*this, 0, "DMA", {kMm2sLine, kS2mmLine});
  engine.Reset();
  const auto packets = rows_ ? dma::Packets::kOne : dma::Packets::kEach;
  std::vector<std::unique_ptr<dma::DescriptorRing>> rings;
  std::vector<dma::Channel*> pending;
  uint64_t lines = 0;
  const auto start = [&](dma::Direction direction, uint64_t base, uint64_t transfers) {
    const std::vector<dma::Move> moves = MovesAt(base, transfers);
    const uint64_t ring =
        AllocateMemory(moves.size() * dma::kDescriptorBytes, dma::kDescriptorBytes);
    rings.push_back(std::make_unique<dma::DescriptorRing>(*this, ring, moves.size()));
    rings.back()->Fill(direction, moves, packets);
    pending.push_back(&engine.channel(direction));
    pending.back()->Start(*rings.back());
    lines |= pending.back()->interrupt_mask();
    return last_write_;
  };
  if (setup_.s2mm) {
    s2mm_start_ = start(dma::Direction::kS2mm, kWriteBase + kWriteSkew, counts_.s2mm);
    source_words_ = counts_.s2mm * Words();
  }
  if (setup_.mm2s) mm2s_start_ = start(dma::Direction::kMm2s, kReadBase, counts_.mm2s);
  while (!pending.empty()) {
    if (WaitInterrupt(lines, kTimeout) == 0) throw DriverError("time-out of the sweep");
    engine.CheckErrors();
    std::erase_if(pending, [](dma::Channel* channel) { return channel->PollDone(); });
  }
  if (setup_.s2mm) CheckMemory();
}

SweepResults Bench::Results() const {
  SweepResults results;
  if (setup_.mm2s) results.mm2s = TakeResult(sink_, false, mm2s_start_);
  if (setup_.s2mm) results.s2mm = TakeResult(source_, true, s2mm_start_);
  return results;
}

// So many that the ramps at both ends do not count and the memory holds them.
Counts FirstCounts(const SweepSetup& setup) {
  const uint64_t wanted = std::clamp<uint64_t>((uint64_t{1} << 20) / setup.bytes, 32, 2048);
  const uint64_t transfers = std::min(wanted, kRegion / std::max(setup.stride, setup.bytes));
  return {.mm2s = transfers, .s2mm = transfers};
}

}  // namespace

void CheckRates(const SweepResults& results, const PeakRates& peak) {
  // What one clock of a DRAM moves at the edge of a window.
  constexpr double kEdge = 1e-4;
  double sum = 0;
  for (const std::optional<SweepResult>& result : {results.mm2s, results.s2mm}) {
    const double rate = result ? result->megabytes_per_second : 0;
    NVE_CHECK(rate <= peak.direction * (1 + kEdge),
              fmt::format("measured {:.2f} MB/s in a direction that moves at most {:.2f}", rate,
                          peak.direction));
    sum += rate;
  }
  NVE_CHECK(sum <= peak.together * (1 + kEdge),
            fmt::format("measured {:.2f} MB/s in both directions, which move at most {:.2f}", sum,
                        peak.together));
}

SweepResults Measure(const SweepSetup& setup) {
  std::optional<Counts> counts = FirstCounts(setup);
  while (true) {
    Bench bench(setup, *counts);
    bench.Run();
    counts = bench.CountsNeeded();
    if (counts) continue;
    const SweepResults results = bench.Results();
    CheckRates(results, PeakRatesOf(setup.memory, arch::kClockMhz));
    return results;
  }
}

}  // namespace nve
