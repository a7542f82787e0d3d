// SPDX-License-Identifier: Apache-2.0
// AXI4 responder: see axi_port.hpp.
#include "host/axi/axi_port.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "host/driver/dma_descriptors.hpp"

namespace nve {

AxiPort::AxiPort(int number, MemoryArray& memory, MemoryModel& model)
    : number_(number), memory_(memory), model_(model) {}

int AxiPort::Attach(const std::string& name, int bus_bytes, const AxiMaster& pins) {
  masters_.emplace_back(name, bus_bytes, pins, limits_);
  return static_cast<int>(masters_.size()) - 1;
}

void AxiPort::Inject(int master, const Fault& fault) {
  Master& m = masters_[static_cast<size_t>(master)];
  m.fault = fault;
  m.read_count = 0;
  m.write_count = 0;
  if (fault.kind == Fault::Kind::kMute) m.out.arready = false;
}

uint64_t AxiPort::Burst::BeatAddress() const {
  const uint64_t step = burst == kAxiBurstFixed ? 0 : static_cast<uint64_t>(request.beat_bytes);
  return request.address + static_cast<uint64_t>(beat) * step;
}

bool AxiPort::NothingAsked() const {
  return std::none_of(masters_.begin(), masters_.end(), [](const Master& m) {
    return m.pins->arvalid || m.pins->awvalid || m.pins->wvalid;
  });
}

bool AxiPort::StepActive(uint64_t now) {
  if (checked_) {
    for (Master& m : masters_) m.checker.Step(*m.pins, m.out, now);
  }
  if (monitored_) {
    for (Master& m : masters_) m.monitor.Observe(*m.pins, m.out, m.bus_bytes, now);
  }
  const bool read = StepRead(now);
  const bool write = StepWrite(now);
  quiet_ = reads_.empty() && writes_.empty() && responses_.empty() && !read_shown_ &&
           std::none_of(masters_.begin(), masters_.end(), [](const Master& m) {
             return m.out.bvalid || m.read || m.write || !m.data.empty() || !m.checker.Quiet();
           });
  return read || write;
}

bool AxiPort::StepRead(uint64_t now) {
  bool moved = false;
  if (read_shown_) {
    Burst& burst = reads_.front();
    Master& master = MasterOf(burst);
    if (master.pins->rready) {
      moved = true;
      master.out.rvalid = read_shown_ = false;
      if (++burst.beat == burst.request.beats) reads_.pop_front();
    }
  }
  moved |= AcceptAddresses(false);
  if (Arbitrate(&Master::read, read_turn_, reads_)) model_.Read(reads_.back().request, now);
  for (Master& master : masters_) {
    master.out.arready = !master.read && reads_.size() < limits_.acceptance &&
                         master.fault.kind != Fault::Kind::kMute;
  }
  if (!read_shown_) PresentRead(now + 1);
  return moved;
}

bool AxiPort::AcceptAddresses(bool write) {
  bool moved = false;
  for (size_t i = 0; i < masters_.size(); ++i) {
    Master& master = masters_[i];
    const AxiMaster& pins = *master.pins;
    const bool taken =
        write ? pins.awvalid && master.out.awready : pins.arvalid && master.out.arready;
    if (!taken) continue;
    (write ? master.write : master.read) = Accept(i, write);
    moved = true;
  }
  return moved;
}

bool AxiPort::Arbitrate(std::optional<Burst> Master::*waiting, size_t& turn,
                        std::deque<Burst>& queue) {
  for (size_t i = 0; i < masters_.size(); ++i) {
    const size_t index = (turn + i) % masters_.size();
    std::optional<Burst>& burst = masters_[index].*waiting;
    if (!burst) continue;
    queue.push_back(*burst);
    burst.reset();
    turn = (index + 1) % masters_.size();
    return true;
  }
  return false;
}

int64_t AxiPort::NumberOf(Master& master, bool write, uint64_t address) {
  if (master.fault.packets) {
    const uint64_t descriptor = address / dma::kDescriptorBytes * dma::kDescriptorBytes;
    const uint64_t control = descriptor + uint64_t{dma::kWordControl} * sizeof(uint32_t);
    uint32_t word = 0;
    if (memory_.Contains(control, sizeof word)) {
      std::memcpy(&word, memory_.At(control, sizeof word).data(), sizeof word);
    }
    if ((word & dma::kStartOfFrame) == 0) return -1;
  }
  return write ? master.write_count++ : master.read_count++;
}

void AxiPort::PresentRead(uint64_t next_cycle) {
  if (reads_.empty() || reads_.front().request.ready_cycle > next_cycle) return;
  const Burst& burst = reads_.front();
  const Master& master = MasterOf(burst);
  AxiSlave& out = MasterOf(burst).out;
  read_shown_ = true;
  out.rvalid = true;
  out.rresp = burst.BeatResponse();
  const Fault& fault = master.fault;
  const bool late = fault.kind == Fault::Kind::kLateLast && burst.number == fault.index;
  out.rlast = burst.beat + 1 == burst.request.beats && !late;
  out.rdata = out.rresp == kAxiOkay ? ReadData(master, burst) : 0;
}

uint64_t AxiPort::ReadData(const Master& master, const Burst& burst) {
  uint64_t data = 0;
  const auto bytes = static_cast<uint64_t>(master.bus_bytes);
  std::memcpy(&data, memory_.At(burst.BeatAddress(), bytes).data(), bytes);
  const Fault& fault = master.fault;
  const int words = master.bus_bytes / static_cast<int>(sizeof(uint32_t));
  if (fault.kind == Fault::Kind::kDescriptor && burst.number == fault.index &&
      burst.beat == fault.word / words) {
    const int shift = 32 * (fault.word % words);
    data &= ~(uint64_t{~fault.and_mask} << shift);
    data ^= uint64_t{fault.xor_mask} << shift;
  }
  return data;
}

bool AxiPort::StepWrite(uint64_t now) {
  bool moved = false;
  for (Burst& burst : responses_) {
    Master& master = MasterOf(burst);
    if (!burst.shown || burst.answered || !master.out.bvalid || !master.pins->bready) continue;
    burst.answered = moved = true;
    ++answered_;
    master.out.bvalid = false;
  }
  for (; !responses_.empty() && responses_.front().answered; --answered_) responses_.pop_front();
  moved |= AcceptData();
  moved |= AcceptAddresses(true);
  Arbitrate(&Master::write, write_turn_, writes_);
  if (!writes_.empty() && !MasterOf(writes_.front()).data.empty()) {
    WriteBeat(MasterOf(writes_.front()), now);
  }
  for (size_t i = 0; i < masters_.size(); ++i) {
    AxiSlave& out = masters_[i].out;
    const size_t open = writes_.size() + responses_.size() - answered_;
    out.awready = !masters_[i].write && open < limits_.acceptance;
    out.wready = masters_[i].data.size() < kWriteBeats;
  }
  PresentResponse(now + 1);
  if (!writes_.empty()) {
    const Burst& burst = writes_.front();
    Master& master = MasterOf(burst);
    const bool early =
        master.fault.kind == Fault::Kind::kEarlyResponse && burst.number == master.fault.index;
    master.out.bvalid |= early;
  }
  return moved;
}

void AxiPort::PresentResponse(uint64_t next_cycle) {
  for (Burst& burst : responses_) {
    AxiSlave& out = MasterOf(burst).out;
    if (burst.shown || out.bvalid) continue;
    // Responses come in the order of their writes, but none waits for another master's BREADY.
    if (burst.request.ready_cycle > next_cycle) return;
    burst.shown = true;
    out.bvalid = true;
    out.bresp = burst.response;
    return;
  }
}

bool AxiPort::AcceptData() {
  bool moved = false;
  for (Master& master : masters_) {
    const AxiMaster& in = *master.pins;
    if (!in.wvalid || !master.out.wready) continue;
    master.data.push_back({in.wdata, in.wstrb});
    moved = true;
  }
  return moved;
}

void AxiPort::WriteBeat(Master& master, uint64_t now) {
  Burst& burst = writes_.front();
  const Beat beat = master.data.front();
  master.data.pop_front();
  if (burst.response == kAxiOkay) {
    const auto bytes = memory_.At(burst.BeatAddress(), static_cast<uint64_t>(master.bus_bytes));
    for (int i = 0; i < master.bus_bytes; ++i) {
      if ((beat.strobe >> i & 1) != 0) bytes[i] = static_cast<uint8_t>(beat.data >> (8 * i));
    }
  }
  const bool last = ++burst.beat == burst.request.beats;
  if (!last) return;
  responses_.push_back(burst);
  writes_.pop_front();
  model_.Write(responses_.back().request, now);
}

AxiPort::Burst AxiPort::Accept(size_t index, bool write) {
  Master& master = masters_[index];
  const AxiMaster& in = *master.pins;
  const uint32_t address = write ? in.awaddr : in.araddr;
  Burst result;
  result.master = index;
  result.request = {.port = number_,
                    .write = write,
                    .address = address,
                    .beats = (write ? in.awlen : in.arlen) + 1,
                    .beat_bytes = master.bus_bytes};
  result.burst = write ? in.awburst : in.arburst;
  result.number = NumberOf(master, write, address);
  const uint64_t bytes =
      static_cast<uint64_t>(result.request.beats) * static_cast<uint64_t>(master.bus_bytes);
  if (!memory_.Contains(address, bytes)) result.response = kAxiDecodeError;
  const Fault& fault = master.fault;
  const bool faulty =
      fault.kind == Fault::Kind::kResponse && fault.write == write && result.number == fault.index;
  if (!faulty) return result;
  const bool one_beat = !write && fault.beat >= 0 && result.response == kAxiOkay;
  if (one_beat) result.bad_beat = fault.beat % result.request.beats;
  result.response = fault.response;
  return result;
}

std::string AxiPort::Describe(int master) const {
  const auto index = static_cast<size_t>(master);
  const Master& m = masters_[index];
  const auto open = [index](const std::deque<Burst>& bursts, const std::optional<Burst>& waiting) {
    return std::count_if(bursts.begin(), bursts.end(),
                         [index](const Burst& b) { return b.master == index; }) +
           (waiting ? 1 : 0);
  };
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  const auto count = [&](int64_t bursts, const char* what) {
    if (bursts > 0) add(fmt::format("{} {}", bursts, what));
  };
  count(open(reads_, m.read), "reads open");
  count(open(writes_, m.write), "writes wait for data");
  count(open(responses_, std::nullopt), "writes wait for their response");
  if (m.pins->arvalid && !m.out.arready) add("AR waits for ARREADY");
  if (m.pins->awvalid && !m.out.awready) add("AW waits for AWREADY");
  if (m.pins->wvalid && !m.out.wready) add("W waits for WREADY");
  if (m.out.rvalid && !m.pins->rready) add("R waits for RREADY");
  if (m.out.bvalid && !m.pins->bready) add("B waits for BREADY");
  return text.empty() ? "" : m.name + ": " + text;
}

}  // namespace nve
