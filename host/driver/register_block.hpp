// SPDX-License-Identifier: Apache-2.0
// The registers of one device: accesses by offset whose errors name the device and the register.
#pragma once

#include <cstdint>
#include <string>

#include "host/driver/bus.hpp"

namespace nve {

class RegisterBlock {
 public:
  /// `device` is the name used in messages, e.g. "core 0" or "DMA 1".
  RegisterBlock(Bus& bus, uint64_t base, std::string device)
      : bus_(bus), base_(base), device_(std::move(device)) {}

  /// `name` is the register's. A bus error throws DriverError.
  uint32_t Read(uint32_t offset, const char* name);
  void Write(uint32_t offset, uint32_t value, const char* name);

  /// The same, but the caller looks at the response.
  BusResponse TryWrite(uint32_t offset, uint32_t value) {
    return bus_.Write32(base_ + offset, value);
  }

  Bus& bus() { return bus_; }
  const std::string& device() const { return device_; }

 private:
  [[noreturn]] void Fail(BusResponse response, const char* verb, uint32_t offset, const char* name);

  Bus& bus_;
  uint64_t base_;
  std::string device_;
};

}  // namespace nve
