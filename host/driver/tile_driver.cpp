// SPDX-License-Identifier: Apache-2.0
// One step on one tile: see tile_driver.hpp.
#include "host/driver/tile_driver.hpp"

#include <fmt/format.h>

#include <cstring>

namespace nve {
namespace {

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
                       BinaryMemory& memory, TableBy table_by)
    : bus_(bus),
      binary_(binary),
      memory_(memory),
      table_by_(table_by),
      mover_(address.mover),
      core_(bus, address.core_base, fmt::format("core {}", number), address.core_interrupt),
      dma_(bus, address.dma_base, fmt::format("DMA {}", number), address.dma_interrupts) {}

void TileDriver::Reset() {
  core_.CheckIdentity(binary_.machine);
  Stop();
}

void TileDriver::Stop() {
  // The DMA first: words it still holds would enter the core's FIFO after the core's reset.
  dma_.Reset();
  core_.SoftReset();
  if (step_ == nullptr) return;
  // A step has not ended: its table or program may be half loaded.
  contents_.Forget();
  core_pending_ = mm2s_pending_ = s2mm_pending_ = false;
  step_ = nullptr;
}

// What the START must load, once the processor has written its part.
StartLoad TileDriver::PrepareLoad(int program) {
  StartLoad load = contents_.Missing(binary_, program);
  if (load == StartLoad::kTable && table_by_ == TableBy::kRegisters) {
    core_.WriteTable(binary_.tables[binary_.programs[program].table]);
    load = contents_.HoldsProgram(program) ? StartLoad::kNothing : StartLoad::kProgram;
  }
  return load;
}

void TileDriver::Start(const RunStep& step, Feed feed) {
  const Program& program = binary_.programs[step.program];
  if (feed == Feed::kMover && !mover_) {
    throw DriverError("feed mover: this DMA does not take the mover's descriptors");
  }
  const StartLoad load = PrepareLoad(step.program);
  StepPlacement placed = memory_.placement().Place(step, feed, load);
  Take(input_, std::move(placed.input));
  Take(output_, std::move(placed.output));
  const std::vector<dma::Move>& input = input_.placed.moves;
  const std::vector<dma::Move>& output = output_.placed.moves;
  WriteInput(step, feed);
  scatter_ = output_.placed.buffer.bytes > 0;
  const int64_t output_bytes = SumBytes(output);
  traffic_ = {.load = load,
              .mm2s_descriptors = static_cast<int64_t>(input.size()),
              .mm2s_bytes = SumBytes(input),
              .s2mm_descriptors = static_cast<int64_t>(output.size()),
              .s2mm_bytes = output_bytes};

  Settings settings = program.settings;
  settings["RUNS"] = static_cast<uint32_t>(step.runs);
  settings["PACKET_WORDS"] = static_cast<uint32_t>(output_bytes / arch::kWordBytes);
  core_.WriteSettings(settings);

  // The output channel first: the core's first words must find it ready. The input comes last.
  step_ = &step;
  feed_ = feed;
  mm2s_pending_ = !input.empty();
  s2mm_pending_ = !output.empty();
  if (s2mm_pending_) {
    output_.ring->Fill(dma::Direction::kS2mm, output);
    traffic_.s2mm_chain = output_.ring->first();
    dma_.Start(dma::Direction::kS2mm, *output_.ring);
  }
  core_.Start(load);
  core_pending_ = true;
  contents_.Hold(binary_, step.program);
  if (mm2s_pending_) {
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

void TileDriver::Take(Lane& lane, ChannelPlacement placed) {
  if (lane.ring == nullptr || placed.ring != lane.placed.ring) {
    lane.ring = std::make_unique<dma::DescriptorRing>(bus_, placed.ring, placed.ring_capacity);
  }
  lane.placed = std::move(placed);
  WriteList(lane.placed);
}

void TileDriver::WriteList(const ChannelPlacement& placed) {
  if (placed.list.empty()) return;
  const uint64_t bytes = placed.list.size() * sizeof(uint32_t);
  std::memcpy(bus_.Memory(placed.list_address, bytes).data(), placed.list.data(), bytes);
}

void TileDriver::WriteInput(const RunStep& step, Feed feed) {
  const dma::Block buffer = input_.placed.buffer;
  if (buffer.bytes == 0) return;
  const std::vector<uint64_t> words = memory_.image().Gather(step.input);
  std::memcpy(bus_.Memory(buffer.address, buffer.bytes).data(), words.data(), buffer.bytes);
  if (feed == Feed::kReordered) bus_.SpendCopyTime(buffer.bytes);
}

void TileDriver::ScatterOutput() {
  std::vector<uint64_t> words(static_cast<size_t>(TotalBytes(step_->output)) / sizeof(uint64_t));
  const uint64_t bytes = words.size() * sizeof(uint64_t);
  std::memcpy(words.data(), bus_.Memory(output_.placed.buffer.address, bytes).data(), bytes);
  memory_.image().Scatter(step_->output, words);
  if (feed_ == Feed::kReordered) bus_.SpendCopyTime(bytes);
}

}  // namespace nve
