// SPDX-License-Identifier: Apache-2.0
// AXI4-Lite accesses: see register_bus.hpp.
#include "host/axi/register_bus.hpp"

#include <fmt/format.h>

namespace nve {

void RegisterBus::Attach(const Target& target) {
  targets_.push_back(target);
  checkers_.emplace_back(fmt::format("the registers at 0x{:08x}", target.base), limits_);
}

void RegisterBus::Begin(bool write, uint64_t address, uint32_t data) {
  NVE_CHECK(!busy(), "an access is under way");
  state_ = State::kRequested;
  write_ = write;
  address_ = address;
  data_ = data;
  target_ = nullptr;
  for (const Target& target : targets_) {
    if (address >= target.base && address - target.base < target.bytes) target_ = &target;
  }
}

bool RegisterBus::StepAccess() {
  if (state_ == State::kOnBus) return StepOnBus();
  if (target_ == nullptr) {
    Finish(kAxiDecodeError);
    return true;
  }
  const auto offset = static_cast<uint32_t>(address_ - target_->base);
  AxiLiteMaster& in = *target_->in;
  if (write_) {
    in = {.awvalid = true, .awaddr = offset, .wvalid = true, .wdata = data_, .bready = true};
  } else {
    in = {.arvalid = true, .araddr = offset, .rready = true};
  }
  state_ = State::kOnBus;
  return true;
}

bool RegisterBus::StepOnBus() {
  AxiLiteMaster& in = *target_->in;
  const AxiLiteSlave& out = *target_->out;
  bool moved = false;
  if (in.awvalid && out.awready) {
    in.awvalid = false;
    moved = true;
  }
  if (in.wvalid && out.wready) {
    in.wvalid = false;
    moved = true;
  }
  if (in.arvalid && out.arready) {
    in.arvalid = false;
    moved = true;
  }
  if (write_ && out.bvalid) {
    Finish(out.bresp);
    return true;
  }
  if (!write_ && out.rvalid) {
    data_ = out.rdata;
    Finish(out.rresp);
    return true;
  }
  return moved;
}

void RegisterBus::Finish(uint8_t code) {
  if (target_ != nullptr) *target_->in = AxiLiteMaster{};
  state_ = State::kFree;
  response_ = code == kAxiOkay          ? BusResponse::kOkay
              : code == kAxiDecodeError ? BusResponse::kDecodeError
                                        : BusResponse::kSlaveError;
}

std::string RegisterBus::Describe() const {
  if (state_ != State::kOnBus) return "";
  const AxiLiteMaster& in = *target_->in;
  const char* what = in.awvalid   ? "AWREADY"
                     : in.wvalid  ? "WREADY"
                     : in.arvalid ? "ARREADY"
                                  : "its response";
  return fmt::format("processor: {} 0x{:08x} waits for {}", write_ ? "write to" : "read of",
                     address_, what);
}

}  // namespace nve
