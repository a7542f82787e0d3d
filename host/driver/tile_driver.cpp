// One step on one tile: see tile_driver.hpp.
#include "host/driver/tile_driver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "host/driver/mover_plan.hpp"

namespace nve {
namespace {

constexpr uint64_t kBufferAlignment = 128;

// Of the stream.
int64_t SumBytes(const std::vector<dma::Move>& moves) {
  int64_t sum = 0;
  for (const dma::Move& move : moves) {
    if (!move.loads_list) sum += static_cast<int64_t>(move.TotalBytes());
  }
  return sum;
}

}  // namespace

TileDriver::TileDriver(Bus& bus, const TileAddress& address, int number, const Binary& binary,
                       PlanMemory& memory, uint64_t max_descriptor_bytes)
    : bus_(bus),
      binary_(binary),
      memory_(memory),
      max_descriptor_bytes_(max_descriptor_bytes),
      mover_(address.mover),
      core_(bus, address.core_base, fmt::format("core {}", number), address.core_interrupt),
      dma_(bus, address.dma_base, fmt::format("DMA {}", number), address.dma_interrupts) {}

void TileDriver::Reset() {
  core_.CheckIdentity();
  if (binary_.arch_id != arch::kArchId) {
    throw DriverError(
        fmt::format("the binary was made for ARCH_ID 0x{:08x} ({}), the core has 0x{:08x}",
                    binary_.arch_id, binary_.arch_name, arch::kArchId));
  }
  // The DMA first: words it still holds would enter the core's FIFO after the core's reset.
  dma_.Reset();
  core_.SoftReset();
  if (step_ == nullptr) return;
  // A step has failed: its program may be half loaded.
  loaded_program_.reset();
  core_pending_ = mm2s_pending_ = s2mm_pending_ = false;
  step_ = nullptr;
}

void TileDriver::Start(const RunStep& step, Feed feed) {
  const Program& program = binary_.programs[step.program];
  const bool load = loaded_program_ != step.program;
  if (feed == Feed::kMover && !mover_) {
    throw DriverError("feed mover: this DMA does not take the mover's descriptors");
  }
  const std::vector<dma::Move> input = PrepareInput(step, feed, load);
  const std::vector<dma::Move> output = PrepareOutput(step, feed);
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
  feed_ = feed;
  mm2s_pending_ = !input.empty();
  s2mm_pending_ = !output.empty();
  if (s2mm_pending_) {
    Reserve(output_, 0, output.size());
    output_.ring->Fill(dma::Direction::kS2mm, output);
    traffic_.s2mm_chain = output_.ring->first();
    dma_.Start(dma::Direction::kS2mm, *output_.ring);
  }
  core_.Start(load);
  core_pending_ = true;
  loaded_program_ = step.program;
  if (mm2s_pending_) {
    Reserve(input_, 0, input.size());
    input_.ring->Fill(dma::Direction::kMm2s, input);
    traffic_.mm2s_chain = input_.ring->first();
    dma_.Start(dma::Direction::kMm2s, *input_.ring);
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

std::vector<dma::Move> TileDriver::PrepareInput(const RunStep& step, Feed feed, bool load) {
  if (feed == Feed::kMover) {
    std::vector<dma::Move> moves = PrepareMover(input_, step.input);
    const dma::Block code = memory_.Code(step.program);
    if (load) moves.insert(moves.begin(), {.address = code.address, .bytes = code.bytes});
    return moves;
  }
  std::vector<dma::Block> blocks;
  if (load) blocks.push_back(memory_.Code(step.program));
  if (InOneBlock(feed) && !step.input.empty()) {
    const auto bytes = static_cast<uint64_t>(TotalBytes(step.input));
    blocks.push_back({GatherInput(step), bytes});
    if (feed == Feed::kReordered) bus_.SpendCopyTime(bytes);
  } else {
    const std::vector<dma::Block> pieces = memory_.BlocksOf(step.input);
    blocks.insert(blocks.end(), pieces.begin(), pieces.end());
  }
  return dma::MovesOf(dma::JoinAndSplit(blocks, max_descriptor_bytes_));
}

uint64_t TileDriver::GatherInput(const RunStep& step) {
  const std::vector<uint64_t> words = memory_.image().Gather(step.input);
  const uint64_t bytes = words.size() * sizeof(uint64_t);
  Reserve(input_, bytes, 0);
  std::memcpy(bus_.Memory(input_.address, bytes).data(), words.data(), bytes);
  return input_.address;
}

std::vector<dma::Move> TileDriver::PrepareOutput(const RunStep& step, Feed feed) {
  scatter_ = InOneBlock(feed) && !step.output.empty();
  if (feed == Feed::kMover) return PrepareMover(output_, step.output);
  std::vector<dma::Block> blocks;
  if (scatter_) {
    const auto bytes = static_cast<uint64_t>(TotalBytes(step.output));
    Reserve(output_, bytes, 0);
    blocks.push_back({output_.address, bytes});
  } else {
    blocks = memory_.BlocksOf(step.output);
  }
  return dma::MovesOf(dma::JoinAndSplit(blocks, max_descriptor_bytes_));
}

std::vector<dma::Move> TileDriver::PrepareMover(Lane& lane,
                                                const std::vector<Transfer>& transfers) {
  MoverPlan plan = MoverPlanOf(transfers, memory_.image().layout());
  if (plan.list.empty()) return std::move(plan.moves);
  const uint64_t bytes = (plan.list.size() * sizeof(uint32_t) + 7) / 8 * 8;
  if (lane.list == 0) {
    lane.list = bus_.AllocateMemory(dma::kListEntries * sizeof(uint32_t), kBufferAlignment);
  }
  std::memcpy(bus_.Memory(lane.list, bytes).data(), plan.list.data(),
              plan.list.size() * sizeof(uint32_t));
  plan.moves.insert(plan.moves.begin(), {.address = lane.list, .bytes = bytes, .loads_list = true});
  return std::move(plan.moves);
}

void TileDriver::ScatterOutput() {
  std::vector<uint64_t> words(static_cast<size_t>(TotalBytes(step_->output)) / sizeof(uint64_t));
  const uint64_t bytes = words.size() * sizeof(uint64_t);
  std::memcpy(words.data(), bus_.Memory(output_.address, bytes).data(), bytes);
  memory_.image().Scatter(step_->output, words);
  if (feed_ == Feed::kReordered) bus_.SpendCopyTime(bytes);
}

}  // namespace nve
