// One step on one tile: see tile_driver.hpp.
#include "host/driver/tile_driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace nve {
namespace {

constexpr uint64_t kBufferAlignment = 128;

int64_t SumBytes(const std::vector<dma::Block>& blocks) {
  int64_t sum = 0;
  for (const dma::Block& block : blocks) sum += static_cast<int64_t>(block.bytes);
  return sum;
}

}  // namespace

TileDriver::TileDriver(Bus& bus, const TileAddress& address, int number, const Binary& binary,
                       PlanMemory& memory, uint64_t max_descriptor_bytes)
    : bus_(bus),
      binary_(binary),
      memory_(memory),
      max_descriptor_bytes_(max_descriptor_bytes),
      core_(bus, address.core_base, fmt::format("core {}", number), address.core_interrupt),
      dma_(bus, address.dma_base, fmt::format("DMA {}", number), address.dma_interrupts) {}

void TileDriver::Reset() {
  core_.CheckIdentity();
  if (binary_.arch_id != arch::kArchId) {
    throw DriverError(
        fmt::format("the binary was made for ARCH_ID 0x{:08x} ({}), the core has 0x{:08x}",
                    binary_.arch_id, binary_.arch_name, arch::kArchId));
  }
  core_.SoftReset();
  dma_.Reset();
}

void TileDriver::Start(const RunStep& step, Feed feed) {
  const Program& program = binary_.programs[step.program];
  const bool load = loaded_program_ != step.program;
  const bool gathered = feed == Feed::kGathered;
  std::vector<dma::Block> input = PrepareInput(step, gathered);
  if (load) input.insert(input.begin(), memory_.Code(step.program));
  input = dma::JoinAndSplit(input, max_descriptor_bytes_);
  const std::vector<dma::Block> output =
      dma::JoinAndSplit(PrepareOutput(step, gathered), max_descriptor_bytes_);
  const int64_t output_bytes = SumBytes(output);
  traffic_ = {.loaded = load,
              .mm2s_descriptors = static_cast<int64_t>(input.size()),
              .mm2s_bytes = SumBytes(input),
              .s2mm_descriptors = static_cast<int64_t>(output.size()),
              .s2mm_bytes = output_bytes};

  Settings settings = program.settings;
  settings["RUNS"] = static_cast<uint32_t>(step.runs);
  settings["PACKET_WORDS"] = static_cast<uint32_t>(output_bytes / arch::kWordBytes);
  core_.WriteSettings(settings);
  core_.WriteTable(binary_.tables[program.table]);

  // The output channel first: the core's first words must find it ready. The input comes last.
  step_ = &step;
  mm2s_pending_ = !input.empty();
  s2mm_pending_ = !output.empty();
  if (s2mm_pending_) {
    Reserve(output_, 0, output.size());
    output_.ring->Fill(dma::Direction::kS2mm, output);
    dma_.channel(dma::Direction::kS2mm).Start(*output_.ring);
  }
  core_.Start(load);
  core_pending_ = true;
  loaded_program_ = step.program;
  if (mm2s_pending_) {
    Reserve(input_, 0, input.size());
    input_.ring->Fill(dma::Direction::kMm2s, input);
    dma_.channel(dma::Direction::kMm2s).Start(*input_.ring);
  }
}

bool TileDriver::PollDone() {
  dma_.CheckErrors();
  if (mm2s_pending_ && dma_.channel(dma::Direction::kMm2s).PollDone()) mm2s_pending_ = false;
  if (s2mm_pending_ && dma_.channel(dma::Direction::kS2mm).PollDone()) s2mm_pending_ = false;
  if (core_pending_ && core_.PollDone()) core_pending_ = false;
  if (core_pending_ || mm2s_pending_ || s2mm_pending_) return false;
  if (scatter_) ScatterOutput();
  step_ = nullptr;
  return true;
}

uint64_t TileDriver::PendingInterrupts() const {
  return (core_pending_ ? core_.interrupt_mask() : 0) |
         (mm2s_pending_ ? dma_.channel(dma::Direction::kMm2s).interrupt_mask() : 0) |
         (s2mm_pending_ ? dma_.channel(dma::Direction::kS2mm).interrupt_mask() : 0);
}

std::string TileDriver::Describe() {
  if (step_ == nullptr) return core_.Describe();
  std::string text =
      fmt::format("program {} is waiting for", binary_.programs[step_->program].name);
  if (core_pending_) text += "\n  the end of its runs: " + core_.Describe();
  if (mm2s_pending_) text += "\n  its input: " + dma_.channel(dma::Direction::kMm2s).Describe();
  if (s2mm_pending_) text += "\n  its output: " + dma_.channel(dma::Direction::kS2mm).Describe();
  return text;
}

void TileDriver::Reserve(Lane& lane, uint64_t bytes, size_t descriptors) {
  // Memory of a bus is never given back, hence growth by doubling.
  if (bytes > lane.bytes) {
    lane.bytes = std::max(bytes, 2 * lane.bytes);
    lane.address = bus_.AllocateMemory(lane.bytes, kBufferAlignment);
  }
  if (descriptors > lane.descriptors) {
    lane.descriptors = std::max(descriptors, 2 * lane.descriptors);
    lane.ring = std::make_unique<dma::DescriptorRing>(bus_, lane.descriptors);
  }
}

std::vector<dma::Block> TileDriver::PrepareInput(const RunStep& step, bool gathered) {
  if (!gathered || step.input.empty()) return memory_.BlocksOf(step.input);
  const std::vector<uint64_t> words = memory_.image().Gather(step.input);
  const uint64_t bytes = words.size() * sizeof(uint64_t);
  Reserve(input_, bytes, 0);
  std::memcpy(bus_.Memory(input_.address, bytes).data(), words.data(), bytes);
  return {{input_.address, bytes}};
}

std::vector<dma::Block> TileDriver::PrepareOutput(const RunStep& step, bool gathered) {
  scatter_ = gathered && !step.output.empty();
  if (!scatter_) return memory_.BlocksOf(step.output);
  const auto bytes = static_cast<uint64_t>(TotalBytes(step.output));
  Reserve(output_, bytes, 0);
  return {{output_.address, bytes}};
}

void TileDriver::ScatterOutput() {
  std::vector<uint64_t> words(static_cast<size_t>(TotalBytes(step_->output)) / sizeof(uint64_t));
  const uint64_t bytes = words.size() * sizeof(uint64_t);
  std::memcpy(words.data(), bus_.Memory(output_.address, bytes).data(), bytes);
  memory_.image().Scatter(step_->output, words);
}

}  // namespace nve
