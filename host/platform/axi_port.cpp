// AXI4 responder: see axi_port.hpp.
#include "host/platform/axi_port.hpp"

#include <fmt/format.h>

#include <cstring>

#include "compiler/support/diagnostics.hpp"
#include "host/driver/dma_descriptors.hpp"

namespace nve {
namespace {

constexpr uint64_t kPage = 4096;  // no burst crosses a multiple of it

}  // namespace

AxiPort::AxiPort(std::string name, int number, int bus_bytes, MemoryArray& memory,
                 MemoryModel& model)
    : name_(std::move(name)),
      number_(number),
      bus_bytes_(bus_bytes),
      memory_(memory),
      model_(model) {
  out_.arready = true;
  out_.awready = true;
}

void AxiPort::Inject(const Fault& fault) {
  fault_ = fault;
  if (fault.kind == Fault::Kind::kMute) out_.arready = false;
}

uint64_t AxiPort::Burst::BeatAddress() const {
  const uint64_t step = burst == kAxiBurstFixed ? 0 : static_cast<uint64_t>(request.beat_bytes);
  return request.address + static_cast<uint64_t>(beat) * step;
}

bool AxiPort::StepActive(const AxiMaster& in, uint64_t now) {
  const bool read = StepRead(in, now);
  const bool write = StepWrite(in, now);
  quiet_ = reads_.empty() && writes_.empty() && responses_.empty() && !out_.rvalid &&
           !out_.bvalid && !out_.wready;
  return read || write;
}

bool AxiPort::StepRead(const AxiMaster& in, uint64_t now) {
  bool moved = false;
  if (out_.rvalid && in.rready) {
    moved = true;
    out_.rvalid = false;
    read_bytes_ += bus_bytes_;
    Burst& burst = reads_.front();
    if (++burst.beat == burst.request.beats) reads_.pop_front();
  }
  if (in.arvalid && out_.arready) {
    moved = true;
    reads_.push_back(
        Accept(false, in.araddr, in.arlen, in.arsize, in.arburst, NumberOfRead(in.araddr)));
    model_.Read(reads_.back().request, now);
  }
  out_.arready = reads_.size() < kAcceptance && fault_.kind != Fault::Kind::kMute;
  if (!out_.rvalid) PresentRead(now + 1);
  return moved;
}

int64_t AxiPort::NumberOfRead(uint64_t address) {
  if (fault_.kind == Fault::Kind::kDescriptor) {
    const uint64_t control = address + uint64_t{dma::kWordControl} * sizeof(uint32_t);
    uint32_t word = 0;
    if (memory_.Contains(control, sizeof word)) {
      std::memcpy(&word, memory_.At(control, sizeof word).data(), sizeof word);
    }
    if ((word & dma::kStartOfFrame) == 0) return -1;
  }
  return read_count_++;
}

void AxiPort::PresentRead(uint64_t next_cycle) {
  if (reads_.empty() || reads_.front().request.ready_cycle > next_cycle) return;
  const Burst& burst = reads_.front();
  out_.rvalid = true;
  out_.rresp = burst.response;
  out_.rlast = burst.beat + 1 == burst.request.beats;
  out_.rdata = burst.response == kAxiOkay ? ReadData(burst) : 0;
}

uint64_t AxiPort::ReadData(const Burst& burst) {
  uint64_t data = 0;
  const auto bytes = static_cast<uint64_t>(bus_bytes_);
  std::memcpy(&data, memory_.At(burst.BeatAddress(), bytes).data(), bytes);
  if (fault_.kind == Fault::Kind::kDescriptor && burst.number == fault_.index &&
      burst.beat == fault_.word) {
    data = (data & fault_.and_mask) ^ fault_.xor_mask;
  }
  return data;
}

bool AxiPort::StepWrite(const AxiMaster& in, uint64_t now) {
  bool moved = false;
  if (out_.bvalid && in.bready) {
    moved = true;
    out_.bvalid = false;
    responses_.pop_front();
  }
  if (in.wvalid && out_.wready) {
    moved = true;
    WriteBeat(in, now);
  }
  if (in.awvalid && out_.awready) {
    moved = true;
    writes_.push_back(Accept(true, in.awaddr, in.awlen, in.awsize, in.awburst, write_count_++));
  }
  out_.awready = writes_.size() + responses_.size() < kAcceptance;
  out_.wready = !writes_.empty();
  if (!out_.bvalid && !responses_.empty() && responses_.front().request.ready_cycle <= now + 1) {
    out_.bvalid = true;
    out_.bresp = responses_.front().response;
  }
  return moved;
}

void AxiPort::WriteBeat(const AxiMaster& in, uint64_t now) {
  Burst& burst = writes_.front();
  if (burst.response == kAxiOkay) {
    const auto bytes = memory_.At(burst.BeatAddress(), static_cast<uint64_t>(bus_bytes_));
    for (int i = 0; i < bus_bytes_; ++i) {
      if ((in.wstrb >> i & 1) != 0) bytes[i] = static_cast<uint8_t>(in.wdata >> (8 * i));
    }
  }
  written_bytes_ += bus_bytes_;
  const bool last = ++burst.beat == burst.request.beats;
  if (in.wlast != last) {
    Violation(fmt::format("WLAST is {} in beat {} of {}", in.wlast ? 1 : 0, burst.beat,
                          burst.request.beats));
  }
  if (!last) return;
  responses_.push_back(burst);
  writes_.pop_front();
  model_.Write(responses_.back().request, now);
}

AxiPort::Burst AxiPort::Accept(bool write, uint32_t address, uint8_t length, uint8_t size,
                               uint8_t burst, int64_t number) {
  Burst result;
  result.request = {.port = number_,
                    .write = write,
                    .address = address,
                    .beats = length + 1,
                    .beat_bytes = 1 << size};
  result.burst = burst;
  result.number = number;
  const uint64_t bytes =
      static_cast<uint64_t>(result.request.beats) * static_cast<uint64_t>(bus_bytes_);
  const char* channel = write ? "AW" : "AR";
  if (result.request.beat_bytes != bus_bytes_) {
    Violation(fmt::format("{}SIZE is {} on a bus of {} bytes", channel, size, bus_bytes_));
  }
  if (burst != kAxiBurstIncr && burst != kAxiBurstFixed) {
    Violation(fmt::format("{}BURST {} is not supported", channel, burst));
  }
  if (address % static_cast<uint32_t>(bus_bytes_) != 0) {
    Violation(fmt::format("{}ADDR 0x{:08x} is not aligned to the bus", channel, address));
  }
  if (burst == kAxiBurstIncr && address / kPage != (address + bytes - 1) / kPage) {
    Violation(
        fmt::format("a burst of {} beats at 0x{:08x} crosses 4 KB", result.request.beats, address));
  }
  if (!memory_.Contains(address, bytes)) result.response = kAxiDecodeError;
  const bool faulty =
      fault_.kind == Fault::Kind::kResponse && fault_.write == write && number == fault_.index;
  if (faulty) result.response = fault_.response;
  return result;
}

std::string AxiPort::Describe(const AxiMaster& in) const {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (!reads_.empty()) add(fmt::format("{} reads open", reads_.size()));
  if (!writes_.empty()) add(fmt::format("{} writes wait for data", writes_.size()));
  if (!responses_.empty()) add(fmt::format("{} writes wait for their response", responses_.size()));
  if (in.arvalid && !out_.arready) add("AR waits for ARREADY");
  if (in.awvalid && !out_.awready) add("AW waits for AWREADY");
  if (in.wvalid && !out_.wready) add("W waits for WREADY");
  if (out_.rvalid && !in.rready) add("R waits for RREADY");
  if (out_.bvalid && !in.bready) add("B waits for BREADY");
  return text.empty() ? "" : name_ + ": " + text;
}

void AxiPort::Violation(const std::string& text) const {
  throw CheckFailed(fmt::format("AXI rule broken by the master of {}: {}", name_, text));
}

}  // namespace nve
