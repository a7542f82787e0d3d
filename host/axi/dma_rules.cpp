// SPDX-License-Identifier: Apache-2.0
// Rules of a DMA: see dma_rules.hpp.
#include "host/axi/dma_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "host/driver/dma_registers.hpp"

namespace nve {

using namespace dma;

namespace {

constexpr uint32_t kRegisterMask = 0x3FC;  // the port has 10 address bits
constexpr uint32_t kStatusOffset = kWordStatus * 4;
constexpr uint64_t kSettle = 2;  // cycles from the end of a failing fetch until RS is 0
// A soft reset begins when no burst is under way and lasts 8 clocks: it is over after so many
// cycles without any.
constexpr uint64_t kResetQuiet = 16;

// Bursts of lists end at multiples of it.
constexpr uint32_t kListBurst = 128;

// The burst in which the list goes on.
std::pair<uint32_t, uint32_t> NextBurst(const DmaTask& list, uint32_t bus_bytes) {
  const auto done = static_cast<uint32_t>(list.entries.size() * sizeof(uint32_t));
  const uint32_t address = list.buffer + done;
  const uint32_t bytes = std::min(list.length - done, kListBurst - address % kListBurst);
  return {address, bytes / bus_bytes};
}

size_t ChannelOf(uint32_t address) { return address >= kS2mmBase ? 1 : 0; }

bool IsRegister(uint32_t address, uint32_t offset) {
  return address == kMm2sBase + offset || address == kS2mmBase + offset;
}

}  // namespace

DmaRules::DmaRules(std::string name, const DmaShape& shape)
    : context_(std::move(name)),
      shape_(shape),
      read_(context_, "mm2s", shape.data_bytes),
      write_(context_, "s2mm", shape.data_bytes),
      runs_{DmaRunRules{context_, read_}, DmaRunRules{context_, write_}} {}

void DmaRules::Reset() {
  reset_disturbed_ = false;
  EndReset();
  open_ = 0;
  doubtful_fetch_.reset();
  write_addresses_.clear();
  write_data_.clear();
  answered_ = false;
  register_read_.reset();
  descriptor_read_.reset();
  status_addresses_.clear();
  status_data_.clear();
  status_writes_.clear();
}

// Registers first: a write is told in the first cycle with its effect, and what is read in a cycle
// knows nothing of the other events of that cycle.
void DmaRules::Step(const DmaPins& pins, uint64_t now) {
  context_.now = now;
  const AxiLiteMaster& lite = pins.register_master;
  if (lite.awvalid | lite.wvalid | lite.arvalid | pins.register_slave.bvalid |
      pins.register_slave.rvalid) {
    StepRegisters(lite, pins.register_slave);
  }
  const AxiMaster& sg = pins.masters[static_cast<size_t>(TilePort::kSg)];
  const AxiSlave& sg_slave = pins.slaves[static_cast<size_t>(TilePort::kSg)];
  if (sg.arvalid | sg.awvalid | sg.wvalid | sg_slave.rvalid | sg_slave.bvalid) {
    StepDescriptors(sg, sg_slave);
  }
  const AxiMaster& in = pins.masters[static_cast<size_t>(TilePort::kMm2s)];
  const AxiSlave& in_slave = pins.slaves[static_cast<size_t>(TilePort::kMm2s)];
  if (runs_[0].known()) {
    if (in_slave.rvalid && in.rready) read_.Data(in_slave.rresp, in_slave.rlast);
    if (in.arvalid && in_slave.arready) {
      read_.Address(in.araddr, in.arlen + 1U, in.arburst == kAxiBurstFixed);
    }
    if (pins.mm2s_taken) read_.Word(pins.mm2s);
  }
  const AxiMaster& out = pins.masters[static_cast<size_t>(TilePort::kS2mm)];
  const AxiSlave& out_slave = pins.slaves[static_cast<size_t>(TilePort::kS2mm)];
  if (runs_[1].known()) {
    if (out_slave.bvalid && out.bready) write_.Response(out_slave.bresp);
    if (out.awvalid && out_slave.awready) {
      write_.Address(out.awaddr, out.awlen + 1U, out.awburst == kAxiBurstFixed);
    }
    if (out.wvalid && out_slave.wready) write_.Data(out.wstrb, out.wlast);
    if (pins.s2mm_taken) write_.Word(pins.s2mm.bytes, pins.s2mm.last);
  }
  open_ += uint64_t{in.arvalid && in_slave.arready} + uint64_t{out.awvalid && out_slave.awready};
  open_ -= uint64_t{in_slave.rvalid && in.rready && in_slave.rlast} +
           uint64_t{out_slave.bvalid && out.bready};
  if (resetting_) StepReset(pins);
}

// ---- Registers ----

void DmaRules::StepRegisters(const AxiLiteMaster& master, const AxiLiteSlave& slave) {
  if (slave.bvalid && !answered_ && !write_addresses_.empty() && !write_data_.empty()) {
    WriteRegister(write_addresses_.front() & kRegisterMask, write_data_.front());
    write_addresses_.pop_front();
    write_data_.pop_front();
  }
  answered_ = slave.bvalid && !master.bready;
  if (slave.rvalid && master.rready && register_read_) {
    CheckRegister(slave.rdata);
    register_read_.reset();
  }
  if (master.awvalid && slave.awready) write_addresses_.push_back(master.awaddr);
  if (master.wvalid && slave.wready) write_data_.push_back(master.wdata);
  if (master.arvalid && slave.arready) {
    const uint32_t address = master.araddr & kRegisterMask;
    const size_t channel = ChannelOf(address);
    register_read_ = {address, resetting_, runs_[channel].Expect(IsBusy(channel))};
  }
}

void DmaRules::WriteRegister(uint32_t address, uint32_t data) {
  const size_t channel = ChannelOf(address);
  if (IsRegister(address, kControl)) {
    WriteControl(channel, data);
  } else if (IsRegister(address, kStatus)) {
    runs_[channel].WriteStatus(data);
  } else if (IsRegister(address, kCurrent)) {
    reset_disturbed_ |= resetting_;
    runs_[channel].WriteCurrent(data);
  } else if (IsRegister(address, kTail)) {
    reset_disturbed_ |= resetting_;
    runs_[channel].WriteTail(data);
  }
}

void DmaRules::WriteControl(size_t channel, uint32_t data) {
  // Whether a descriptor that has just come stops its channel is decided in the same cycle.
  if (doubtful_fetch_ && *doubtful_fetch_ + 1 == context_.now) Lose();
  if ((data & kControlReset) != 0) {
    for (DmaRunRules& run : runs_) {
      run.Stop(0);
      run.ForgetCount();
    }
    quiet_cycles_ = 0;
    resetting_ = true;
    return;
  }
  if (resetting_) {
    reset_disturbed_ = true;
    return;
  }
  runs_[channel].SetControl(data);
  if ((data & kControlRun) != 0) {
    runs_[channel].Start(error_);
  } else {
    runs_[channel].Stop(0);
  }
}

void DmaRules::CheckRegister(uint32_t data) {
  const RegisterRead& read = *register_read_;
  DmaRunRules& run = runs_[ChannelOf(read.address)];
  if (IsRegister(read.address, kControl)) {
    if (!read.resetting) run.CheckControl(data, read.expected);
    if (read.resetting && resetting_ && (data & kControlReset) == 0) EndReset();
  } else if (IsRegister(read.address, kStatus) && !read.resetting && !resetting_) {
    run.CheckStatus(data, read.expected);
  }
}

// The ports are quiet when no VALID is high and nothing is under way.
void DmaRules::StepReset(const DmaPins& pins) {
  bool valid = open_ > 0 || descriptor_read_ || !status_writes_.empty() ||
               !status_addresses_.empty() || !status_data_.empty();
  for (const AxiMaster& master : pins.masters) {
    valid |= master.arvalid | master.awvalid | master.wvalid;
  }
  quiet_cycles_ = valid ? 0 : quiet_cycles_ + 1;
  if (quiet_cycles_ >= kResetQuiet) EndReset();
}

void DmaRules::EndReset() {
  resetting_ = false;
  error_ = false;
  again_.clear();
  for (DmaRunRules& run : runs_) run.Reset();
  if (std::exchange(reset_disturbed_, false)) Lose();
}

// An error of one channel stops both.
void DmaRules::Fail(uint64_t cycles) {
  error_ = true;
  for (DmaRunRules& run : runs_) {
    run.Stop(cycles);
    run.ForgetCount();
  }
}

void DmaRules::Lose() {
  for (DmaRunRules& run : runs_) run.Lose();
}

// ---- Descriptor port ----

void DmaRules::StepDescriptors(const AxiMaster& master, const AxiSlave& slave) {
  if (slave.rvalid && master.rready && descriptor_read_) {
    Read& read = *descriptor_read_;
    read.words.push_back(static_cast<uint32_t>(slave.rdata));
    if (shape_.sg_bytes == 8) read.words.push_back(static_cast<uint32_t>(slave.rdata >> 32));
    read.failed |= IsAxiError(slave.rresp);
    if (slave.rlast) EndRead();
  }
  if (slave.bvalid && master.bready && !status_writes_.empty()) EndStatus(slave.bresp);
  if (master.arvalid && slave.arready) BeginRead(master.araddr, master.arlen + 1U);
  if (master.awvalid && slave.awready) status_addresses_.push_back(master.awaddr);
  if (master.wvalid && slave.wready) {
    const uint64_t data = shape_.sg_bytes == 8 ? master.wdata >> 32 : master.wdata;
    status_data_.push_back({static_cast<uint32_t>(data), master.wstrb});
  }
  while (!status_addresses_.empty() && !status_data_.empty()) {
    WriteStatus(status_addresses_.front(), status_data_.front()[0], status_data_.front()[1]);
    status_addresses_.pop_front();
    status_data_.pop_front();
  }
}

bool DmaRules::IsBusy(size_t channel) const {
  const int number = static_cast<int>(channel);
  if (descriptor_read_ && descriptor_read_->channel == number) return true;
  return std::any_of(status_writes_.begin(), status_writes_.end(),
                     [&](const StatusWrite& write) { return write.channel == number; });
}

// Which channel reads, and what, is known from the address. Lists of both channels that lie at the
// same place are read twice: the first read is taken for both. Descriptors are not told apart.
void DmaRules::BeginRead(uint32_t address, uint32_t beats) {
  const uint32_t descriptor_beats = shape_.sg_bytes == 8 ? kDescriptorWords / 2 : 8;
  const std::pair burst{address, beats};
  Read read = {.address = address};
  int descriptors = 0;
  int lists = 0;
  for (size_t c = 0; c < runs_.size(); ++c) {
    const bool descriptor = beats == descriptor_beats && runs_[c].MayFetch(address);
    const DmaTask* list = runs_[c].MayRead() ? Channel(c).ListToRead() : nullptr;
    const bool part = list != nullptr && NextBurst(*list, shape_.sg_bytes) == burst;
    if (descriptor || part) read.channel = static_cast<int>(c);
    read.list |= part;
    descriptors += descriptor ? 1 : 0;
    lists += part ? 1 : 0;
  }
  const auto again = std::find(again_.begin(), again_.end(), burst);
  if (descriptors + lists == 0 && again != again_.end()) {
    read.again = true;
    again_.erase(again);
  } else if (descriptors + lists == 0 && watches()) {
    context_.Break("D1", "sg", fmt::format("a read of {} words at 0x{:08x}", beats, address),
                   fmt::format("{} of a descriptor, mm2s: {}, s2mm: {}", descriptor_beats,
                               runs_[0].Allowed(), runs_[1].Allowed()));
  } else if (descriptors == 0 && lists == 2 && runs_[0].runs() && runs_[1].runs()) {
    read.both = true;
    again_.push_back(burst);
  } else if (descriptors + lists > 1) {
    Lose();
    read.channel = -1;
  }
  if (read.channel >= 0) runs_[static_cast<size_t>(read.channel)].TakeLeftover();
  descriptor_read_ = std::move(read);
}

void DmaRules::EndRead() {
  const Read read = *std::exchange(descriptor_read_, std::nullopt);
  if (read.again && read.failed) Fail(kSettle);
  if (read.channel < 0) return;
  const auto c = static_cast<size_t>(read.channel);
  if (!runs_[c].runs()) return;
  if (read.failed) {
    doubtful_fetch_ = context_.now;
    Fail(kSettle);
  } else if (read.list) {
    for (size_t k = 0; k < runs_.size(); ++k) {
      if (k != c && !read.both) continue;
      DmaTask* list = Channel(k).ListToRead();
      if (list == nullptr) continue;
      list->entries.insert(list->entries.end(), read.words.begin(), read.words.end());
    }
  } else {
    DmaTask task =
        DmaTask::Decode(read.address, read.words, shape_.sg_bytes == 8, shape_.length_bits);
    if (task.stale) doubtful_fetch_ = context_.now;
    task.stale = task.stale && !runs_[c].cyclic();
    const bool stale = task.stale;
    runs_[c].Fetched(task);
    Channel(c).Fetched(std::move(task));
    if (stale) Fail(kSettle);
  }
}

void DmaRules::WriteStatus(uint32_t address, uint32_t data, uint32_t strobes) {
  const bool wide = shape_.sg_bytes == 8;
  const uint32_t expected_strobes = wide ? 0xF0 : 0xF;
  if (strobes != expected_strobes) {
    context_.Break("D6", "sg", fmt::format("WSTRB 0x{:02x}", strobes),
                   fmt::format("0x{:02x}, the status word", expected_strobes));
  }
  const uint32_t descriptor = (wide ? address + 4 : address) - kStatusOffset;
  StatusWrite write = {.address = descriptor, .error = (data & kErrorBits) != 0};
  const bool mm2s = runs_[0].known() && read_.IsNext(descriptor);
  const bool s2mm = runs_[1].known() && write_.IsNext(descriptor);
  if (mm2s && s2mm) {
    Lose();
  } else if (mm2s || s2mm) {
    write.channel = mm2s ? 0 : 1;
    const auto c = static_cast<size_t>(write.channel);
    write.packet = Channel(c).Report(data);
    runs_[c].HandedOver();
  } else if (watches()) {
    BreakStatus(descriptor, data);
  }
  status_writes_.push_back(write);
}

void DmaRules::BreakStatus(uint32_t address, uint32_t status) {
  std::string allowed = "those of the oldest descriptor of a channel without one";
  const char* rule = address % kDescriptorBytes == 0 ? "D5" : "D6";
  for (size_t c = 0; c < runs_.size(); ++c) {
    const DmaTask* task = Channel(c).Find(address);
    if (task == nullptr || !task->stale) continue;
    rule = "D2";
    allowed = "none for a descriptor with Cmplt";
  }
  context_.Break(rule, "sg",
                 fmt::format("status 0x{:08x} of a descriptor at 0x{:08x}", status, address),
                 allowed);
}

void DmaRules::EndStatus(uint8_t response) {
  const StatusWrite write = status_writes_.front();
  status_writes_.pop_front();
  const bool error = write.error || IsAxiError(response);
  if (write.channel >= 0) {
    runs_[static_cast<size_t>(write.channel)].Reported(write.address, write.packet && !error);
  }
  if (error) Fail(1);
}

}  // namespace nve
