// A DMA, a memory, a source and a sink, one cycle after the other: see sweep_bench.hpp.
#include "host/sweep/sweep_bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "host/driver/dma_registers.hpp"
#include "host/platform/axi_checker.hpp"
#include "host/platform/dma_rules.hpp"

namespace nve {
namespace {

constexpr uint64_t kMemoryBytes = uint64_t{128} << 20;
constexpr uint64_t kReadBase = uint64_t{16} << 20;
constexpr uint64_t kWriteBase = uint64_t{72} << 20;  // in another bank than kReadBase, and skewed
constexpr uint64_t kWriteSkew = 4 * 4096;
constexpr uint64_t kWordBytes = 8;
constexpr uint8_t kAllLanes = (1U << kWordBytes) - 1;
constexpr uint64_t kMaxRowBytes = 0xFFF8;
constexpr uint32_t kMaxRows = 4096;
constexpr int kMm2sLine = 0;
constexpr int kS2mmLine = 1;

class Bench : public Bus {
 public:
  explicit Bench(const SweepSetup& setup)
      : setup_(setup),
        rows_(setup.profile == "mover" && setup.bytes <= kMaxRowBytes),
        dma_(MakeDma(setup.profile)),
        memory_(kMemoryBytes),
        model_(MakeMemoryModel(setup.memory, arch::kClockMhz)),
        rules_("the DMA", {.sg_bytes = static_cast<uint32_t>(dma_->sg_bytes())}) {
    AddPorts();
    registers_.Attach({0, 0x1000, &in_.registers, &dma_->outputs().registers});
    dma_->Reset([this] { WatchReset(); });
  }

  SweepResults Run();

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
  // The end of every transfer of a direction, cycles, and the first word.
  struct Record {
    uint64_t words = 0;
    uint64_t first = 0;
    std::vector<uint64_t> ends;
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

  bool EndsTransfer(uint64_t word) const { return (word + 1) % (setup_.bytes / kWordBytes) == 0; }

  void Take(Record& record, uint64_t data) {
    if (record.words == 0) record.first = cycle_;
    const uint64_t expected = &record == &sink_ ? DataOf(record.words) : record.words;
    if (data != expected) {
      throw CheckFailed(fmt::format("word {} of the stream is 0x{:x}, expected 0x{:x}",
                                    record.words, data, expected));
    }
    if (EndsTransfer(record.words)) record.ends.push_back(cycle_);
    ++record.words;
  }

  static uint64_t DataOf(uint64_t word) { return word * uint64_t{0x9E3779B97F4A7C15}; }
  uint64_t Stride() const { return setup_.stride > 0 ? setup_.stride : setup_.bytes; }
  uint64_t AddressOf(uint64_t base, uint64_t transfer) const { return base + transfer * Stride(); }

  // So many that the ramps at both ends do not count and the memory holds them.
  uint64_t Transfers() const {
    constexpr uint64_t kRegion = uint64_t{48} << 20;
    const uint64_t wanted = std::clamp<uint64_t>((uint64_t{1} << 20) / setup_.bytes, 32, 2048);
    return std::min(wanted, kRegion / Stride());
  }

  std::vector<dma::Move> MovesAt(uint64_t base) const;
  void FillMemory(uint64_t transfers);
  void CheckMemory(uint64_t transfers);
  SweepResult ResultOf(const Record& record, uint64_t start) const;

  struct Master {
    AxiPort* port = nullptr;
    int number = 0;
  };

  const SweepSetup setup_;
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
  uint64_t free_ = 4096;
};

std::vector<dma::Move> Bench::MovesAt(uint64_t base) const {
  std::vector<dma::Move> moves;
  const uint64_t transfers = Transfers();
  for (uint64_t t = 0; t < transfers;) {
    dma::Move move = {.address = AddressOf(base, t), .bytes = setup_.bytes};
    uint64_t count = 1;
    if (rows_) {
      count = std::min<uint64_t>(transfers - t, kMaxRows);
      move.columns = 1;
      move.steps = static_cast<uint32_t>(count);
      move.step_stride = static_cast<uint32_t>(Stride());
    }
    moves.push_back(move);
    t += count;
  }
  return moves;
}

void Bench::FillMemory(uint64_t transfers) {
  const uint64_t words = setup_.bytes / kWordBytes;
  for (uint64_t t = 0; t < transfers; ++t) {
    for (uint64_t w = 0; w < words; ++w) {
      const uint64_t data = DataOf(t * words + w);
      std::memcpy(memory_.At(AddressOf(kReadBase, t) + w * kWordBytes, kWordBytes).data(), &data,
                  kWordBytes);
    }
  }
}

void Bench::CheckMemory(uint64_t transfers) {
  const uint64_t words = setup_.bytes / kWordBytes;
  for (uint64_t t = 0; t < transfers; ++t) {
    for (uint64_t w = 0; w < words; ++w) {
      uint64_t data = 0;
      const uint64_t address = AddressOf(kWriteBase + kWriteSkew, t) + w * kWordBytes;
      std::memcpy(&data, memory_.At(address, kWordBytes).data(), kWordBytes);
      if (data != t * words + w) {
        throw CheckFailed(fmt::format("word {} of transfer {} was written as 0x{:x}", w, t, data));
      }
    }
  }
}

// The middle half: the queues fill at the beginning and run dry at the end.
SweepResult Bench::ResultOf(const Record& record, uint64_t start) const {
  const size_t from = record.ends.size() / 4;
  const size_t to = record.ends.size() * 3 / 4;
  const auto cycles = static_cast<double>(record.ends.at(to) - record.ends.at(from));
  SweepResult result;
  result.period = cycles / static_cast<double>(to - from);
  result.megabytes_per_second = static_cast<double>(setup_.bytes) / result.period * arch::kClockMhz;
  result.first = record.first - start;
  return result;
}

SweepResults Bench::Run() {
  constexpr uint64_t kTimeout = 100'000'000;
  const uint64_t transfers = Transfers();
  FillMemory(transfers);
  dma::Engine engine(*this, 0, "DMA", {kMm2sLine, kS2mmLine});
  engine.Reset();
  const auto packets = rows_ ? dma::Packets::kOne : dma::Packets::kEach;
  std::vector<std::unique_ptr<dma::DescriptorRing>> rings;
  std::vector<uint64_t> starts;
  std::vector<dma::Channel*> pending;
  uint64_t lines = 0;
  const auto start = [&](dma::Direction direction, uint64_t base) {
    const std::vector<dma::Move> moves = MovesAt(base);
    rings.push_back(std::make_unique<dma::DescriptorRing>(*this, moves.size()));
    rings.back()->Fill(direction, moves, packets);
    pending.push_back(&engine.channel(direction));
    pending.back()->Start(*rings.back());
    lines |= pending.back()->interrupt_mask();
    starts.push_back(last_write_);
  };
  if (setup_.s2mm) {
    start(dma::Direction::kS2mm, kWriteBase + kWriteSkew);
    source_words_ = transfers * setup_.bytes / kWordBytes;
  }
  if (setup_.mm2s) start(dma::Direction::kMm2s, kReadBase);
  while (!pending.empty()) {
    if (WaitInterrupt(lines, kTimeout) == 0) throw DriverError("time-out of the sweep");
    engine.CheckErrors();
    std::erase_if(pending, [](dma::Channel* channel) { return channel->PollDone(); });
  }
  SweepResults results;
  if (setup_.mm2s) results.mm2s = ResultOf(sink_, starts.back());
  if (setup_.s2mm) {
    CheckMemory(transfers);
    results.s2mm = ResultOf(source_, starts.front());
  }
  return results;
}

}  // namespace

SweepResults Measure(const SweepSetup& setup) { return Bench(setup).Run(); }

}  // namespace nve
