// SPDX-License-Identifier: Apache-2.0
// DMA channel control: see dma_channel.hpp.
#include "host/driver/dma_channel.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "host/driver/dma_registers.hpp"

namespace nve::dma {
namespace {

// A reset or a halt takes the drain time of a few bursts; a channel that needs longer is stuck.
constexpr int kStatusPolls = 2000;

struct StatusBit {
  uint32_t mask;
  const char* text;
};
constexpr std::array<StatusBit, 11> kStatusBits = {{
    {kStatusHalted, "halted"},
    {kStatusIdle, "idle"},
    {kStatusInternalError, "DMAIntErr (descriptor of length 0 or misaligned buffer)"},
    {kStatusSlaveError, "DMASlvErr (SLVERR on the data port)"},
    {kStatusDecodeError, "DMADecErr (DECERR on the data port)"},
    {kStatusSgInternalError, "SGIntErr (descriptor already completed)"},
    {kStatusSgSlaveError, "SGSlvErr (SLVERR on the descriptor port)"},
    {kStatusSgDecodeError, "SGDecErr (DECERR on the descriptor port)"},
    {kStatusIocIrq, "IOC_Irq"},
    {kStatusDelayIrq, "Dly_Irq"},
    {kStatusErrorIrq, "Err_Irq"},
}};

}  // namespace

std::string DescribeStatus(uint32_t status) {
  std::string text;
  for (const StatusBit& bit : kStatusBits) {
    if ((status & bit.mask) == 0) continue;
    if (!text.empty()) text += ", ";
    text += bit.text;
  }
  return text.empty() ? "running" : text;
}

Channel::Channel(RegisterBlock& registers, Direction direction, int interrupt_line)
    : registers_(registers),
      direction_(direction),
      base_(direction == Direction::kMm2s ? kMm2sBase : kS2mmBase),
      interrupt_line_(interrupt_line) {}

void Channel::Start(const DescriptorRing& ring) {
  ring_ = &ring;
  const uint32_t interrupts = kControlIocEnable | kControlErrorEnable;
  const uint32_t threshold = 1u << kControlThresholdLsb;
  if ((ReadStatus() & kStatusHalted) == 0) {
    registers_.Write(base_ + kControl, threshold, "DMACR");
    WaitStatus(kStatusHalted, kStatusHalted, "to halt");
  }
  registers_.Write(base_ + kCurrent, static_cast<uint32_t>(ring.first()), "CURDESC");
  registers_.Write(base_ + kControl, threshold | kControlRun, "DMACR");
  WaitStatus(kStatusHalted, 0, "to run");
  registers_.Write(base_ + kControl, threshold | kControlRun | interrupts, "DMACR");
  registers_.Write(base_ + kTail, static_cast<uint32_t>(ring.last()), "TAILDESC");
}

bool Channel::PollDone() {
  if ((ReadStatus() & kStatusIdle) == 0) return false;
  registers_.Write(base_ + kStatus, kStatusAllIrqs, "DMASR");
  ring_->CheckCompleted(registers_.device());
  return true;
}

std::string Channel::Describe() {
  const uint32_t current = registers_.Read(base_ + kCurrent, "CURDESC");
  const std::string where = ring_ == nullptr ? fmt::format("CURDESC 0x{:08x}", current)
                                             : "last finished " + ring_->Describe(current);
  return fmt::format("{} {} is {}; {}", registers_.device(), ToString(direction_),
                     DescribeStatus(ReadStatus()), where);
}

uint32_t Channel::ReadStatus() { return registers_.Read(base_ + kStatus, "DMASR"); }

void Channel::WaitStatus(uint32_t mask, uint32_t value, const char* what) {
  uint32_t status = 0;
  for (int poll = 0; poll < kStatusPolls; ++poll) {
    status = ReadStatus();
    if ((status & mask) == value) return;
  }
  throw DriverError(fmt::format("{} {}: time-out waiting for the channel {}, DMASR 0x{:08x} ({})",
                                registers_.device(), ToString(direction_), what, status,
                                DescribeStatus(status)));
}

void Channel::Fail(uint32_t status) {
  const uint32_t current = registers_.Read(base_ + kCurrent, "CURDESC");
  const std::string where =
      ring_ == nullptr ? fmt::format("CURDESC 0x{:08x}", current) : ring_->Describe(current);
  throw DriverError(fmt::format("{} {}: {}, DMASR 0x{:08x}; {}", registers_.device(),
                                ToString(direction_), DescribeStatus(status & kStatusAllErrors),
                                status, where));
}

Engine::Engine(Bus& bus, uint64_t base, std::string device, Interrupts interrupts)
    : registers_(bus, base, std::move(device)),
      mm2s_(registers_, Direction::kMm2s, interrupts.mm2s),
      s2mm_(registers_, Direction::kS2mm, interrupts.s2mm) {}

void Engine::Reset() {
  registers_.Write(kMm2sBase + kControl, kControlReset, "DMACR");
  for (int poll = 0; poll < kStatusPolls; ++poll) {
    if ((registers_.Read(kMm2sBase + kControl, "DMACR") & kControlReset) == 0) return;
  }
  throw DriverError(registers_.device() + ": time-out waiting for the end of the soft reset");
}

void Engine::Start(Direction direction, const DescriptorRing& ring) {
  try {
    channel(direction).Start(ring);
  } catch (const DriverError&) {
    CheckErrors();
    throw;
  }
}

void Engine::CheckErrors() {
  for (Channel* channel : {&mm2s_, &s2mm_}) {
    const uint32_t status = channel->ReadStatus();
    if ((status & kStatusAllErrors) != 0) channel->Fail(status);
  }
}

}  // namespace nve::dma
